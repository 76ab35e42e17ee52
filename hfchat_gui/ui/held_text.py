"""Pasted text that is too long for the message field: kept aside, named, and sent along."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QVBoxLayout, QWidget

from hfchat_gui.ui.buttons import IconButton
from hfchat_gui.ui.palette import SPACE_S, SPACE_XS


class HeldText(QWidget):
    """One row for each piece of text, with its length and a button that drops it."""

    changed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[_Row] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_XS)
        self.hide()

    @property
    def texts(self) -> tuple[str, ...]:
        """The pieces, in the order of their arrival."""
        return tuple(row.text for row in self._rows)

    def add(self, text: str) -> None:
        """Keep one more piece."""
        row = _Row(text, self)
        row.drop_requested.connect(self._drop)
        self._rows.append(row)
        self._column.addWidget(row)
        row.show()
        self._show()

    def clear(self) -> None:
        """Drop all pieces."""
        for row in tuple(self._rows):
            self._drop(row)

    def _drop(self, row: _Row) -> None:
        self._rows.remove(row)
        row.hide()
        row.deleteLater()
        self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._rows))
        self.changed.emit()


class _Row(QWidget):
    drop_requested = Signal(object)

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.text = text
        label = QLabel(f"Pasted text, {len(text):,} characters: it is sent with the message", self)
        label.setProperty("tone", "secondary")
        drop = IconButton("Remove the pasted text", "x", parent=self)
        drop.clicked.connect(self._on_drop)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(label)
        row.addWidget(drop)
        row.addStretch(1)

    def _on_drop(self) -> None:
        self.drop_requested.emit(self)
