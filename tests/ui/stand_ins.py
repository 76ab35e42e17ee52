"""What the window is handed in these tests: real chats on a scripted backend, and plain ports."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from time import time

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import ChatError, StorageFailed
from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.records import (
    ConversationDetails,
    ConversationSummary,
    StoredConversation,
)
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.exchange.written_file import write_file
from hfchat_gui.ui.ports import WindowPorts
from tests.ui.stand_in_ports import (
    LOCAL,
    PlainCatalogue,
    PlainDrafts,
    PlainPreferences,
    PlainProxy,
    PlainServerCheck,
    PlainServerKeys,
    PlainServers,
    PlainTokens,
)


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
        self.binned: dict[str, ConversationDetails] = {}
        self.binned_turns: dict[str, Message] = {}
        self.error: StorageFailed | None = None
        self.times_listed = 0
        self.times_refused = 0

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

    async def bin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Put turns aside."""
        self._check()
        self.details[details.id] = details
        turns = self.messages[details.id]
        gone = {key: turns.pop(key) for key in message_ids if key in turns}
        self.binned_turns.update(gone)

    async def unbin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Bring turns back."""
        self._check()
        back = [key for key in message_ids if key in self.binned_turns]
        self.put(details, [self.binned_turns.pop(key) for key in back])

    async def bin_conversation(self, conversation_id: str) -> None:
        """Put one aside."""
        self._check()
        if conversation_id in self.details:
            self.binned[conversation_id] = self.details.pop(conversation_id)

    async def unbin_conversation(self, conversation_id: str) -> None:
        """Bring one back."""
        self._check()
        if conversation_id in self.binned:
            self.details[conversation_id] = self.binned.pop(conversation_id)

    def _check(self) -> None:
        if self.error is not None:
            self.times_refused += 1
            raise self.error


@dataclass
class House:
    """All parts that a window stands on."""

    router: ScriptedRouter = field(default_factory=ScriptedRouter)
    disk: Memory = field(default_factory=Memory)
    preferences: PlainPreferences = field(default_factory=PlainPreferences)
    tokens: PlainTokens = field(default_factory=PlainTokens)
    catalogue: PlainCatalogue = field(default_factory=PlainCatalogue)
    drafts: PlainDrafts = field(default_factory=PlainDrafts)
    servers: PlainServers = field(default_factory=PlainServers)
    server_keys: PlainServerKeys = field(default_factory=PlainServerKeys)
    server_check: PlainServerCheck = field(default_factory=PlainServerCheck)
    proxy: PlainProxy = field(default_factory=PlainProxy)
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
            default_sampling=lambda: self.preferences.sampling,
        )

    def ports(self) -> WindowPorts:
        """Make the window's ports on these parts."""
        return WindowPorts(
            self.catalogue,
            self.preferences,
            self.tokens,
            self.drafts,
            self.servers,
            self.server_keys,
            self.server_check,
            self.proxy,
            write_file,
            self.reported.append,
        )
