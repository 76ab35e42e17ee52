"""How the answers of this chat are drawn: two fields in a line, and the way to the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QGridLayout, QHBoxLayout, QWidget

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.parameters import count_more, shown_number, words_on_more
from hfchat_gui.ui.controls.sampling_fields import SamplingFields
from hfchat_gui.ui.look.fonts import small_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import theme

_MORE = "More parameters"


class ChatOptions(QFrame):
    """What makes sense holds as soon as it is typed. Esc closes it."""

    edited = Signal(object)  # SamplingOptions
    more_requested = Signal()
    left = Signal()

    def __init__(
        self, defaults: Callable[[], SamplingOptions], parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setObjectName("notice")
        self._defaults = defaults
        self._fields = SamplingFields(SamplingOptions(), self, in_a_row=True)
        self._more = Button(_MORE, tip="Top-p, stop, seed and others, for this chat", parent=self)
        self._reset = Button(
            "Use defaults", tip="Take what the settings say for new chats", parent=self
        )
        self._close = IconButton(
            "Close the options", "x", tip="Close the options (Esc)", parent=self
        )
        self._buttons = QHBoxLayout()
        self._buttons.setSpacing(SPACE_M)
        self._buttons.addWidget(self._more)
        self._buttons.addWidget(self._reset)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        self._grid.setHorizontalSpacing(SPACE_M)
        self._grid.setVerticalSpacing(SPACE_S)
        self._grid.setColumnStretch(0, 1)
        self._grid.addWidget(self._fields, 0, 0)
        self._grid.addLayout(self._buttons, 0, 1, Qt.AlignmentFlag.AlignTop)
        self._grid.addWidget(self._close, 0, 2, Qt.AlignmentFlag.AlignTop)
        self._is_broken = False
        self._fields.changed.connect(self.edited)
        self._more.clicked.connect(self.more_requested)
        self._reset.clicked.connect(self._on_reset)
        self._close.clicked.connect(self.left)
        theme().changed.connect(self._break_where_needed, Qt.ConnectionType.QueuedConnection)
        self.setFocusProxy(self._fields)
        self.hide()

    def show_sampling(self, sampling: SamplingOptions) -> None:
        """Show these options; what is being typed stays where they are the same as before."""
        self._fields.show_sampling(sampling)
        count = words_on_more(sampling)
        self._more.setText(f"{_MORE} ({count})" if count else _MORE)
        self._break_where_needed()

    def show_chat(self, sampling: SamplingOptions) -> None:
        """Show the options of another chat."""
        self._fields.show_sampling(sampling, anew=True)
        self.show_sampling(sampling)

    def _break_where_needed(self) -> None:
        """Put the buttons below the fields where both have no room in one line.

        Fields, and buttons, stand below each other where they have no room in a line of their own.
        """
        margins = self._grid.contentsMargins()
        room = self.width() - margins.left() - margins.right()
        fields, close = self._fields.width_in_a_row, self._close.sizeHint().width()
        buttons = sum(one.sizeHint().width() for one in (self._more, self._reset)) + SPACE_M
        is_broken = fields + buttons + close + 2 * SPACE_M > room
        self._fields.stand(in_a_row=fields + close + SPACE_M <= room)
        in_a_line = QBoxLayout.Direction.LeftToRight
        below = QBoxLayout.Direction.TopToBottom
        self._buttons.setDirection(in_a_line if buttons <= room else below)
        above = 0 if is_broken else QFontMetrics(small_font()).height() + SPACE_XS
        self._buttons.setContentsMargins(0, above, 0, 0)  # in line with what is typed into
        if is_broken != self._is_broken:
            self._is_broken = is_broken
            self._grid.removeItem(self._buttons)
            place = (1, 0, 1, 3) if is_broken else (0, 1, 1, 1)
            side = Qt.AlignmentFlag.AlignLeft if is_broken else Qt.AlignmentFlag.AlignTop
            self._grid.addLayout(self._buttons, *place, side)

    def _on_reset(self) -> None:
        before, defaults = self._fields.sampling, self._defaults()
        sampling = replace(before, temperature=defaults.temperature, max_tokens=defaults.max_tokens)
        self._fields.show_sampling(sampling, anew=True)
        if sampling != before:
            self.edited.emit(sampling)

    # Qt's own names.

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and _is_escape(event):
            event.accept()  # it closes this; elsewhere it stops the reply
            return True
        return super().event(event)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._break_where_needed()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if _is_escape(event):
            self.left.emit()
        else:
            super().keyPressEvent(event)


def in_words(sampling: SamplingOptions) -> str:
    """Return the options in one line, for the button that opens them."""
    temperature = shown_number(sampling.temperature) or "default"
    longest = f"{sampling.max_tokens:,} tokens" if sampling.max_tokens else "default"
    more = count_more(sampling)
    rest = f", {more} more set" if more else ""
    return f"temperature {temperature}, longest reply {longest}{rest}"


def _is_escape(event: QEvent) -> bool:
    return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Escape
