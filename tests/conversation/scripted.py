"""A router and a backend that play what a test writes, and a writer that keeps or fails."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.records import (
    ConversationDetails,
    ConversationSummary,
    StoredConversation,
)
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.conversation.session import ChatSession

MODEL = ModelRef(Source.LOCAL, "tiny")

Step = ReplyEvent | Exception | asyncio.Event


class ScriptedRouter:
    """Plays `steps`: yields events, raises exceptions, and waits at an `asyncio.Event`."""

    def __init__(self, *steps: Step) -> None:
        self.steps: list[Step] = list(steps)
        self.requests: list[ChatRequest] = []
        self.closed = 0
        self.refusal: Exception | None = None

    async def route(self, model: ModelRef) -> Decision:
        if self.refusal:
            raise self.refusal
        return Decision(
            Route(WireKind.CHAT_COMPLETIONS, "http://x", model.name, summary="here"), self
        )

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        self.requests.append(request)
        try:
            for step in self.steps:
                if isinstance(step, Exception):
                    raise step
                if isinstance(step, asyncio.Event):
                    await step.wait()
                else:
                    yield step
        finally:
            self.closed += 1


class MemoryWriter:
    """Keeps what it is given in memory, or fails while `broken`."""

    def __init__(self) -> None:
        self.broken = False
        self.saved: dict[str, Message] = {}
        self.details: dict[str, ConversationDetails] = {}
        self.binned: set[str] = set()
        self.journalled: list[str] = []
        self.order: list[str] = []

    async def save_turn(self, details: ConversationDetails, messages: Sequence[Message]) -> None:
        await self._write("turn")
        self.details[details.id] = details
        self.saved.update({message.id: message for message in messages})

    async def journal(self, conversation_id: str, message: Message) -> None:
        await self._write("journal")
        self.journalled.append(message.text)

    async def settle(self, details: ConversationDetails, message: Message) -> None:
        await self._write("settle")
        self.details[details.id] = details
        self.saved[message.id] = message

    async def save_details(self, details: ConversationDetails) -> None:
        await self._write("details")
        self.details[details.id] = details

    async def bin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        await self._write("bin")
        self.details[details.id] = details
        self.binned.update(message_ids)

    async def unbin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        await self._write("unbin")
        self.details[details.id] = details
        self.binned.difference_update(message_ids)

    async def bin_conversation(self, conversation_id: str) -> None:
        await self._write("bin chat")
        self.binned.add(conversation_id)

    async def unbin_conversation(self, conversation_id: str) -> None:
        await self._write("unbin chat")
        self.binned.discard(conversation_id)

    async def summaries(self) -> Sequence[ConversationSummary]:
        return [
            ConversationSummary(row.id, row.title, row.model, row.updated)
            for row in self.details.values()
            if row.id not in self.binned
        ]

    async def load(self, conversation_id: str) -> StoredConversation:
        await asyncio.sleep(0)
        if conversation_id not in self.details or conversation_id in self.binned:
            raise StorageFailed("There is no such chat.")
        turns = [turn for turn in self.saved.values() if turn.id not in self.binned]
        return StoredConversation(self.details[conversation_id], tuple(turns))

    async def _write(self, what: str) -> None:
        await asyncio.sleep(0)
        if self.broken:
            raise StorageFailed("The disk is full.")
        self.order.append(what)


def session_with(router: ScriptedRouter, writer: MemoryWriter | None = None) -> ChatSession:
    """Return the session of a new conversation with this router."""
    return ChatSession(Conversation.new(MODEL), router, writer or MemoryWriter(), never)


def never(error: BaseException) -> None:
    """Take the place of a reporter where nothing may be reported."""
    raise error


async def until(condition: Callable[[], object]) -> None:
    """Let the loop turn until the condition holds."""
    while not condition():  # noqa: ASYNC110 - there is no event for what a test looks at
        await asyncio.sleep(0.001)
