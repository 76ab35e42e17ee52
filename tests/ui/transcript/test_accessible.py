"""A screen reader finds the pane, every turn in it, and the turns' buttons."""

import pytest
import shiboken6
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleInterface,
    QGuiApplication,
)
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.ui.transcript import accessible, safe_answers
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.jump_button import JumpButton
from hfchat_gui.ui.transcript.transcript import Transcript
from tests.helpers.guards import LogGuard
from tests.ui.transcript.conftest import Chat

NAME = QAccessible.Text.Name


def pane_of(chat: Chat) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(chat.pane)


def is_missing(thing: object) -> bool:
    """Whether there is nothing, which the stubs do not know can be."""
    return thing is None


def text_of(item: QAccessibleInterface) -> str:
    text = item.textInterface()
    return text.text(0, text.characterCount())


def test_turns_are_items_named_after_who_speaks(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("**Hi** there")
    pane = pane_of(chat)
    assert (pane.text(NAME), pane.role(), pane.childCount()) == (
        "Transcript",
        QAccessible.Role.List,
        2,
    )
    assert [pane.child(index).text(NAME) for index in range(2)] == [
        "You: Hello",
        "Tiny-1B: **Hi** there",
    ]
    assert text_of(pane.child(1)) == "**Hi** there"
    assert pane.indexOfChild(pane.child(1)) == 1
    assert pane.child(1).parent() is pane
    assert pane.child(2) is None


def test_an_open_reply_is_busy_until_it_settles(chat: Chat) -> None:
    reply = chat.reply("Hi", ReplyState.STREAMING)
    item = pane_of(chat).child(0)
    assert item.state().busy
    reply = chat.grow(reply, " there")
    assert text_of(item) == "Hi there"
    chat.settle(reply)
    assert not item.state().busy


def test_a_reply_that_waits_says_why(chat: Chat) -> None:
    waiting = ReplyWaiting(WaitReason.LOADING_MODEL, 0.4)
    chat.reply("", ReplyState.WAITING, waiting=waiting)
    item = pane_of(chat).child(0)
    assert item.text(NAME) == "Tiny-1B: "
    assert item.text(QAccessible.Text.Description) == "Loading the model… 40 %"
    assert item.text(QAccessible.Text.Help) == ""


def test_a_reader_that_listens_is_told_of_turns(chat: Chat) -> None:
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    try:
        chat.settle(chat.reply("Hi", ReplyState.STREAMING))
    finally:
        QAccessible.setActive(was_active)
    assert pane_of(chat).child(0).text(NAME) == "Tiny-1B: Hi"


def test_what_is_asked_of_every_item_is_answered(chat: Chat) -> None:
    chat.say("Hello")
    pane = pane_of(chat)
    item = pane.child(0)
    button = item.child(0)
    assert pane.window() is item.window()
    assert pane.parent().object() is QApplication.instance()
    assert (button.childCount(), button.indexOfChild(item), item.indexOfChild(pane)) == (0, -1, -1)
    for nothing in (button.child(0), item.object(), item.child(5), button.textInterface()):
        assert is_missing(nothing)
    assert button.parent() is item
    assert is_missing(pane.childAt(-5, -5))
    assert is_missing(item.childAt(-5, -5))
    assert pane.indexOfChild(button) == -1
    assert not pane.state().invisible
    action = button.actionInterface()
    assert action.actionNames() == [QAccessibleActionInterface.pressAction()]
    assert action.keyBindingsForAction("Press") == ["Ctrl+Shift+C"]
    action.doAction("Dance")
    words = item.textInterface()
    assert words.cursorPosition() == words.offsetAtPoint(QPoint()) == words.selectionCount() == 0
    assert words.characterRect(0) == item.rect()


def test_the_buttons_of_an_error_are_pressed_from_outside(chat: Chat, qtbot: QtBot) -> None:
    error = ErrorRecord("busy", "The server is busy.", "HTTP 503", TRY_AGAIN)
    message = chat.reply("Half", ReplyState.FAILED, error=error)
    item = pane_of(chat).child(0)
    assert text_of(item) == "Half\nThe server is not ready\nThe server is busy."
    buttons = [item.child(index) for index in range(item.childCount())]
    assert [button.text(NAME) for button in buttons] == [
        "Try again",
        "Details",
        "Copy turn",
        "Continue this reply",
        "Delete this reply",
    ]
    assert all(button.role() == QAccessible.Role.Button for button in buttons)
    assert item.indexOfChild(buttons[1]) == 1
    centre = buttons[0].rect().center()
    assert pane_of(chat).childAt(centre.x(), centre.y()).child(0) is buttons[0]
    assert item.childAt(centre.x(), centre.y()) is buttons[0]
    with qtbot.waitSignal(chat.pane.action_requested) as asked:
        buttons[0].actionInterface().doAction(QAccessibleActionInterface.pressAction())
    assert asked.args == [message.id, TRY_AGAIN]


def test_turns_far_away_are_found_too(chat: Chat) -> None:
    chat.fill(300)
    pane = pane_of(chat)
    assert pane.child(0).text(NAME).startswith("You: Turn 0.")
    assert pane.child(0).state().offscreen
    assert pane.child(299).text(NAME).startswith("Tiny-1B: Turn 299.")
    assert not pane.child(299).state().offscreen


def test_items_of_turns_that_are_gone_say_nothing(chat: Chat) -> None:
    chat.say("Hello")
    item = pane_of(chat).child(0)
    button = item.child(0)
    chat.pane.show_conversation(None)
    assert item.state().invisible
    assert button.state().invisible
    assert (item.text(NAME), text_of(item), item.childCount()) == ("", "", 0)
    assert button.text(NAME) == ""
    button.actionInterface().doAction(QAccessibleActionInterface.pressAction())


def test_a_button_that_is_gone_does_nothing_and_comes_back(chat: Chat, qtbot: QtBot) -> None:
    chat.say("Hello")
    reply = chat.reply("Half", ReplyState.STOPPED)
    item = pane_of(chat).child(1)
    buttons = {item.child(at).text(NAME): item.child(at) for at in range(item.childCount())}
    retry = buttons["Retry this reply"]
    assert item.indexOfChild(retry) == 1
    later = chat.say("Go on")
    waiting = chat.reply("", ReplyState.WAITING)
    assert retry.isValid()
    assert retry.state().invisible
    assert (retry.text(NAME), retry.rect(), item.indexOfChild(retry)) == ("", QRect(), -1)
    with qtbot.assertNotEmitted(chat.pane.turn_command):
        retry.actionInterface().doAction(QAccessibleActionInterface.pressAction())
    chat.conversation.bin((waiting.id, later.id), reply.id)
    with qtbot.waitSignal(chat.pane.turn_command) as asked:
        retry.actionInterface().doAction(QAccessibleActionInterface.pressAction())
    assert asked.args == [reply.id, TurnCommand.RETRY]


def test_the_way_back_to_the_end_is_a_child(chat: Chat) -> None:
    chat.fill(100)
    chat.pane.scroll_to(0)
    pane = pane_of(chat)
    last = pane.child(pane.childCount() - 1)
    assert last.text(NAME) == "Jump to end"
    assert pane.indexOfChild(last) == 100


def test_text_is_counted_as_qt_counts_it(chat: Chat) -> None:
    chat.reply("a😀b")
    words = pane_of(chat).child(0).textInterface()
    assert words.characterCount() == 4
    assert [words.text(0, 1), words.text(1, 3), words.text(3, 4)] == ["a", "😀", "b"]


def test_items_of_a_pane_that_is_gone_say_nothing(qapp: QApplication) -> None:
    was_active = QAccessible.isActive()
    QAccessible.setActive(True)
    try:
        pane = Transcript()
        pane.show()
        chat = Chat(pane)
        chat.reply("Hello\n\n```\nx\n```\n")
        item = pane_of(chat).child(0)
        button = item.child(0)
        shiboken6.delete(pane)
        assert not item.isValid()
        assert not button.isValid()
        for each in (item, button):
            assert (each.text(NAME), each.childCount(), each.rect()) == ("", 0, QRect())
            assert is_missing(each.window())
            assert is_missing(each.child(0))
            each.state()
        assert is_missing(item.parent())
        button.actionInterface().doAction(QAccessibleActionInterface.pressAction())
    finally:
        QAccessible.setActive(was_active)


def test_counting_the_buttons_of_a_long_turn_measures_nothing(chat: Chat) -> None:
    chat.reply("".join(f"words\n\n```\n{n}\n```\n\n" for n in range(400)))
    item = pane_of(chat).child(0)
    view = chat.pane.column.view(0)
    measured = sum(piece.is_measured for piece in view.pieces)
    assert item.childCount() == 402
    assert item.child(5).text(NAME) == "Copy the code"
    assert item.rect().contains(item.child(5).rect())
    assert item.child(400).text(NAME) == "Copy turn"
    assert sum(piece.is_measured for piece in view.pieces) == measured
    item.child(5).actionInterface().doAction(QAccessibleActionInterface.pressAction())
    assert QGuiApplication.clipboard().text() == "5"


def test_a_point_of_a_long_chat_is_found_without_asking_every_turn(chat: Chat) -> None:
    chat.fill(300)
    pane = pane_of(chat)
    centre = pane.child(299).rect().center()
    assert pane.childAt(centre.x(), centre.y()) is pane.child(299)
    chat.pane.scroll_to(0)
    button = pane.child(300).rect().center()
    assert pane.childAt(button.x(), button.y()).text(NAME) == "Jump to end"
    item = pane.child(0)
    made = accessible._kept[-1]._turns
    assert pane.indexOfChild(item) == 0
    assert len(made) <= 4


def test_a_pane_that_is_taken_down_is_counted(chat: Chat, monkeypatch: pytest.MonkeyPatch) -> None:
    chat.reply("answer")
    pane = pane_of(chat)
    gone = JumpButton(chat.pane, chat.pane.column.style)
    shiboken6.delete(gone)
    with monkeypatch.context() as patch:
        patch.setattr(chat.pane, "_jump", gone)
        assert pane.childCount() == 1


def test_every_question_about_a_pane_that_goes_is_answered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch
) -> None:
    chat.reply("answer")
    pane, *others = every_item(pane_of(chat))
    with monkeypatch.context() as patch:
        patch.setattr(chat.pane.spoken_pane(), "is_alive", lambda: False)
        for item in (pane, *others):
            assert item.rect() == QRect()
            assert item.childCount() == 0
            assert is_missing(item.child(0))
            assert is_missing(item.childAt(1, 1))
            assert is_missing(item.window())
            assert item.text(NAME) == ""
            assert not item.state().focused
        assert is_missing(pane.parent())


