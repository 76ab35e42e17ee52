"""How these tests act on the window and read it, by the names that a person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, QPointF, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.window.main_window import MainWindow

_PATIENCE = 30.0


async def until(holds: Callable[[], object]) -> None:
    """Wait, without blocking the loop, until this holds."""
    deadline = asyncio.get_running_loop().time() + _PATIENCE
    while not holds():
        assert asyncio.get_running_loop().time() < deadline, "waited in vain"
        await asyncio.sleep(0.005)


def text_of(widget: QWidget) -> str:
    """Return what a button or label says."""
    return widget.text() if isinstance(widget, QAbstractButton | QLabel) else ""


def named(window: MainWindow, name: str, kind: type[QWidget] = QWidget) -> list[QWidget]:
    """Return the visible widgets of this name."""
    return [
        child
        for child in window.findChildren(kind)
        if name in (child.accessibleName(), text_of(child)) and child.isVisible()
    ]


def message(window: MainWindow) -> QPlainTextEdit:
    """Return the message field."""
    return named(window, "Message")[0]  # type: ignore[return-value]


def press(window: MainWindow, name: str) -> None:
    """Click this button."""
    QTest.mouseClick(named(window, name, QPushButton)[0], Qt.MouseButton.LeftButton)


def press_card(window: MainWindow, name: str) -> None:
    """Click this button of the error card that is drawn in the transcript."""
    pane = window.findChild(Transcript)
    assert isinstance(pane, Transcript)
    turn = next(turn for turn, control in pane.visible_controls() if control.text == name)
    placed = next(one for one in pane.column.view(turn).controls() if one.control.text == name)
    top = pane.column.top(turn) - pane.scroller.offset
    point = (placed.rect.center() + QPointF(pane.left, top)).toPoint()
    QTest.mouseClick(pane.viewport(), Qt.MouseButton.LeftButton, pos=point)


class Opener(QObject):
    """Stands in for the person's web browser."""

    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        """Take note of an address that was to be opened."""
        self.opened.append(url.toString())

    @classmethod
    @contextmanager
    def of(cls, scheme: str) -> Iterator[Opener]:
        """Receive what is opened of this scheme."""
        opener = cls()
        QDesktopServices.setUrlHandler(scheme, opener, "take")  # type: ignore[arg-type]
        try:
            yield opener
        finally:
            QDesktopServices.unsetUrlHandler(scheme)


async def send(window: MainWindow, text: str) -> None:
    """Type, send and wait for the end of the reply."""
    QTest.keyClicks(message(window), text)
    QTest.keyClick(message(window), Qt.Key.Key_Return)
    await until(lambda: not window.session.is_replying)


def texts(window: MainWindow) -> str:
    """Return all that labels say now."""
    return "\n".join(label.text() for label in window.findChildren(QLabel) if label.isVisible())


def listed(window: MainWindow) -> list[str]:
    """Return the rows of the conversation list."""
    model = window.findChild(ConversationList).model()  # type: ignore[union-attr]
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]
