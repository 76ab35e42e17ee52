"""A chat pane on a real conversation, and short ways to fill one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.records import StoredConversation
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.transcript.turn_view import Placed

MODEL = ModelRef(Source.LOCAL, "Tiny-1B")


class Chat:
    """A conversation and the pane that shows it."""

    def __init__(self, pane: Transcript) -> None:
        self.pane = pane
        self.conversation = Conversation.new(MODEL)
        pane.show_conversation(self.conversation)

    def say(self, text: str) -> Message:
        """Add a person's turn."""
        return self._add(Message(Role.USER, (TextPart(text),)))

    def reply(
        self, text: str = "", state: ReplyState = ReplyState.COMPLETE, **more: Any
    ) -> Message:
        """Add a reply."""
        parts = (TextPart(text),) if text else ()
        return self._add(Message(Role.ASSISTANT, parts, state=state, model=MODEL, **more))

    def grow(self, message: Message, more: str) -> Message:
        """Let an open reply grow."""
        text = message.text + more
        grown = replace(message, parts=(TextPart(text),), state=ReplyState.STREAMING)
        self.conversation.grow(grown)
        return grown

    def settle(self, message: Message, **changes: Any) -> Message:
        """End a reply."""
        settled = replace(message, **{"state": ReplyState.COMPLETE, **changes})
        self.conversation.settle(settled)
        return settled

    def fill(self, turns: int) -> None:
        """Show a stored conversation of many turns."""
        messages: list[Message] = []
        for number in range(turns):
            role = Role.ASSISTANT if number % 2 else Role.USER
            text = f"Turn {number}. " + "Words that fill a line or two of the pane. " * (number % 7)
            parent = messages[-1].id if messages else None
            messages.append(Message(role, (TextPart(text),), parent=parent, model=MODEL))
        details = replace(self.conversation.details, leaf=messages[-1].id)
        self.conversation = Conversation.stored(StoredConversation(details, tuple(messages)))
        self.pane.show_conversation(self.conversation)

    def drawn_text(self, turn: int) -> str:
        """What the pieces of a turn say, but for who speaks."""
        view = self.pane.column.view(turn)
        view.measure(0, 10**9)
        pieces = view.pieces if view.is_card else view.pieces[1:]
        return "\n".join(piece.text(0, piece.length) for piece in pieces if piece.length)

    def controls_of(self, turn: int) -> list[str]:
        """The names of what can be pressed in a turn."""
        view = self.pane.column.view(turn)
        view.measure(0, 10**9)
        return [placed.control.name for placed in view.controls()]

    def placed(
        self,
        turn: int,
        kind: ControlKind,
        part: int | None = None,
        command: TurnCommand | None = None,
    ) -> Placed:
        """One of a turn's controls, and where it is drawn."""
        return next(
            each
            for each in self.pane.column.view(turn).controls()
            if each.control.kind is kind
            and part in (None, each.control.part)
            and each.control.command is command
        )

    def click(
        self,
        turn: int,
        kind: ControlKind,
        part: int | None = None,
        command: TurnCommand | None = None,
    ) -> None:
        """Click one of a turn's controls where it is drawn."""
        self.click_at(turn, self.placed(turn, kind, part, command).rect.center())

    def click_at(self, turn: int, point: QPointF, **how: Any) -> None:
        """Click a point of a turn."""
        button = Qt.MouseButton.LeftButton
        QTest.mouseClick(self.pane.viewport(), button, pos=self.in_window(turn, point), **how)

    def in_window(self, turn: int, point: QPointF) -> Any:
        """A point of a turn in the coordinates of the window."""
        pane = self.pane
        top = pane.column.top(turn) - pane.scroller.offset
        return (point + QPointF(pane.left, top)).toPoint()

    def _add(self, message: Message) -> Message:
        message = replace(message, parent=self.conversation.details.leaf)
        self.conversation.add(message)
        return message


@pytest.fixture
def chat(qtbot: QtBot, qapp: QApplication) -> Iterator[Chat]:
    """An empty chat in a pane of 800 by 600."""
    theme().dress(qapp)
    pane = Transcript()
    pane.set_palette(LIGHT)
    qtbot.addWidget(pane)
    pane.resize(800, 600)
    pane.show()
    yield Chat(pane)
    pane.show_conversation(None)
