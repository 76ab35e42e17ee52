"""A block that grows leaves its parts above alone."""

import pytest
from PySide6.QtGui import QTextDocument
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.table_piece import TablePiece
from tests.ui.transcript.conftest import Chat

TABLE = "| a | b |\n|---|---|\n" + "".join(f"| {n} | words |\n" for n in range(200))
QUOTE = "".join(f"> paragraph {n} {'words ' * 20}\n>\n" for n in range(60))
ONES = "".join(f"1. item {n} {'words ' * 20}\n" for n in range(60))


@pytest.mark.parametrize("source", [TABLE, QUOTE, ONES], ids=["table", "quote", "list"])
def test_what_is_above_a_growing_part_is_left_alone(chat: Chat, qtbot: QtBot, source: str) -> None:
    at = len(source) * 2 // 3
    reply = chat.reply(source[:at], ReplyState.STREAMING)
    qtbot.waitUntil(lambda: not chat.pane.scroller.is_something_near)
    before = documents(chat)
    assert len(before) > 2
    reply = chat.grow(reply, source[at : at + 20])
    after = documents(chat)
    assert after.items() >= dict(list(before.items())[:-1]).items()
    chat.settle(chat.grow(reply, source[at + 20 :]))
    assert documents(chat).items() >= dict(list(before.items())[:-1]).items()


def documents(chat: Chat) -> dict[int, QTextDocument]:
    """The documents in the turn that are laid out now."""
    return {
        index: piece._document
        for index, piece in enumerate(chat.pane.column.view(0).pieces)
        if isinstance(piece, MarkdownPiece | TablePiece) and piece._document
    }
