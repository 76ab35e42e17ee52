"""The keyboard does at a turn what its buttons do."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import ControlKind
from tests.ui.transcript.conftest import Chat

ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier


class Asked:
    """What the pane was asked for, and the version that it shows then."""

    def __init__(self, chat: Chat) -> None:
        self.commands: list[tuple[str, TurnCommand]] = []
        chat.pane.turn_command.connect(self._on_command)

    def _on_command(self, message_id: str, command: TurnCommand) -> None:
        self.commands.append((message_id, command))

    def take(self) -> list[tuple[str, TurnCommand]]:
        """Return what was asked for since the last call."""
        taken, self.commands = self.commands, []
        return taken


def focus(chat: Chat, turn: int, command: TurnCommand) -> None:
    placed = chat.placed(turn, ControlKind.COMMAND, command=command)
    chat.pane.highlights.focused_turn, chat.pane.highlights.focused = turn, placed.control


def test_keys_mean_the_last_turn_that_offers_it(chat: Chat) -> None:
    asked = Asked(chat)
    question, answer = chat.say("Hello"), chat.reply("Hi")
    QTest.keyClick(chat.pane, Qt.Key.Key_E)
    QTest.keyClick(chat.pane, Qt.Key.Key_R)
    assert asked.take() == [(question.id, TurnCommand.EDIT), (answer.id, TurnCommand.RETRY)]


def test_a_turn_is_deleted_only_if_it_was_chosen(chat: Chat) -> None:
    asked = Asked(chat)
    question, answer = chat.say("Hello"), chat.reply("Hi")
    QTest.keyClick(chat.pane, Qt.Key.Key_Delete)
    assert asked.take() == []
    chat.click_at(0, QPointF(700, 20))
    QTest.keyClick(chat.pane, Qt.Key.Key_Delete)
    assert asked.take() == [(question.id, TurnCommand.DELETE)]
    focus(chat, 1, TurnCommand.RETRY)
    QTest.keyClick(chat.pane, Qt.Key.Key_Delete)
    assert asked.take() == [(answer.id, TurnCommand.DELETE)]


def test_a_chosen_turn_that_does_not_offer_it_passes_it_to_none(chat: Chat) -> None:
    asked = Asked(chat)
    chat.say("Hello")
    chat.reply("Hi")
    focus(chat, 1, TurnCommand.RETRY)
    QTest.keyClick(chat.pane, Qt.Key.Key_E)
    assert asked.take() == []


def test_nothing_is_asked_of_an_empty_pane_or_an_open_reply(chat: Chat) -> None:
    asked = Asked(chat)
    QTest.keyClick(chat.pane, Qt.Key.Key_E)
    chat.say("Hello")
    chat.reply("Half", ReplyState.STREAMING)
    for key in (Qt.Key.Key_E, Qt.Key.Key_R):
        QTest.keyClick(chat.pane, key)
    assert asked.take() == []


def test_a_turn_is_copied_with_a_key(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("**Hi**")
    QTest.keyClick(chat.pane, Qt.Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == "**Hi**"
    chat.click_at(0, QPointF(700, 20))
    QTest.keyClick(chat.pane, Qt.Key.Key_C, CTRL | SHIFT)
    assert QGuiApplication.clipboard().text() == "Hello"


def walked(chat: Chat) -> list[Message]:
    """Two versions of a reply; the arrows lead from one to the other."""
    chat.say("Which?")
    first = chat.reply("One")
    versions = [first, replace(first, id="second")]
    chat.conversation.add(versions[1])

    def on_command(message_id: str, command: TurnCommand) -> None:
        step = {TurnCommand.OLDER_VERSION: -1, TurnCommand.NEWER_VERSION: 1}[command]
        ids = [version.id for version in versions]
        chat.conversation.go_to(ids[ids.index(message_id) + step])

    chat.pane.turn_command.connect(on_command)
    return versions


def test_versions_are_walked_with_keys(chat: Chat) -> None:
    versions = walked(chat)
    QTest.keyClick(chat.pane, Qt.Key.Key_Left, ALT)
    assert chat.pane.column.messages[1] == versions[0]
    QTest.keyClick(chat.pane, Qt.Key.Key_Right, ALT)
    assert chat.pane.column.messages[1] == versions[1]


def test_the_keyboard_stays_on_the_arrows(chat: Chat) -> None:
    versions = walked(chat)
    focus(chat, 1, TurnCommand.OLDER_VERSION)
    QTest.keyClick(chat.pane, Qt.Key.Key_Space)
    assert chat.pane.column.messages[1] == versions[0]
    focused = chat.pane.highlights.focused
    assert focused is not None
    assert focused.name == "Newer version (1 of 2)"
    QTest.keyClick(chat.pane, Qt.Key.Key_Space)
    assert chat.pane.column.messages[1] == versions[1]


@pytest.mark.parametrize("command", [TurnCommand.DELETE, TurnCommand.RETRY])
def test_the_keyboard_leaves_a_button_that_is_gone_or_deletes(
    chat: Chat, command: TurnCommand
) -> None:
    question = chat.say("Hello")
    answer = chat.reply("Hi")
    focus(chat, 1, command)
    if command is TurnCommand.DELETE:
        chat.conversation.bin((answer.id,), question.id)
    else:
        chat.conversation.add(replace(answer, id="second", state=ReplyState.WAITING, parts=()))
    assert chat.pane.highlights.focused is None
    assert chat.pane.highlights.focused_turn is None
