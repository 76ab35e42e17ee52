"""A fault in drawing costs the look of a part, never its text or what follows."""

from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.markdown.code_colours import CodeColours
from hfchat_gui.ui.transcript import plain_body
from hfchat_gui.ui.transcript.block_pieces import BlockPieces
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from tests.helpers.guards import LogGuard
from tests.ui.transcript.conftest import Chat

SECRET = "what the model said"
_REPORT = "^a part of a reply is shown as plain text: RecursionError$"


class Fault:
    """Stands where something is drawn, and fails."""

    def __init__(self) -> None:
        self.calls = 0

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.calls += 1
        raise RecursionError(SECRET)


@pytest.fixture(autouse=True)
def _nothing_reported(monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard) -> None:
    monkeypatch.setattr(plain_body, "_reported", set())
    log_guard.expect(_REPORT)


def test_a_reply_that_cannot_be_split_is_shown_as_it_was_written(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard
) -> None:
    chat.say("one")
    monkeypatch.setattr(BlockPieces, "show", Fault())
    reply = chat.reply(f"**{SECRET}**", ReplyState.STREAMING)
    reply = chat.grow(reply, " and more " * 2000)
    chat.settle(reply)
    monkeypatch.undo()
    chat.reply("*two*")
    assert chat.drawn_text(1).startswith(f"**{SECRET}** and more")
    assert "".join(piece.source for piece in chat.pane.column.view(1).pieces[1:]) == reply.text
    assert chat.drawn_text(2) == "two"
    assert len(log_guard.records) == 1


def test_a_part_that_cannot_be_measured_is_shown_as_it_was_written(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, log_guard: LogGuard
) -> None:
    monkeypatch.setattr(MarkdownPiece, "build", Fault())
    reply = chat.reply(f"**{SECRET}**\n\n- a\n", ReplyState.STREAMING)
    chat.settle(chat.grow(reply, "- b\n\n```\ncode\n```\n"))
    assert chat.drawn_text(0) == f"**{SECRET}**\n- a\n- b\ncode"
    monkeypatch.undo()
    chat.reply("*two*")
    assert chat.drawn_text(1) == "two"
    assert len(log_guard.records) == 1


def test_code_that_cannot_be_coloured_is_plain(
    chat: Chat, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    grows, whole = Fault(), Fault()
    monkeypatch.setattr(CodeColours, "grow", grows)
    monkeypatch.setattr(CodeColours, "whole", lambda *_: (whole() for _ in "x"))
    reply = chat.reply("```python\nx = 1\n", ReplyState.STREAMING)
    chat.settle(chat.grow(reply, "y = 2\n```\n\n*after*"))
    qtbot.waitUntil(lambda: whole.calls > 0)
    assert grows.calls > 0
    assert chat.drawn_text(0) == "x = 1\ny = 2\nafter"
    assert not chat.pane._later._uncoloured()
