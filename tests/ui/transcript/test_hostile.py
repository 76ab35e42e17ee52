"""Whatever a model writes is shown, in little time, and hides nothing else."""

from time import thread_time
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import Message, ReplyState, Role, ToolCallPart
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.plain_piece import PlainPiece
from hfchat_gui.ui.transcript.table_piece import TablePiece
from tests.ui.transcript.conftest import MODEL, Chat

_STEP = 0.5  # seconds of our own: other work may have the processor meanwhile
DEEP = {
    "quotes on one line": ">" * 10_000 + " x",
    "quotes with spaces": "> " * 10_000 + " x",
    "lists on one line": "- " * 10_000 + "x",
    "lists in lists": "\n".join("  " * depth + "- a" for depth in range(300)),
    "quotes in quotes": "\n".join(">" * depth + " a" for depth in range(1, 200)),
    "a paragraph that goes on with quotes": "words " * 700 + ">" * 10_000,
    "an item without an end": "- item\n\n" + "  more words\n\n" * 4000,
}
WIDE = {
    "brackets": "[" * 20_000,
    "stars": "*" * 20_000,
    "half emphasis": "*a **b " * 4000,
    "pictures": "![a](" * 5000,
}
COLUMNS = 300
TABLE = f"{'|a' * COLUMNS}|\n{'|-' * COLUMNS}|\n" + f"{'|b' * COLUMNS}|\n" * 5


def grown(chat: Chat, source: str) -> float:
    """Let a reply grow by a server's chunks; return the longest time that one took."""
    reply = chat.reply("", ReplyState.STREAMING)
    longest = 0.0
    for at in range(0, len(source), 5000):
        begin = thread_time()
        reply = chat.grow(reply, source[at : at + 5000])
        longest = max(longest, thread_time() - begin)
    chat.settle(reply)
    return longest


@pytest.mark.parametrize("source", [*DEEP.values(), *WIDE.values()], ids=[*DEEP, *WIDE])
def test_what_is_too_deep_or_wide_is_shown_and_so_is_what_follows(
    chat: Chat, qtbot: QtBot, source: str
) -> None:
    assert grown(chat, source + "\n\n# After\n") < _STEP
    chat.say("next")
    qtbot.waitUntil(lambda: not chat.pane.column.is_behind)
    view = chat.pane.column.view(0)
    assert view.pieces[-1].source == "# After"
    shown = "".join(piece.source for piece in view.pieces[1:-1])
    assert "".join(shown.split()) == "".join(source.split())
    assert chat.drawn_text(1) == "next"


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_what_is_too_deep_is_plain_text(chat: Chat, qtbot: QtBot, source: str) -> None:
    chat.reply(source)
    qtbot.waitUntil(lambda: not chat.pane.column.is_behind)
    pieces = chat.pane.column.view(0).pieces[1:]
    assert isinstance(pieces[-1], PlainPiece)
    for piece in pieces:
        begin = thread_time()
        piece.measure(600, chat.pane.column.style)
        assert thread_time() - begin < _STEP


def test_parts_of_plain_text_are_left_alone_while_more_comes(chat: Chat, qtbot: QtBot) -> None:
    reply = chat.reply("> " * 6000, ReplyState.STREAMING)
    qtbot.waitUntil(lambda: not chat.pane.column.is_behind)
    before = list(chat.pane.column.view(0).pieces)
    chat.grow(reply, "> " * 600)
    assert chat.pane.column.view(0).pieces[: len(before) - 1] == before[:-1]


def test_a_table_of_very_many_columns_is_shown_as_its_source(chat: Chat) -> None:
    assert grown(chat, TABLE + "\nafter") < _STEP
    table, after = chat.pane.column.view(0).pieces[1:]
    assert isinstance(table, CodePiece)
    assert table.code == TABLE.rstrip()
    assert after.source == "after"


def test_settled_rows_are_not_looked_at_again(
    chat: Chat, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = chat.reply("| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 3000, ReplyState.STREAMING)
    qtbot.waitUntil(lambda: not chat.pane.column.is_behind)
    count = len(chat.pane.column.view(0).pieces)
    assert count > 300
    shown: list[TablePiece] = []
    show = TablePiece.show

    def noted(piece: TablePiece, *more: Any) -> bool:
        shown.append(piece)
        return show(piece, *more)

    monkeypatch.setattr(TablePiece, "show", noted)
    reply = chat.grow(reply, "| 1 | 2 |\n" * 20)
    assert len(shown) <= 2
    assert len(chat.pane.column.view(0).pieces) > count
    chat.settle(chat.grow(reply, "| 1 | 2 and so much more |\n\n[a]: http://x\n"))
    assert chat.pane.column.view(0).pieces[-1].source.endswith("much more |")


def test_a_tool_name_without_an_end_is_cut(chat: Chat) -> None:
    call = ToolCallPart("1", "t" * 1_000_000, "{}")
    chat._add(Message(Role.ASSISTANT, (call,), model=MODEL))
    assert chat.drawn_text(0) == f"Asks for the tool {'t' * 200}"
