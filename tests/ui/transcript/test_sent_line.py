"""A line across the column says from where on turns are sent."""

import pytest
from PySide6.QtGui import QAccessible
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.sent_line import (
    WORDS,
    _words_rect,
    sent_line_control,
    sent_line_height,
)
from hfchat_gui.ui.transcript.style import Style
from tests.ui.transcript.conftest import Chat


def lines(chat: Chat) -> list[int]:
    """The turns above which the line is drawn."""
    column = chat.pane.column
    return [turn for turn in range(len(column)) if column.view(turn).above]


def test_the_line_is_drawn_where_sending_begins_and_moves_along(chat: Chat) -> None:
    chat.fill(20)
    ids = chat.conversation.path_ids
    before, total = chat.pane.viewport().grab().toImage(), chat.pane.column.total
    chat.conversation.send_from(ids[18])
    assert lines(chat) == [18]
    assert chat.pane.column.total > total
    assert chat.pane.viewport().grab().toImage() != before
    chat.conversation.send_from(ids[16])
    assert lines(chat) == [16]


def test_the_line_is_not_drawn_above_all_turns(chat: Chat) -> None:
    chat.fill(4)
    chat.conversation.send_from(chat.conversation.path_ids[0])
    assert lines(chat) == []


def test_the_line_is_there_when_a_chat_is_opened(chat: Chat) -> None:
    chat.fill(4)
    chat.conversation.send_from(chat.conversation.path_ids[2])
    chat.pane.show_conversation(None)
    chat.pane.show_conversation(chat.conversation)
    assert lines(chat) == [2]


def test_what_is_read_stays_when_the_line_comes(chat: Chat) -> None:
    chat.fill(100)
    pane = chat.pane
    pane.scroll_to(pane.column.top(60))
    pane.scroller.settle_after(lambda: pane.column.refold(50))
    place = pane.column.top(60) - pane.scroller.offset
    chat.conversation.send_from(chat.conversation.path_ids[50])
    assert pane.column.top(60) - pane.scroller.offset == place


def test_other_details_move_nothing(chat: Chat) -> None:
    chat.fill(4)
    reply = chat.reply("Half", ReplyState.STREAMING)
    before = chat.pane.column.total
    chat.conversation.change_details(title="Other")
    assert chat.pane.column.total == before
    chat.settle(reply)


def test_a_screen_reader_hears_of_the_line_and_of_the_version(chat: Chat) -> None:
    chat.fill(4)
    chat.conversation.send_from(chat.conversation.path_ids[2])
    item = QAccessible.queryAccessibleInterface(chat.pane).child(2)
    assert item.text(QAccessible.Text.Description) == WORDS


def test_its_button_asks_for_the_turns_above_to_be_sent_again(chat: Chat, qtbot: QtBot) -> None:
    chat.fill(4)
    ids = chat.conversation.path_ids
    assert "Send the turns above again" not in chat.controls_of(2)
    chat.conversation.send_from(ids[2])
    with qtbot.waitSignal(chat.pane.turn_command) as asked:
        chat.click(2, ControlKind.COMMAND, command=TurnCommand.SEND_ALL)
    assert asked.args == [ids[2], TurnCommand.SEND_ALL]
    item = QAccessible.queryAccessibleInterface(chat.pane).child(2)
    names = [item.child(at).text(QAccessible.Text.Name) for at in range(item.childCount())]
    assert names[0] == "Send the turns above again"
    chat.conversation.send_from(None)
    assert lines(chat) == []


@pytest.mark.parametrize("size", [80, 100, 200])
@pytest.mark.parametrize("width", [200, 420, 720])
def test_the_words_are_whole_at_every_width_and_size(chat: Chat, width: int, size: int) -> None:
    theme().set_text_size(size)
    try:
        style = Style.made(LIGHT)
    finally:
        theme().set_text_size(100)
    words = _words_rect(width, style)
    assert words.left() >= 0
    assert words.right() <= width
    button = sent_line_control(width, style).rect
    assert button is not None
    assert 0 <= button.left() < button.right() <= width
    assert words.bottom() < button.top()
    assert button.bottom() < sent_line_height(width, style)
