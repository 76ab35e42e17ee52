"""Turns that are far away cost nothing, and keep their place."""

import gc
from dataclasses import replace

from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, ReplyState, TextPart
from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.piece import Piece
from tests.ui.transcript.conftest import MODEL, Chat


def seen_from_end_to_end(chat: Chat) -> Column:
    pane = chat.pane
    pane.scroll_to(0)
    while pane.scroller.offset < pane.scroller.last:
        pane.scroll_by(pane.scroller.height)
    return pane.column


def test_turns_that_are_far_away_are_dropped_and_keep_their_height(chat: Chat) -> None:
    chat.fill(300)
    column = seen_from_end_to_end(chat)
    heights = [column.height(index) for index in range(300)]
    assert len(column._views) < 150
    for index in (0, 1, 2):
        view = column.view(index)
        view.measure(0, view.height)
        assert view.height == heights[index]


def test_a_turn_that_grew_unseen_takes_more_room(chat: Chat) -> None:
    chat.fill(300)
    column = seen_from_end_to_end(chat)
    grown = replace(column.messages[1], parts=(TextPart("words " * 2000),))
    height, total = column.height(1), column.total
    assert column.change(grown) is None
    assert column.height(1) > height + 500
    assert column.total - total == column.height(1) - height
    assert column.change(Message(grown.role)) is None


def test_the_first_turns_stay_when_the_path_forks_below(chat: Chat) -> None:
    chat.say("one")
    answer = chat.reply("answer")
    view = chat.pane.column.view(0)
    chat.conversation.add(replace(answer, id="other", state=ReplyState.STREAMING))
    assert len(chat.pane.column) == 2
    assert chat.pane.column.view(0) is view


def test_what_a_long_reply_was_drawn_with_goes_with_it(chat: Chat, qtbot: QtBot) -> None:
    long = chat.conversation
    chat.reply("words *and* more\n\n- a\n- b\n\n| a |\n|---|\n| 1 |\n\n```\nx\n```\n\n" * 200)
    short = Conversation.new(MODEL)
    alive = []
    gc.collect()
    gc.freeze()  # what all tests before have left need not be gone through again and again
    try:
        for conversation in (short, *(long, short) * 5):
            chat.pane.show_conversation(conversation)
            qtbot.waitUntil(lambda: not chat.pane.column.is_behind, timeout=20_000)
            if conversation is short:
                gc.collect()
                drawn = (isinstance(each, Piece | QTextDocument) for each in gc.get_objects())
                alive.append(sum(drawn))
    finally:
        gc.unfreeze()
    assert alive == alive[:1] * 6
