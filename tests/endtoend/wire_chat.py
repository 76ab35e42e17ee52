"""A chat with one server over all of the core, as the window has it, but for the window."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from hfchat_gui.assembly import Core, assemble
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, ToolCallPart
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.session import ChatSession
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.routing.core import Waits

CHAT = "/v1/chat/completions"


@dataclass(frozen=True, slots=True)
class Reply:
    """A reply as it is on disk once all is written; `error` is the kind of its error."""

    text: str = ""
    thinking: str = ""
    calls: tuple[tuple[str, str, str], ...] = ()
    state: str = "complete"
    reason: str = ""
    error: str = ""


def as_kept(reply: Message) -> Reply:
    """Return what the tests compare."""
    calls = [part for part in reply.parts if isinstance(part, ToolCallPart)]
    return Reply(
        reply.text,
        reply.thinking,
        tuple((call.id, call.name, call.arguments) for call in calls),
        reply.state.value,
        reply.finish_reason,
        reply.error.kind if reply.error else "",
    )


@dataclass(frozen=True, slots=True)
class WireChat:
    """An open chat."""

    core: Core
    session: ChatSession

    async def ask(self, text: str) -> Message:
        """Send a turn and return the reply to it, read back from the disk."""
        assert self.session.send(text)
        return await self.answered()

    async def answered(self) -> Message:
        """Wait for the open reply and return it, read back from the disk."""
        await self.session.finished()
        kept = await self.core.store.load(self.session.conversation.id)
        return kept.path[-1]


@asynccontextmanager
async def wire_chat(
    model: ModelRef, waits: Waits | None = None, endpoint: str | None = None
) -> AsyncIterator[WireChat]:
    """Open a chat in the home folder of the test; time passes only as somebody waits.

    `endpoint`: the address that the key in the environment belongs to.
    """
    faults: list[BaseException] = []
    core = assemble(faults.append, endpoint=endpoint, clock=(waits or Waits()).clock)
    try:
        await core.database.own()
        session = ChatSession(Conversation.new(model), core.wire, core.store, faults.append)
        yield WireChat(core, session)
        await session.aclose()
    finally:
        await core.aclose()
    assert not faults


def replies(run: Run, *answers: Answer) -> list[Message]:
    """Ask a plain server once for each answer, in one chat; return the replies."""

    async def story(address: str) -> list[Message]:
        async with wire_chat(ModelRef(Source.ADDRESS, "m", address)) as chat:
            return [await chat.ask(f"question {number}") for number in range(len(answers))]

    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"object": "list", "data": [{"id": "m"}]}))
        server.on("POST", CHAT, *answers)
        found = run(story(server.url))
        asked = [sent for sent in server.requests if sent.path == CHAT and b"messages" in sent.body]
        assert len(asked) == len(answers), "it was asked again"
    return found
