"""Keeps a conversation on disk, and knows what is not there yet because a write failed."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.ports import ConversationWriter
from hfchat_gui.conversation.records import SaveState


class Keeper:
    """Writes one conversation and marks it as saved or failing.

    Turns whose write failed are written again with the next one. Without a writer nothing is kept.
    """

    def __init__(self, conversation: Conversation, writer: ConversationWriter | None) -> None:
        self._conversation = conversation
        self._writer = writer
        self._unsaved: list[str] = []
        self._moved: dict[str, bool] = {}  # turns to put into the bin, or (False) to bring back
        self._details_unsaved = False
        if writer is None:
            conversation.mark_saved(SaveState.NOT_KEPT)

    def note(self, *message_ids: str) -> None:
        """Take note of turns that must be written: nothing notes them twice."""
        self._unsaved.extend(key for key in message_ids if key not in self._unsaved)

    def note_moved(self, message_ids: Iterable[str], *, to_bin: bool) -> None:
        """Take note of turns that must be put into the bin, or be brought back."""
        self._moved.update(dict.fromkeys(message_ids, to_bin))

    async def save_turns(self) -> None:
        """Return once all noted turns are durable, those too whose write failed before.

        Raises `StorageFailed`; the conversation's state then says so too.
        """
        if self._writer is None:
            return
        pending = tuple(self._unsaved)
        turns = [self._conversation.message(key) for key in pending]
        try:
            if turns or not self._moved:
                await self._writer.save_turn(self._conversation.details, turns)
            await self._move_turns(self._writer)
        except StorageFailed as error:
            self._failed(error)
            raise
        self._unsaved = [key for key in self._unsaved if key not in pending]
        self._with_details_saved()

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
            message = self._conversation.message(message_id)
            await self._writer.settle(self._conversation.details, message)
        except StorageFailed as error:
            self.note(message_id)
            self._failed(error)
        else:
            self._with_details_saved()

    async def save_details(self) -> None:
        """Write title, model and the like; a failure becomes the conversation's state."""
        if self._writer is None:
            return
        self._details_unsaved = True
        try:
            await self._writer.save_details(self._conversation.details)
        except StorageFailed as error:
            self._failed(error)
        else:
            self._with_details_saved()

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
        if self._details_unsaved:
            await self.save_details()

    async def _move_turns(self, writer: ConversationWriter) -> None:
        for to_bin, write in ((True, writer.bin_turns), (False, writer.unbin_turns)):
            ids = [key for key, wanted in self._moved.items() if wanted is to_bin]
            if ids:
                await write(self._conversation.details, ids)
            for key in ids:
                if self._moved.get(key) is to_bin:  # else it was wanted otherwise meanwhile
                    del self._moved[key]

    def _failed(self, error: StorageFailed) -> None:
        self._conversation.mark_saved(SaveState.FAILING, error.record())

    def _with_details_saved(self) -> None:
        self._details_unsaved = False
        self._succeeded()

    def _succeeded(self) -> None:
        if not self._unsaved and not self._moved and not self._details_unsaved:
            self._conversation.mark_saved(SaveState.SAVED)
