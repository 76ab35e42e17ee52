"""What the window is handed in these tests: real chats on a scripted backend, and plain ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field, replace
from time import time
from urllib.parse import urlsplit

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import BadAddress, ChatError, StorageFailed, TokenMalformed
from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.ports import Decision, FoundToken, TokenStatus
from hfchat_gui.conversation.records import (
    ConversationDetails,
    ConversationSummary,
    StoredConversation,
)
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.ui.ports import WindowPorts

LOCAL = ModelRef(Source.LOCAL, "SmolLM2-135M-Instruct")


class ScriptedBackend:
    """Answers with `pieces`; waits for `gate` before it ends, where there is one."""

    def __init__(self) -> None:
        self.pieces: tuple[str, ...] = ("Hello", " there.")
        self.gate: asyncio.Event | None = None
        self.error: ChatError | None = None
        self.requests: list[ChatRequest] = []

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent]:
        """Yield the script."""
        self.requests.append(request)
        for piece in self.pieces:
            yield TextDelta(piece)
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        yield ReplyFinished()


class ScriptedRouter:
    """Always decides for the scripted backend."""

    def __init__(self) -> None:
        self.backend = ScriptedBackend()

    async def route(self, model: ModelRef) -> Decision:
        """Decide."""
        return Decision(Route(WireKind.CHAT_COMPLETIONS, "", model.name), self.backend)


class Memory:
    """Writer and library in one, without a disk."""

    def __init__(self) -> None:
        self.details: dict[str, ConversationDetails] = {}
        self.messages: dict[str, dict[str, Message]] = {}
        self.error: StorageFailed | None = None
        self.times_listed = 0

    def put(self, details: ConversationDetails, messages: Sequence[Message] = ()) -> None:
        """Have a conversation on disk."""
        self.details[details.id] = details
        kept = self.messages.setdefault(details.id, {})
        kept.update({message.id: message for message in messages})

    async def save_turn(self, details: ConversationDetails, messages: Sequence[Message]) -> None:
        """Write turns."""
        self._check()
        self.put(details, messages)

    async def journal(self, conversation_id: str, message: Message) -> None:
        """Write growth."""
        self._check()

    async def settle(self, details: ConversationDetails, message: Message) -> None:
        """Write a reply's end."""
        self._check()
        self.put(details, [message])

    async def save_details(self, details: ConversationDetails) -> None:
        """Write details."""
        self._check()
        self.put(details)

    async def summaries(self) -> Sequence[ConversationSummary]:
        """List what is there, newest first."""
        self._check()
        self.times_listed += 1
        rows = [row.summary for row in self.details.values()]
        return sorted(rows, key=lambda row: row.updated, reverse=True)

    async def load(self, conversation_id: str) -> StoredConversation:
        """Read one."""
        self._check()
        messages = tuple(self.messages.get(conversation_id, {}).values())
        return StoredConversation(self.details[conversation_id], messages)

    def _check(self) -> None:
        if self.error is not None:
            raise self.error


class PlainCatalogue:
    """One local model; addresses need a scheme or a known host."""

    def __init__(self) -> None:
        self.times_asked = 0

    def local_models(self) -> Sequence[ModelInfo]:
        """Name the starter model."""
        self.times_asked += 1
        return [ModelInfo(LOCAL, 8192)]

    def address(self, text: str) -> str:
        """Complete or refuse."""
        url = text if "://" in text else f"http://{text}"
        if urlsplit(url).scheme not in ("http", "https"):
            raise BadAddress("An address starts with http:// or https://. Type it again.")
        return url.rstrip("/")


@dataclass
class PlainPreferences:
    """Kept in this object."""

    last_model: ModelRef | None = None
    addresses: list[ModelRef] = field(default_factory=list)
    router_models: list[str] = field(default_factory=list)
    allowed: set[str] = field(default_factory=set)

    def set_last_model(self, ref: ModelRef) -> None:
        """Remember."""
        self.last_model = ref

    def remember_address(self, ref: ModelRef) -> None:
        """Remember."""
        self.addresses = [ref, *(row for row in self.addresses if row.address != ref.address)]

    def forget_address(self, address: str) -> None:
        """Forget."""
        self.addresses = [row for row in self.addresses if row.address != address]
        self.allowed.discard(address)

    def remember_router_model(self, name: str) -> None:
        """Remember."""
        self.router_models = [name, *(row for row in self.router_models if row != name)]

    def token_allowed(self, address: str) -> bool:
        """Say."""
        return address in self.allowed

    def allow_token(self, address: str, allowed: bool) -> None:
        """Agree or withdraw."""
        (self.allowed.add if allowed else self.allowed.discard)(address)


class PlainTokens:
    """A keeper that needs no keyring."""

    def __init__(self, *found: FoundToken) -> None:
        self.now = TokenStatus(present=False)
        self.found_tokens = found
        self.saved: list[str] = []
        self.gate: asyncio.Event | None = None

    @property
    def expected(self) -> bool:
        """Say."""
        return self.now.present

    async def status(self) -> TokenStatus:
        """Say."""
        if self.gate is not None:
            await self.gate.wait()
        return self.now

    async def save(self, text: str) -> TokenStatus:
        """Check and keep."""
        if not text.strip().startswith("hf_"):
            raise TokenMalformed("That is not a Hugging Face token: they start with hf_.")
        self.saved.append(text)
        return self._kept(text.strip()[-4:])

    async def remove(self) -> TokenStatus:
        """Remove."""
        self.now = TokenStatus(present=False)
        return self.now

    async def found(self) -> Sequence[FoundToken]:
        """List those that are not kept already."""
        return [one for one in self.found_tokens if one.ending != self.now.ending]

    async def adopt(self, found: FoundToken) -> TokenStatus:
        """Keep a found one."""
        return self._kept(found.ending)

    def _kept(self, ending: str) -> TokenStatus:
        self.now = replace(self.now, present=True, kept=not self.now.problem, ending=ending)
        return self.now


@dataclass
class House:
    """All parts that a window stands on."""

    router: ScriptedRouter = field(default_factory=ScriptedRouter)
    disk: Memory = field(default_factory=Memory)
    preferences: PlainPreferences = field(default_factory=PlainPreferences)
    tokens: PlainTokens = field(default_factory=PlainTokens)
    reported: list[BaseException] = field(default_factory=list)
    times_asked_to_close: int = 0

    def ask_to_close(self) -> None:
        """Count what the window asks for."""
        self.times_asked_to_close += 1

    def conversation(self, title: str, *, age: float = 0.0, text: str = "Hello?") -> str:
        """Have a conversation of one turn on disk, `age` seconds old; return its id."""
        turn = Message(Role.USER, (TextPart(text),))
        then = time() - age
        key = f"id of {title}"
        details = ConversationDetails(
            key, title, f"Prompt of {title}", LOCAL, SamplingOptions(), then, then, leaf=turn.id
        )
        self.disk.put(details, [turn])
        return key

    def chats(self) -> Chats:
        """Make the chats on these parts."""
        return Chats(
            self.router,
            self.disk,
            self.disk,
            lambda: self.preferences.last_model or LOCAL,
            self.reported.append,
        )

    def ports(self) -> WindowPorts:
        """Make the window's ports on these parts."""
        return WindowPorts(PlainCatalogue(), self.preferences, self.tokens, self.reported.append)
