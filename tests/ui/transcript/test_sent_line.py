"""A line across the column says from where on turns are sent."""

import pytest
from PySide6.QtGui import QAccessible

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.sent_line import WORDS, _words_rect, sent_line_height
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
    assert words.bottom() < sent_line_height(width, style)
