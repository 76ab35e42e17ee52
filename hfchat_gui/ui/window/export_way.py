"""The way from the chat on screen to a file of the person's: where to, and how it went."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QStandardPaths
from PySide6.QtWidgets import QFileDialog, QWidget

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.chat.notices import Notices
from hfchat_gui.ui.ports import WriteFile

EXPORT_NOTICE = "export"
FORMATS = {
    "Markdown, the turns that are shown (*.md)": "md",
    "JSON, every version of every turn (*.json)": "json",
}
_LONGEST_NAME = 80  # characters
_NOT_IN_NAMES = re.compile(r'[\\/:*?"<>|]+')


class ExportWay(QObject):
    """Asks for the file, one dialog at a time, and has it written on a thread."""

    def __init__(
        self,
        window: QWidget,
        write_file: WriteFile,
        tasks: TaskScope,
        notices: Notices,
        conversation: Callable[[], Conversation],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._write_file = write_file
        self._tasks = tasks
        self._notices = notices
        self._conversation = conversation
        self._chooser: QFileDialog | None = None

    def open(self) -> None:
        """Ask where the chat on screen is to be written to."""
        self._ask(self._conversation())

    def _ask(self, conversation: Conversation) -> None:
        if self._chooser is not None:
            return
        folder = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.DocumentsLocation)
        self._chooser = chooser = QFileDialog(self._window, "Export chat", folder)
        chooser.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        chooser.setLabelText(QFileDialog.DialogLabel.Accept, "Export")
        chooser.setNameFilters(list(FORMATS))
        chooser.setDefaultSuffix("md")
        chooser.selectFile(f"{file_name(conversation.title)}.md")
        chooser.filterSelected.connect(self._on_format)
        chooser.fileSelected.connect(partial(self._on_file, conversation))
        chooser.finished.connect(self._on_finished)
        chooser.open()

    def _on_format(self, words: str) -> None:
        if self._chooser is not None:
            suffix = FORMATS[words]
            self._chooser.setDefaultSuffix(suffix)
            typed = Path(self._chooser.selectedFiles()[0]).stem
            self._chooser.selectFile(f"{typed}.{suffix}")

    def _on_file(self, conversation: Conversation, name: str) -> None:
        self._tasks.start(self._write(conversation, Path(name)), "export a chat")

    def _on_finished(self) -> None:
        if self._chooser is not None:
            self._chooser.deleteLater()
            self._chooser = None

    async def _write(self, conversation: Conversation, file: Path) -> None:
        loop, whole = asyncio.get_running_loop(), conversation.all_turns
        try:
            await loop.run_in_executor(None, self._write_file, whole, file)
        except StorageFailed as error:
            self._notices.put(EXPORT_NOTICE, error.record(), partial(self._ask, conversation))
        else:
            self._notices.say(EXPORT_NOTICE, f"This chat is exported to {file}.")


def file_name(title: str) -> str:
    """Return a title as the name of a file, without an ending."""
    name = " ".join(_NOT_IN_NAMES.sub(" ", printable(title)).split())
    return name[:_LONGEST_NAME].strip(" .") or "Chat"
