"""A dialog of one column: what it is about, and below it the buttons, Close as the last."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.leaving_line import LeavingLine
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.fonts import body_font, with_text
from hfchat_gui.ui.look.palette import (
    FOCUS_RING,
    FRAME,
    SPACE_L,
    SPACE_M,
    SPACE_S,
    SPACE_XL,
    SPACE_XS,
)
from hfchat_gui.ui.look.theme import theme

_WIDTH_IN_LETTERS = 66
_SMALLEST_WIDTH, _SMALLEST_HEIGHT = 560, 320


class Sheet(QDialog):
    """Open it with `eventloop.dialogs.finished`. It grows with the text, as far as the screen goes.

    What does not fit any more scrolls: see `scrolling`. Where `unkept` has something to say, it
    asks before it closes. `height` is that of a dialog whose contents
    change, in pixels at the usual size of text; 0: as high as what it shows.
    """

    def __init__(self, title: str, parent: QWidget, *, height: int = 0) -> None:
        super().__init__(parent)
        self._height = height
        self.setWindowTitle(f"{title} – HF Chat")
        self.contents: list[QWidget] = []  # shown in turn in the body; the highest one counts
        self.close_button = Button("Close", tip=f"Close: {title} (Esc)", parent=self)
        self.close_button.clicked.connect(self.accept)
        self.buttons = QHBoxLayout()
        self.buttons.setSpacing(SPACE_S)
        self.buttons.addStretch(1)
        self.buttons.addWidget(self.close_button)
        self.head = QVBoxLayout()
        self.body = QVBoxLayout()
        self._leaving = LeavingLine(self)
        self._leaving.kept.connect(self.point_out)
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(SPACE_XL, SPACE_L, SPACE_XL, SPACE_L)
        column.setSpacing(SPACE_M)
        column.addLayout(self.head)
        column.addLayout(self.body, 1)
        column.addWidget(self._leaving)
        column.addLayout(self.buttons)
        theme().changed.connect(self.fit, Qt.ConnectionType.QueuedConnection)

    def unkept(self) -> str:
        """Return what to say before something that was begun in here is lost, "" for nothing."""
        return ""

    def point_out(self) -> None:
        """Put the keyboard where that something is."""

    def ask_before(self, words: str, drop: Callable[[], None]) -> None:
        """Ask before something is lost, and call `drop` if the person wants that."""
        self._leaving.ask(words, drop)

    def fit(self) -> None:
        """Take the size that shows all, or as much of it as the screen has room for."""
        screen = self.screen().availableGeometry()
        letters = QFontMetrics(body_font()).averageCharWidth() * _WIDTH_IN_LETTERS
        width = max(letters, _SMALLEST_WIDTH, self.minimumSizeHint().width())
        width = min(width, screen.width())
        height = with_text(self._height) or max(self._wanted_height(width), _SMALLEST_HEIGHT)
        self.resize(width, min(height, screen.height() - 2 * FRAME))
        self._stay_within(screen)

    # Qt's own names.

    def done(self, result: int) -> None:
        words = self.unkept()
        if words:
            self.ask_before(words, lambda: QDialog.done(self, result))
        else:
            super().done(result)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._leaving.isVisible():
            self._leaving.keep()
        else:
            super().keyPressEvent(event)

    # What the size comes to.

    def _wanted_height(self, width: int) -> int:
        margins = self._column.contentsMargins()
        inner = width - margins.left() - margins.right() - 2 * FOCUS_RING
        height = max(_height_of(content, inner) for content in self.contents)
        height += self.head.sizeHint().height() + self.buttons.sizeHint().height()
        return height + margins.top() + margins.bottom() + 2 * (self._column.spacing() + FOCUS_RING)

    def _stay_within(self, screen: QRect) -> None:
        """Move up and left where it has grown out of the screen."""
        if self.isVisible():
            place = self.geometry()
            left = min(place.left(), screen.right() + 1 - place.width())
            top = min(place.top(), screen.bottom() + 1 - place.height())
            inside = QPoint(max(left, screen.left()), max(top, screen.top() + FRAME))
            self.setGeometry(QRect(inside, place.size()))


def _height_of(content: QWidget, width: int) -> int:
    lowest = content.minimumSizeHint().height()
    return max(content.heightForWidth(width), lowest) if content.hasHeightForWidth() else lowest


def scrolling(content: QWidget, parent: QWidget) -> QScrollArea:
    """Return `content` in a frame without lines that scrolls it up and down where it must."""
    area = QScrollArea(parent)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setViewportMargins(0, 0, SPACE_XS, 0)  # between what is in it and its bar
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    area.setProperty("kind", "bare")
    content.setProperty("kind", "bare")
    return area


def reading(content: QWidget, sheet: Sheet) -> QScrollArea:
    """Return `content`, which is only read, in a frame that the keyboard can scroll."""
    area = scrolling(content, sheet)
    content.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)  # room for the ring
    area.setAccessibleName(sheet.windowTitle())
    area.setToolTip("Scroll with the arrow keys")
    area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    area.setFocus(Qt.FocusReason.OtherFocusReason)
    return area


def table(rows: Sequence[tuple[str, str]], parent: QWidget) -> QGridLayout:
    """Return two columns of plain text, the first one stepping back; both can be copied."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(SPACE_L)
    grid.setVerticalSpacing(SPACE_S)
    grid.setColumnStretch(0, 1)
    grid.setColumnStretch(1, 1)
    for row, (name, value) in enumerate(rows):
        grid.addWidget(Sentence(name, "secondary", parent), row, 0, Qt.AlignmentFlag.AlignTop)
        grid.addWidget(Sentence(value, parent=parent), row, 1, Qt.AlignmentFlag.AlignTop)
    return grid
