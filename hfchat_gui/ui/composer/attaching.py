"""The ways by which text gets into the composer as a folded piece, and how one is opened."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QMimeData, QObject, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from hfchat_gui.conversation.draft import fits_beside
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.attached_wording import (
    NO_PICTURES,
    TOO_MUCH,
    reading,
    refusal_of,
    within,
)
from hfchat_gui.ui.composer.attached_texts import AttachedRow
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.composer.file_reading import read_files
from hfchat_gui.ui.composer.handed_over import local_files
from hfchat_gui.ui.composer.text_files import NotTaken, shown_name
from hfchat_gui.ui.composer.writing import Writing


@dataclass(frozen=True, slots=True, eq=False)
class _Read:
    """Files that are being read, and for which chat."""

    session: ChatSession
    names: list[str]


class Attaching(QObject):
    """Reads what is dropped, pasted or chosen; `refused` says what could not be taken.

    What is read goes to the chat that it was dropped in, wherever one is by then.
    """

    refused = Signal(str)  # sentences, or "" once something else was taken
    removed = Signal(str, object)  # what was removed, and what takes it back: a function

    def __init__(
        self,
        session: ChatSession,
        composer: Composer,
        writing: Writing,
        tasks: TaskScope,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._writing = writing
        self._reads: list[_Read] = []
        self._composer = composer
        self._tasks = tasks
        self._pane = parent
        self._chooser: QFileDialog | None = None
        self._chat = 0  # counts the chats that were shown
        composer.attach_requested.connect(self.choose_files)
        composer.edit.files_pasted.connect(self.take_files)
        composer.edit.picture_pasted.connect(self._on_picture)
        composer.attached.open_requested.connect(self._on_open)
        composer.attached.removed.connect(self._on_removed)
        composer.attached.refused.connect(self._on_too_much)

    def show_session(self, session: ChatSession) -> None:
        """Take for this chat what comes from now on; what is still being read is for its own."""
        self._session = session
        self._chat += 1
        self.refused.emit("")
        self._say_reading()

    def take(self, source: QMimeData) -> None:
        """Take what was dropped on the pane."""
        if files := local_files(source):
            self.take_files(files)
        else:
            self._on_picture()

    def take_files(self, paths: list[str]) -> None:
        """Read these files and attach those that are text."""
        read = _Read(self._session, [shown_name(path) for path in paths])
        self._reads.append(read)
        self._say_reading()
        self._tasks.start(self._read(paths, read), "read files")

    def choose_files(self) -> None:
        """Let the person choose files to attach."""
        if self._chooser is not None:
            return
        self._chooser = chooser = QFileDialog(self._pane, "Attach text files")
        chooser.setFileMode(QFileDialog.FileMode.ExistingFiles)
        chooser.setLabelText(QFileDialog.DialogLabel.Accept, "Attach")
        chooser.filesSelected.connect(self.take_files)
        chooser.finished.connect(self._on_chosen)
        chooser.open()

    async def _read(self, paths: list[str], read: _Read) -> None:
        taken: list[AttachedText] = []

        def take(piece: AttachedText) -> None:
            if not fits_beside(piece, (*self._writing.draft_of(read.session).attached, *taken)):
                raise NotTaken(TOO_MUCH)
            taken.append(piece)

        try:
            refusal = await read_files(paths, take)
        finally:
            self._reads.remove(read)
        self._writing.take_pieces(read.session, taken)
        if refusal or read.session is self._session:
            self.refused.emit(refusal)
        self._say_reading(sends=not refusal)

    def _say_reading(self, *, sends: bool = True) -> None:
        here = [
            name for read in self._reads if read.session is self._session for name in read.names
        ]
        self._composer.set_reading(reading(here), sends=sends)

    def _on_chosen(self) -> None:
        if self._chooser is not None:
            self._chooser.deleteLater()
            self._chooser = None
        self._composer.setFocus()

    def _on_picture(self) -> None:
        self.refused.emit(NO_PICTURES)

    def _on_too_much(self, piece: AttachedText) -> None:
        self.refused.emit(refusal_of(piece))

    def _on_open(self, row: AttachedRow) -> None:
        self._tasks.start(self._open(row, self._chat), "open attached text")

    async def _open(self, row: AttachedRow, chat: int) -> None:
        from hfchat_gui.eventloop.dialogs import finished
        from hfchat_gui.ui.composer.attached_dialog import AttachedTextDialog

        dialog = AttachedTextDialog(row.piece, self._pane)
        try:
            await finished(dialog)
        finally:  # the end of the program closes it too
            if chat == self._chat:
                self._composer.attached.replace(row, dialog.piece)
            dialog.deleteLater()

    def _on_removed(self, piece: AttachedText, index: int) -> None:
        chat = self._chat

        def put_back() -> None:
            if chat == self._chat:
                self._composer.attached.insert(piece, index)

        self.removed.emit(f"Removed {within(piece)}", put_back)
        if not self._composer.attached.pieces:
            self._composer.setFocus()
