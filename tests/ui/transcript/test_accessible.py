"""A screen reader finds the pane, every turn in it, and the turns' buttons."""

from PySide6.QtGui import QAccessible, QAccessibleActionInterface, QAccessibleInterface
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.errors import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import ReplyState
from tests.ui.transcript.conftest import Chat

NAME = QAccessible.Text.Name


def pane_of(chat: Chat) -> QAccessibleInterface:
    return QAccessible.queryAccessibleInterface(chat.pane)


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


def test_the_buttons_of_an_error_are_pressed_from_outside(chat: Chat, qtbot: QtBot) -> None:
    error = ErrorRecord("busy", "The server is busy.", "HTTP 503", TRY_AGAIN)
    message = chat.reply("Half", ReplyState.FAILED, error=error)
    item = pane_of(chat).child(0)
    assert text_of(item) == "Half\nThe server is busy."
    buttons = [item.child(index) for index in range(item.childCount())]
    assert [button.text(NAME) for button in buttons] == ["Try again", "Details", "Copy turn"]
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
    assert not item.isValid()
    assert not button.isValid()
    assert (item.text(NAME), text_of(item), item.childCount()) == ("", "", 0)
    assert button.text(NAME) == ""
    button.actionInterface().doAction(QAccessibleActionInterface.pressAction())


def test_the_way_back_to_the_end_is_a_child(chat: Chat) -> None:
    chat.fill(100)
    chat.pane.scroll_to(0)
    pane = pane_of(chat)
    last = pane.child(pane.childCount() - 1)
    assert last.text(NAME) == "Jump to end"
    assert pane.indexOfChild(last) == 100
