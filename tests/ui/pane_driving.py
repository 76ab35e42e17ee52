"""A pane on real chats, in a window of its own, and how these tests act on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QVBoxLayout, QWidget

from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.message import AttachedText, Message, Role
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.ui.chat.chat_pane import ChatPane
from hfchat_gui.ui.composer.attached_texts import AttachedTexts
from hfchat_gui.ui.composer.message_edit import MessageEdit
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.transcript import Transcript
from tests.ui.driving import until
from tests.ui.stand_ins import House


class OpenPane:
    """The pane, and what is in it by the names that a person sees."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.chats: Chats = house.chats()
        self.window = QWidget()
        self.pane = ChatPane(
            self.chats.new(), house.drafts, house.preferences, house.reported.append, self.window
        )
        column = QVBoxLayout(self.window)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.pane)
        self.chats.subscribe(lambda _session: self.pane.show_reply_state())

    @property
    def session(self) -> ChatSession:
        """The session on screen."""
        return self.pane.session

    @property
    def edit(self) -> MessageEdit:
        """The message field."""
        return self.pane.findChild(MessageEdit)  # type: ignore[return-value]

    @property
    def transcript(self) -> Transcript:
        """The turns on screen."""
        self.pane.warm_up()
        return self.pane.findChild(Transcript)  # type: ignore[return-value]

    @property
    def typed(self) -> str:
        """What stands in the message field."""
        return self.edit.toPlainText()

    @property
    def attached(self) -> tuple[AttachedText, ...]:
        """What stands folded."""
        return self.pane.findChild(AttachedTexts).pieces  # type: ignore[union-attr]

    def type(self, text: str) -> None:
        """Type."""
        QTest.keyClicks(self.edit, text)

    def press(self, name: str) -> None:
        """Click the visible button of this accessible name."""
        self.button(name).click()

    def button(self, name: str) -> QPushButton:
        """Return the visible button of this accessible name or text."""
        found = [
            button
            for button in self.pane.findChildren(QPushButton)
            if name in (button.accessibleName(), button.text()) and button.isVisible()
        ]
        assert found, name
        return found[-1]

    def shows(self, name: str) -> bool:
        """Whether something of this name or text is visible."""
        return any(
            name in (child.accessibleName(), getattr(child, "text", str)())
            for child in self.pane.findChildren(QWidget)
            if child.isVisible() and not isinstance(child, MessageEdit)
        )

    async def send(self, text: str) -> None:
        """Type, send and wait for the end of the reply."""
        self.type(text)
        QTest.keyClick(self.edit, Qt.Key.Key_Return)
        await until(lambda: not self.session.is_replying)

    def own(self) -> list[Message]:
        """The person's turns on the path."""
        return [turn for turn in self.session.conversation.path if turn.role is Role.USER]

    def drop(self, source: QMimeData, on: QWidget | None = None) -> None:
        """Drop this on a widget of the pane as Qt would: the first that takes it gets it."""
        target = on or self.pane
        where = QPointF(target.rect().center())
        held = (Qt.DropAction.CopyAction, source, Qt.MouseButton.LeftButton)
        modifiers = Qt.KeyboardModifier.NoModifier
        while True:
            event = QDragEnterEvent(where.toPoint(), *held, modifiers)
            event.ignore()
            QApplication.sendEvent(target, event)
            if event.isAccepted():
                break
            target = target.parentWidget()  # type: ignore[assignment]
        QApplication.sendEvent(target, QDropEvent(where, *held, modifiers))


@asynccontextmanager
async def open_pane(house: House) -> AsyncIterator[OpenPane]:
    """Open a pane on the house; what it reports fails the test at its end."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    theme().dress(app)
    opened = OpenPane(house)
    opened.window.resize(900, 600)
    opened.window.show()
    opened.window.activateWindow()
    opened.pane.focus_message()
    try:
        yield opened
    finally:
        opened.pane.detach()
        await opened.chats.aclose()
        await opened.pane.aclose()
        opened.window.close()
        opened.window.deleteLater()
    assert house.reported == []


def files(paths: Sequence[Path]) -> QMimeData:
    """Return what a file manager hands over for these files."""
    source = QMimeData()
    source.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    return source


def picture() -> QMimeData:
    """Return what a copied picture brings."""
    image = QImage(4, 4, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.red)
    source = QMimeData()
    source.setImageData(image)
    return source


def pasted(text: str) -> QMimeData:
    """Return what copied text brings."""
    source = QMimeData()
    source.setText(text)
    return source
