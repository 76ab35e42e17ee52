"""What an empty chat shows: which model will answer, where it runs, and three ways to begin."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QHBoxLayout,
    QLabel,
    QLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.controls.link_label import LinkLabel
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import (
    COLUMN_WIDTH,
    FOCUS_RING,
    RADIUS_CARD,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
)
from hfchat_gui.ui.look.theme import keep_font, theme
from hfchat_gui.ui.wording import cut, short_name, where_it_runs

EXAMPLES = (
    "Explain gradient descent to a gardener",
    "Write a regex for dates like 2026-11-30",
    "Draft a polite note to a late tenant",
)
_PADDING = 14


class EmptyState(QWidget):
    """A heading, a line on where the answer comes from, and example prompts."""

    example_chosen = Signal(str)
    settings_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._heading = QLabel(self)
        keep_font(self._heading, heading_font)
        self._heading.setWordWrap(True)
        self._heading.setContentsMargins(SPACE_XS, 0, SPACE_XS, 0)
        self._line = LinkLabel(self)
        self._line.setProperty("tone", "secondary")
        self._line.linkActivated.connect(self._on_link)
        self._cards = [ExampleCard(text, self) for text in EXAMPLES]
        self._lay_out()
        self._model: ModelRef | None = None
        self._has_token = False
        theme().changed.connect(self._write)

    @property
    def last_card(self) -> QWidget:
        """The last place in here that the Tab key reaches."""
        return self._cards[-1]

    def show_model(self, model: ModelRef) -> None:
        """Say that `model` will answer."""
        self._model = model
        self._write()

    def show_token(self, *, expected: bool) -> None:
        """Ask for a token from now on where the model needs one and none is `expected`."""
        self._has_token = expected
        self._write()

    def _write(self) -> None:
        if self._model is None:
            return
        self._heading.setText(f"Ask {short_name(self._model)} anything")
        line = escape(where_it_runs(self._model))
        if self._model.source is Source.LOCAL and self._has_token:
            self._line.write(f"{line} Larger models answer through Hugging Face: choose one above.")
        elif self._model.source is Source.LOCAL:
            words = "add a Hugging Face token"
            self._line.write(f"{line} For larger models, ", words, "settings", ".")
        elif self._model.source is Source.ROUTER and not self._has_token:
            name = escape(cut(self._model.name))
            line = f"{name} answers through Hugging Face, which needs a token: "
            self._line.write(line, "add one", "settings", ".")
        else:
            self._line.write(line)

    def _on_link(self, _target: str) -> None:
        self.settings_requested.emit()

    def _lay_out(self) -> None:
        self._row = QWidget(self)
        cards = QHBoxLayout(self._row)
        cards.setContentsMargins(0, 0, 0, 0)
        cards.setSpacing(SPACE_M)
        for card in self._cards:
            card.clicked.connect(self._on_card)
            cards.addWidget(card, 1)
        self._column = column = QWidget(self)
        column.setMaximumWidth(COLUMN_WIDTH - 2 * SPACE_L - SPACE_S)
        self._inner = inner = QVBoxLayout(column)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(SPACE_M)
        inner.addWidget(self._heading)
        inner.addWidget(self._line)
        inner.addSpacing(SPACE_S)
        inner.addWidget(self._row)
        across = QHBoxLayout()
        across.addStretch(1)
        across.addWidget(column, 1000)
        across.addStretch(1)
        outer = QVBoxLayout(self)
        outer.setContentsMargins(SPACE_L, SPACE_L, SPACE_L, SPACE_L)
        outer.addStretch(5)
        outer.addLayout(across)
        outer.addStretch(3)
        outer.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)

    def _leave_out(self) -> None:
        """Leave the examples out, or all of it, where there is no room."""
        for part in (self._column, self._row):
            part.show()
        room = self.height() - 2 * SPACE_L
        width = min(self.width() - 2 * SPACE_L, self._column.maximumWidth())
        for part in (self._row, self._column):
            self._inner.invalidate()  # or the height of before would be answered
            if self._inner.totalHeightForWidth(width) > room:
                part.hide()

    def _on_card(self) -> None:
        card = self.sender()
        if isinstance(card, ExampleCard):
            self.example_chosen.emit(card.text())

    # Qt's own names.

    def hasHeightForWidth(self) -> bool:
        return False  # the composer has the first claim to the room

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), 0)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._leave_out()


class ExampleCard(QAbstractButton):
    """A button whose text wraps; it grows with its text."""

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setText(text)
        self.setToolTip("Put this into the message")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        self._fit()
        theme().changed.connect(self._fit)

    def _fit(self) -> None:
        room = max(self.width() - 2 * _PADDING, 80)
        text = self.fontMetrics().boundingRect(
            0, 0, room, 10_000, int(Qt.TextFlag.TextWordWrap), self.text()
        )
        self.setMinimumHeight(text.height() + 2 * _PADDING)

    # Qt's own names.

    def sizeHint(self) -> QSize:
        return QSize(232, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        return QSize(96, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        width = FOCUS_RING if self.hasFocus() else 1
        inset = width / 2
        painter.setPen(QPen(palette.accent if self.hasFocus() else palette.hairline, width))
        painter.setBrush(palette.hover if self.underMouse() else palette.window)
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        painter.setPen(palette.text)
        inner = self.rect().adjusted(_PADDING, _PADDING, -_PADDING, -_PADDING)
        flags = Qt.TextFlag.TextWordWrap | Qt.AlignmentFlag.AlignVCenter
        painter.drawText(inner, int(flags), self.text())
        painter.end()
