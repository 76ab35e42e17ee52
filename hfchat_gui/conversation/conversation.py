"""A conversation in memory: a tree of turns with one active path, and listeners that follow it."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from time import time

from hfchat_gui.conversation.changes import (
    ConversationChange,
    DetailsChanged,
    MessageAdded,
    PathChanged,
    ReplyGrew,
    ReplySettled,
)
from hfchat_gui.conversation.errors import ErrorRecord
from hfchat_gui.conversation.message import Message, new_id
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.records import ConversationDetails, SaveState, StoredConversation
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.tasks import Report

_log = logging.getLogger(__name__)

Listener = Callable[[ConversationChange], None]

UNTITLED = "New chat"


class Conversation:
    """Read by everyone, written by its `ChatSession` alone (the methods below `subscribe`)."""

    def __init__(self, details: ConversationDetails, messages: Iterable[Message] = ()) -> None:
        self._details = details
        self._messages = {message.id: message for message in messages}
        self._path_ids = self._path_to(details.leaf)
        self._save_state = SaveState.SAVED
        self._save_error: ErrorRecord | None = None
        self._listeners: list[Listener] = []
        self._report: Report = _log_type

    @classmethod
    def new(cls, model: ModelRef) -> Conversation:
        """Return an empty conversation with `model`."""
        now = time()
        return cls(ConversationDetails(new_id(), UNTITLED, "", model, SamplingOptions(), now, now))

    @classmethod
    def stored(cls, stored: StoredConversation) -> Conversation:
        """Return a conversation as it was read from disk."""
        return cls(stored.details, stored.messages)

    @property
    def details(self) -> ConversationDetails:
        """All but the turns, as a value."""
        return self._details

    @property
    def id(self) -> str:
        """The conversation's id."""
        return self._details.id

    @property
    def title(self) -> str:
        """The title, never empty."""
        return self._details.title or UNTITLED

    @property
    def system_prompt(self) -> str:
        """The system prompt, "" for none."""
        return self._details.system_prompt

    @property
    def model(self) -> ModelRef:
        """The model that answers the next turn."""
        return self._details.model

    @property
    def path_ids(self) -> tuple[str, ...]:
        """The ids of the active path, first turn first."""
        return self._path_ids

    @property
    def path(self) -> tuple[Message, ...]:
        """The turns of the active path, first turn first."""
        return tuple(self._messages[key] for key in self._path_ids)

    @property
    def save_state(self) -> SaveState:
        """Whether all of this is on disk."""
        return self._save_state

    @property
    def save_error(self) -> ErrorRecord | None:
        """Why saving fails, or None."""
        return self._save_error

    def message(self, message_id: str) -> Message:
        """Return a turn by its id, in its present state; raise `KeyError` if there is none."""
        return self._messages[message_id]

    def path_until(self, message_id: str | None) -> tuple[Message, ...]:
        """Return the turns from the first to this one."""
        return tuple(self._messages[key] for key in self._path_to(message_id))

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` at every change; return what ends that."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def report_to(self, report: Report) -> None:
        """Hand what a listener raises to `report`; the others hear of the change all the same."""
        self._report = report

    def add(self, message: Message) -> None:
        """Put a turn under its parent and make it the end of the active path."""
        extends = message.parent == self._details.leaf
        self._messages[message.id] = message
        self._details = replace(self._details, leaf=message.id, updated=time())
        if extends:
            self._path_ids = (*self._path_ids, message.id)
            self._tell(MessageAdded(message.id))
        else:
            self._path_ids = self._path_to(message.id)
            self._tell(PathChanged())

    def grow(self, message: Message) -> None:
        """Replace an open reply by its grown form."""
        self._messages[message.id] = message
        self._tell(ReplyGrew(message.id))

    def settle(self, message: Message) -> None:
        """Replace a reply by its last form."""
        self._messages[message.id] = message
        self._details = replace(self._details, updated=time())
        self._tell(ReplySettled(message.id))

    def change_details(
        self,
        *,
        title: str | None = None,
        system_prompt: str | None = None,
        model: ModelRef | None = None,
        sampling: SamplingOptions | None = None,
    ) -> bool:
        """Change what is given; return whether anything is different now."""
        before = self._details
        changed = replace(
            before,
            title=before.title if title is None else title,
            system_prompt=before.system_prompt if system_prompt is None else system_prompt,
            model=model or before.model,
            sampling=sampling or before.sampling,
        )
        if changed == before:
            return False
        self._details = changed
        self._tell(DetailsChanged())
        return True

    def mark_saved(self, state: SaveState, error: ErrorRecord | None = None) -> None:
        """Set whether this is on disk, and why not."""
        if (state, error) != (self._save_state, self._save_error):
            self._save_state, self._save_error = state, error
            self._tell(DetailsChanged())

    def _path_to(self, message_id: str | None) -> tuple[str, ...]:
        ids: list[str] = []
        while message_id is not None and message_id in self._messages:
            ids.append(message_id)
            message_id = self._messages[message_id].parent
        return tuple(reversed(ids))

    def _tell(self, change: ConversationChange) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(change)
            except Exception as error:  # noqa: BLE001 - a view's fault must not cost the reply
                self._report(error)


def _log_type(error: BaseException) -> None:
    _log.error("a listener failed: %s", type(error).__name__)
