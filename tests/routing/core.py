"""A router with its parts, as the assembly builds it, and plain holders of keys and facts."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.origin import origin
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import ReplyEvent, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.route import ServerFacts
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.router import ModelRouter


@dataclass
class Keys:
    """Keys by origin."""

    by_origin: dict[str, str] = field(default_factory=dict)

    async def for_url(self, url: str) -> Secret | None:
        """Return the key of this origin, if there is one."""
        key = self.by_origin.get(str(origin(url)))
        return Secret(key) if key else None


@dataclass
class Facts:
    """What was learnt, for the length of a test."""

    known: dict[str, ServerFacts] = field(default_factory=dict)
    forgotten: list[str] = field(default_factory=list)

    async def facts(self, address: str) -> ServerFacts | None:
        """Return what is known."""
        return self.known.get(address)

    async def remember(self, address: str, facts: ServerFacts) -> None:
        """Keep it."""
        self.known[address] = facts

    async def forget(self, address: str) -> None:
        """Drop it."""
        self.known.pop(address, None)
        self.forgotten.append(address)


@dataclass
class Waits:
    """Time that passes only while somebody waits, and then at once; `all` are the waits so far."""

    now: float = 1_700_000_000.0
    all: list[float] = field(default_factory=list)

    @property
    def clock(self) -> Clock:
        """The clock that the router is given."""
        return Clock(lambda: self.now, self._sleep, lambda: 0.5)

    async def _sleep(self, seconds: float) -> None:
        self.all.append(seconds)
        self.now += seconds


@asynccontextmanager
async def router(
    keys: Keys | None = None,
    facts: Facts | None = None,
    folders: Sequence[Path] = (),
    router_base: str = "http://127.0.0.1:9",
    waits: Waits | None = None,
    *,
    bill_to: str = "",
) -> AsyncIterator[ModelRouter]:
    """A router whose engines and connections end with the block."""
    client = HttpClient()
    faults: list[BaseException] = []
    made = ModelRouter(
        client,
        keys or Keys(),
        facts or Facts(),
        folders,
        faults.append,
        router_base=router_base,
        clock=(waits or Waits()).clock,
        bill_to=lambda: bill_to,
    )
    try:
        yield made
    finally:
        await made.aclose()
        await client.aclose()
    assert not faults


def at(address: str, name: str = "") -> ModelRef:
    """A model at a typed address."""
    return ModelRef(Source.ADDRESS, name, address)


def request(model: ModelRef, text: str = "Say hello.", tokens: int = 16) -> ChatRequest:
    """A chat of one turn, answered the same every time."""
    sampling = SamplingOptions(max_tokens=tokens, temperature=0)
    return ChatRequest(model, (Turn(Role.USER, text),), sampling)


async def events(decision: Decision, asked: ChatRequest) -> list[ReplyEvent]:
    """All of a reply."""
    async with aclosing(decision.backend.reply(asked)) as reply:
        return [event async for event in reply]


def text_of(reply: Sequence[ReplyEvent]) -> str:
    """The text in a reply."""
    return "".join(event.text for event in reply if isinstance(event, TextDelta))
