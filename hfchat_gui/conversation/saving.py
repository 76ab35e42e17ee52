"""Keeps a conversation on disk, and knows what is not there yet because a write failed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.ports import ConversationWriter
from hfchat_gui.conversation.records import SaveState


@dataclass(frozen=True, slots=True)
class _Move:
    """One wish to put a turn into the bin, or to bring it back."""

    wish: int
    to_bin: bool


class Keeper:
    """Writes one conversation and marks it as saved or failing.

    Turns whose write failed are written again with the next one. Without a writer nothing is kept.
    Several writes may be on their way at once. What is wished is numbered, so that one that began
    earlier and ends later does not pass for what was wished since.
    """

    def __init__(self, conversation: Conversation, writer: ConversationWriter | None) -> None:
        self._conversation = conversation
        self._writer = writer
        self._unsaved: list[str] = []
        self._wishes = 0
        self._moved: dict[str, _Move] = {}
        self._details_wish: int | None = None
        if writer is None:
            conversation.mark_saved(SaveState.NOT_KEPT)

    def note(self, *message_ids: str) -> None:
        """Take note of turns that must be written: nothing notes them twice."""
        self._unsaved.extend(key for key in message_ids if key not in self._unsaved)

    def note_moved(self, message_ids: Iterable[str], *, to_bin: bool) -> None:
        """Take note of turns that must be put into the bin, or be brought back."""
        self._moved.update(dict.fromkeys(message_ids, _Move(self._next_wish(), to_bin)))

    async def save_turns(self) -> None:
        """Return once all noted turns are durable, those too whose write failed before.

        Raises `StorageFailed`; the conversation's state then says so too.
        """
        if self._writer is None:
            return
        began, pending = self._wishes, tuple(self._unsaved)
        turns = [self._conversation.message(key) for key in pending]
        try:
            if turns or not self._moved:
                await self._writer.save_turn(self._conversation.details, turns)
            self._unsaved = [key for key in self._unsaved if key not in pending]
            await self._move_turns(self._writer)
        except StorageFailed as error:
            self._failed(error)
            raise
        self._with_details_saved(began)

    async def try_to_save_turns(self) -> None:
        """Do as `save_turns`; a failure becomes the conversation's state."""
        with contextlib.suppress(StorageFailed):  # said by the state
            await self.save_turns()

    async def journal(self, message: Message) -> None:
        """Write what the open reply grew by; a failure becomes the conversation's state."""
        if self._writer is None:
            return
        try:
            await self._writer.journal(self._conversation.id, message)
        except StorageFailed as error:
            self._failed(error)
        else:
            self._succeeded()

    async def settle(self, message_id: str) -> None:
        """Write a reply's last form; a failure becomes the conversation's state."""
        if self._writer is None:
            return
        try:
            if self._unsaved or self._moved:
                await self.save_turns()
            began, message = self._wishes, self._conversation.message(message_id)
            await self._writer.settle(self._conversation.details, message)
        except StorageFailed as error:
            self.note(message_id)
            self._failed(error)
        else:
            self._with_details_saved(began)

    async def save_details(self) -> None:
        """Write title, model and the like; a failure becomes the conversation's state."""
        if self._writer is None:
            return
        self._details_wish = began = self._next_wish()
        try:
            await self._writer.save_details(self._conversation.details)
        except StorageFailed as error:
            self._failed(error)
        else:
            self._with_details_saved(began)

    async def save_again(self) -> None:
        """Write the whole active path, since another file may have taken the old one's place.

        A failure becomes the conversation's state.
        """
        self.note(*self._conversation.path_ids)
        await self.try_to_save_turns()

    async def save_rest(self) -> None:
        """Try once more to write what could not be written before."""
        for message_id in tuple(self._unsaved):
            await self.settle(message_id)
        if self._moved:
            await self.try_to_save_turns()
        if self._details_wish is not None:
            await self.save_details()

    async def _move_turns(self, writer: ConversationWriter) -> None:
        for to_bin, write in ((True, writer.bin_turns), (False, writer.unbin_turns)):
            moves = {key: move for key, move in self._moved.items() if move.to_bin is to_bin}
            if moves:
                await write(self._conversation.details, list(moves))
            for key, move in moves.items():
                if self._moved.get(key) is move:  # else something was wished of it meanwhile
                    del self._moved[key]

    def _next_wish(self) -> int:
        self._wishes += 1
        return self._wishes

    def _failed(self, error: StorageFailed) -> None:
        self._conversation.mark_saved(SaveState.FAILING, error.record())

    def _with_details_saved(self, began: int) -> None:
        """Take note of a write that had the details as they were after wish number `began`."""
        if self._details_wish is not None and self._details_wish <= began:
            self._details_wish = None
        self._succeeded()

    def _succeeded(self) -> None:
        if not self._unsaved and not self._moved and self._details_wish is None:
            self._conversation.mark_saved(SaveState.SAVED)