def test_every_question_about_a_turn_that_cannot_be_shown_is_answered(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard
) -> None:
    def fail(*args: object) -> None:
        raise RecursionError

    chat.say("Hello")
    chat.reply("answer")
    items = every_item(pane_of(chat))
    log_guard.expect("^an accessible item cannot answer: RecursionError$")
    with monkeypatch.context() as patch:
        patch.setattr(safe_answers, "_reported", set())
        patch.setattr(chat.pane.column, "view", fail)
        patch.setattr(chat.pane.column, "top", fail)
        for item in items[1:]:
            assert item.rect() == QRect()
            assert item.childCount() == 0
            assert is_missing(item.child(0))
            item.state()
        assert items[1].text(NAME) == "You: Hello"
    assert len(log_guard.records) == 1


def test_the_pane_has_a_place_on_the_screen(chat: Chat) -> None:
    rect = pane_of(chat).rect()
    assert rect == QRect(chat.pane.mapToGlobal(QPoint(0, 0)), chat.pane.size())


def every_item(pane: QAccessibleInterface) -> list[QAccessibleInterface]:
    """The pane, its turns and their buttons."""
    turns = [pane.child(index) for index in range(pane.childCount())]
    buttons = [turn.child(at) for turn in turns for at in range(turn.childCount())]
    assert buttons
    return [pane, *turns, *buttons]
