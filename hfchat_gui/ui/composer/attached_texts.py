"""The text that goes along folded, in the composer: long pastes and files, one row for each."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hfchat_gui.conversation.draft import fits_beside
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import measure_of, name_of, within
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.controls.mark import Mark
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font

_ROWS_SHOWN = 3


class AttachedTexts(QScrollArea):
    """Holds the pieces in the order of their arrival; more than a few of them scroll."""

    changed = Signal()
    open_requested = Signal(object)  # AttachedRow
    removed = Signal(object, int)  # AttachedText, and where it was
    refused = Signal(object)  # AttachedText: too long to go along with the others

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._rows: list[AttachedRow] = []
        self._room = 1_000
        self._reached_after: QWidget | None = None
        inside = QWidget()
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(SPACE_XS)
        self.setWidget(inside)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        inside.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)
        self.hide()

    @property
    def pieces(self) -> tuple[AttachedText, ...]:
        """The pieces, in the order of their arrival."""
        return tuple(row.piece for row in self._rows)

    def set_pieces(self, pieces: Sequence[AttachedText]) -> None:
        """Hold these in place of what is there."""
        for row in self._rows:
            self._take_out(row)
        self._rows = []
        self.extend(pieces)

    def set_room(self, height: int) -> None:
        """Take at most `height` pixels, but always those of one row."""
        self._room = height
        self.setFixedHeight(self._wanted_height())

    def reach_after(self, widget: QWidget) -> None:
        """Let the Tab key reach the rows after `widget`, where they are read."""
        self._reached_after = widget

    def insert(self, piece: AttachedText, index: int) -> None:
        """Hold one more piece, at this place or at the end."""
        self._put(piece, min(index, len(self._rows)))
        self._show()

    def offer(self, piece: AttachedText) -> None:
        """Hold one more piece if it may go along with the others; else say `refused`."""
        if fits_beside(piece, self.pieces):
            self.add(piece)
        else:
            self.refused.emit(piece)

    def extend(self, pieces: Sequence[AttachedText]) -> None:
        """Hold more pieces, after the others, laid out at once."""
        for piece in pieces:
            self._put(piece, len(self._rows))
        self._show()

    def add(self, piece: AttachedText) -> None:
        """Hold one more piece, after the others."""
        self.insert(piece, len(self._rows))

    def replace(self, row: AttachedRow, piece: AttachedText) -> None:
        """Let a row that is still there hold the piece as it was edited; a blank one goes."""
        if row not in self._rows or row.piece == piece:
            return
        if not piece.text.strip():
            self.remove(row)
            return
        row.show_piece(piece)
        self.changed.emit()

    def remove(self, row: AttachedRow) -> None:
        """Drop a row that is still there."""
        if row not in self._rows:
            return
        index = self._rows.index(row)
        del self._rows[index]
        had_keyboard = row.has_keyboard
        self._take_out(row)
        self._show()
        if had_keyboard and self._rows:
            self._rows[min(index, len(self._rows) - 1)].setFocus()
        self.removed.emit(row.piece, index)

    def _put(self, piece: AttachedText, index: int) -> None:
        row = AttachedRow(piece, self)
        row.open_requested.connect(self.open_requested)
        row.remove_requested.connect(self.remove)
        self._rows.insert(index, row)
        self._column.insertWidget(index, row)
        row.show()
        before = self._rows[index - 1].last_button if index else self._reached_after
        if before is not None:
            row.reach_after(before)

    def _take_out(self, row: AttachedRow) -> None:
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _show(self) -> None:
        self.setVisible(bool(self._rows))
        self.setFixedHeight(self._wanted_height())
        self.changed.emit()

    def _wanted_height(self) -> int:
        shown = self._rows[:_ROWS_SHOWN]
        heights = [row.sizeHint().height() + SPACE_XS for row in shown]
        more = SPACE_S + SPACE_XS if len(self._rows) > _ROWS_SHOWN else 0  # a piece of the next one
        wanted = sum(heights) - SPACE_XS + more
        return min(wanted, max(self._room, heights[0] - SPACE_XS)) if heights else 0

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return QSize(200, self._wanted_height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.StyleChange):
            self.setFixedHeight(self._wanted_height())


class AttachedRow(QWidget):
    """One piece: what it is called, how long it is, and two buttons."""

    open_requested = Signal(object)  # itself
    remove_requested = Signal(object)  # itself

    def __init__(self, piece: AttachedText, parent: QWidget) -> None:
        super().__init__(parent)
        self.piece = piece
        self._name = ElidedLabel(parent=self)
        self._measure = QLabel(self)
        self._measure.setProperty("tone", "secondary")
        keep_font(self._measure, small_font)
        named = within(piece)
        self._open = Button("Open", kind="quiet", tip=f"Open {named} and edit it", parent=self)
        self._open.setAccessibleName(f"Open {named}")
        self._drop = IconButton(f"Remove {named}", "x", parent=self)
        self._open.clicked.connect(self._on_open)
        self._drop.clicked.connect(self._on_remove)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SPACE_S)
        row.addWidget(Mark("file-text", parent=self))
        row.addWidget(self._name, 1)
        row.addWidget(self._measure)
        row.addWidget(self._open)
        row.addWidget(self._drop)
        self.setFocusProxy(self._open)
        self.show_piece(piece)

    @property
    def has_keyboard(self) -> bool:
        """Whether one of its buttons has the keyboard."""
        return self._open.hasFocus() or self._drop.hasFocus()

    @property
    def last_button(self) -> QWidget:
        """The last place in here that the Tab key reaches."""
        return self._drop

    def reach_after(self, widget: QWidget) -> None:
        """Let the Tab key reach the buttons after `widget`."""
        QWidget.setTabOrder(widget, self._open)
        QWidget.setTabOrder(self._open, self._drop)

    def show_piece(self, piece: AttachedText) -> None:
        """Hold this piece."""
        self.piece = piece
        self._name.set_text(name_of(piece))
        self._measure.setText(measure_of(piece))

    def _on_open(self) -> None:
        self.open_requested.emit(self)

    def _on_remove(self) -> None:
        self.remove_requested.emit(self)
