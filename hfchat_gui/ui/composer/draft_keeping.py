"""Keeps what is written but not sent, chat by chat: in memory at once, on disk a second later."""

from __future__ import annotations

import asyncio

from PySide6.QtCore import QObject, QTimer, Signal

from hfchat_gui.conversation.draft import NEW_CHAT_DRAFT, Draft
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.ports import Drafts
from hfchat_gui.conversation.tasks import TaskScope

LATEST = 1_000  # milliseconds from a change until the draft is written, whatever follows it


def with_added(draft: Draft, added: Draft) -> Draft:
    """Return `draft` with `added` below it, after a blank line."""
    texts = [text for text in (draft.text, added.text) if text.strip()]
    return Draft("\n\n".join(texts), (*draft.attached, *added.attached))


class DraftKeeper(QObject):
    """Nothing is written over a draft that has not been read: what was there is kept below."""

    found = Signal(str, object)  # key, Draft: what an earlier run had kept
    failed = Signal(object)  # ErrorRecord, or None once all is kept
    marked = Signal(object)  # frozenset of the chats that have a draft, once that changes

    def __init__(self, drafts: Drafts, tasks: TaskScope, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._drafts = drafts
        self._tasks = tasks
        self._now: dict[str, Draft] = {}
        self._on_disk: dict[str, Draft] = {}
        self._marked: frozenset[str] = frozenset()
        self._order = asyncio.Lock()
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(LATEST)
        self._due.timeout.connect(self.write)

    def draft(self, key: str) -> Draft:
        """Return what is written in this chat, as far as this run knows."""
        return self._now.get(key, Draft())

    def read(self, key: str) -> None:
        """Ask the disk, once, for what an earlier run kept of this chat; `found` brings it."""
        if key not in self._on_disk:
            self._tasks.start(self._read(key), "read a draft")

    def read_marks(self) -> None:
        """Ask the disk which chats an earlier run kept a draft of; `marked` brings them."""
        self._tasks.start(self._read_marks(), "find drafts")

    def note(self, key: str, draft: Draft) -> None:
        """Take note of what is written now; it goes to the disk within a second, or by `write`."""
        if draft != self.draft(key):
            self._now[key] = draft
            self._mark(key)
            if not self._due.isActive():  # begun anew by each key, it would never fire
                self._due.start()

    def write(self) -> None:
        """Write what has changed, now."""
        self._due.stop()
        if any(self._now[key] != self._on_disk.get(key) for key in self._now):
            self._tasks.start(self.keep(), "keep the drafts")

    async def keep(self) -> None:
        """Return once all drafts are on disk, or it has been said that they cannot be."""
        self._due.stop()
        async with self._order:
            try:
                for key in tuple(self._now):
                    await self._keep(key)
            except StorageFailed as error:
                self.failed.emit(error.record())
            else:
                self.failed.emit(None)

    async def _keep(self, key: str) -> None:
        await self._have_read(key)
        draft = self._now[key]
        if draft != self._on_disk[key]:
            await self._drafts.keep(key, Draft() if draft.is_empty else draft)
            self._on_disk[key] = draft

    async def _read(self, key: str) -> None:
        async with self._order:
            try:
                await self._have_read(key)
            except StorageFailed as error:
                self.failed.emit(error.record())

    async def _read_marks(self) -> None:
        try:
            stored = await self._drafts.ids()
        except StorageFailed as error:
            self.failed.emit(error.record())
            return
        self._show_marks(self._marked | (stored - self._now.keys() - {NEW_CHAT_DRAFT}))

    def _mark(self, key: str) -> None:
        if key != NEW_CHAT_DRAFT:
            others = self._marked - {key}
            self._show_marks(others if self._now[key].is_empty else others | {key})

    def _show_marks(self, marked: frozenset[str]) -> None:
        if marked != self._marked:
            self._marked = marked
            self.marked.emit(marked)

    async def _have_read(self, key: str) -> None:
        if key in self._on_disk:
            return
        stored = await self._drafts.draft(key)
        self._on_disk[key] = stored
        if not stored.is_empty:
            self._now[key] = with_added(self.draft(key), stored)
            self._mark(key)
            self.found.emit(key, stored)
