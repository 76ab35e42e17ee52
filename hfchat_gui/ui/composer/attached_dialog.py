"""One piece of attached text, opened: plain text in a fixed-width font that can be edited."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QMimeData
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPlainTextEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import measure_of, name_of
from hfchat_gui.ui.composer.long_lines import broken, joined, mark_for
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.exact_text import ExactText, selected_in
from hfchat_gui.ui.look.fonts import code_font, small_font
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_S
from hfchat_gui.ui.look.theme import keep_font

_WIDTH, _HEIGHT = 720, 480


class AttachedTextDialog(QDialog):
    """Open it with `eventloop.dialogs.finished`. However it is closed, `piece` is as it reads."""

    def __init__(self, piece: AttachedText, parent: QWidget) -> None:
        super().__init__(parent)
        self._piece = piece
        self.setWindowTitle(f"{name_of(piece)} – HF Chat")
        self._edit = _Editor(piece.text, self)
        self._edit.setAccessibleName(name_of(piece))
        self._edit.setToolTip("The text as it is sent")
        self._revert = Button("Undo changes", tip="Show the text as it was", parent=self)
        self._revert.setEnabled(False)
        done = Button("Done", kind="primary", tip="Keep the text as it is here (Esc)", parent=self)
        self._revert.clicked.connect(self._on_revert)
        done.clicked.connect(self.accept)
        self._edit.textChanged.connect(self._on_edited)
        row = QHBoxLayout()
        row.addWidget(self._line(), 1)
        row.addWidget(self._revert)
        row.addWidget(done)
        column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        column.setSpacing(SPACE_S)
        column.addWidget(self._edit, 1)
        column.addLayout(row)
        self._edit.setFocus()
        room = parent.window().size()
        self.resize(min(_WIDTH, room.width() - 40), min(_HEIGHT, room.height() - 40))

    @property
    def piece(self) -> AttachedText:
        """The piece with the text as it is now."""
        return replace(self._piece, text=self._edit.whole_text)

    def _line(self) -> QLabel:
        words = measure_of(self._piece)
        if self._edit.is_broken:
            words = f"{words}. Its longest lines are broken for reading, at each {self._edit.mark}"
        line = QLabel(words, self)
        line.setProperty("tone", "secondary")
        keep_font(line, small_font)
        line.setWordWrap(True)
        return line

    def _on_edited(self) -> None:
        self._revert.setEnabled(self._edit.document().isUndoAvailable())

    def _on_revert(self) -> None:
        while self._edit.document().isUndoAvailable():
            self._edit.undo()


class _Editor(QPlainTextEdit):
    """Breaks what Qt could not lay out at every key, and gives it back whole."""

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.mark = mark_for(text)
        self.setProperty("kind", "field")
        keep_font(self, code_font)
        self.setTabChangesFocus(False)
        self._typed = ExactText(self.document())
        self._given, self._shown = text, broken(text, self.mark)
        self.setPlainText(self._shown)
        self._typed.note(self._shown)

    @property
    def is_broken(self) -> bool:
        """Whether lines of what was given are shown in pieces."""
        return self._shown != self._given

    @property
    def whole_text(self) -> str:
        """The text without the marks; the very text that was given while nothing was edited."""
        now = self._typed.text
        return self._given if now == self._shown else whole_characters(joined(now, self.mark))

    # Qt's own names.

    def createMimeDataFromSelection(self) -> QMimeData:
        found = QMimeData()
        found.setText(joined(selected_in(self.textCursor()), self.mark))
        return found

    def insertFromMimeData(self, source: QMimeData) -> None:
        text = source.text().replace(self.mark, "")  # it would be taken for one of ours
        self.insertPlainText(broken(text, self.mark))
