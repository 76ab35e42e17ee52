"""How these tests act on the window and read it, by the names that a person sees."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from hfchat_gui.ui.conversation_list import ConversationList
from hfchat_gui.ui.main_window import MainWindow

_PATIENCE = 5.0


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
