"""A failed reply says what happened under a heading, and offers what can be done about it."""

import pytest
from PySide6.QtCore import QRectF
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import (
    LEAVE_OUT_OLDEST,
    NEW_CHAT,
    Action,
    ActionKind,
    ErrorRecord,
)
from hfchat_gui.conversation.error_table import ERROR_TABLE
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.error_piece import ErrorPiece
from hfchat_gui.ui.transcript.style import Style
from tests.ui.transcript.conftest import Chat

OVERFLOW = ErrorRecord("too_long", "Too many tokens.", "HTTP 400", LEAVE_OUT_OLDEST, NEW_CHAT)


@pytest.mark.parametrize("row", ERROR_TABLE, ids=lambda row: row.kind)
def test_every_kind_has_its_heading(chat: Chat, row: object) -> None:
    kind, heading = row.kind, row.heading  # type: ignore[attr-defined]
    chat.reply(state=ReplyState.FAILED, error=ErrorRecord(kind, "The cause."))
    assert chat.drawn_text(0) == f"{heading}\nThe cause."


def test_a_kind_of_a_later_version_has_its_message(chat: Chat) -> None:
    chat.reply(state=ReplyState.FAILED, error=ErrorRecord("of 2031", "The cause."))
    assert chat.drawn_text(0) == "The cause."


def test_overflow_offers_two_steps(chat: Chat, qtbot: QtBot) -> None:
    message = chat.reply(state=ReplyState.FAILED, error=OVERFLOW)
    assert chat.controls_of(0)[:3] == [LEAVE_OUT_OLDEST.label, NEW_CHAT.label, "Details"]
    for part, action in enumerate((LEAVE_OUT_OLDEST, NEW_CHAT)):
        with qtbot.waitSignal(chat.pane.action_requested) as asked:
            chat.click(0, ControlKind.ACTION, part)
        assert asked.args == [message.id, action]


@pytest.mark.parametrize("kind", [kind for kind in ActionKind if kind is not ActionKind.NONE])
def test_every_action_is_asked_for(chat: Chat, qtbot: QtBot, kind: ActionKind) -> None:
    action = Action(kind, "Do it")
    message = chat.reply(state=ReplyState.FAILED, error=ErrorRecord("busy", "Busy.", "", action))
    with qtbot.waitSignal(chat.pane.action_requested) as asked:
        chat.click(0, ControlKind.ACTION)
    assert asked.args == [message.id, action]


@pytest.mark.parametrize("size", [80, 100, 200])
@pytest.mark.parametrize("width", [380, 720])
def test_buttons_stay_inside_the_card(chat: Chat, width: int, size: int) -> None:
    theme().set_text_size(size)
    try:
        piece = ErrorPiece(OVERFLOW, is_open=True)
        piece.measure(width, Style.made(LIGHT))
    finally:
        theme().set_text_size(100)
    rects = [control.rect for control in piece.controls() if control.rect]
    card = QRectF(0, 0, width, piece.height)
    assert len(rects) == 3
    assert all(card.contains(rect) for rect in rects)
    assert not any(one.intersects(two) for one in rects for two in rects if one is not two)


def test_details_that_open_at_the_end_leave_their_button_in_its_place(chat: Chat) -> None:
    chat.fill(9)
    error = ErrorRecord("busy", "The server is busy.", "HTTP 503\n" * 6, NEW_CHAT)
    chat.reply(state=ReplyState.FAILED, error=error)
    pane = chat.pane
    for _ in range(2):
        pressed = chat.in_window(9, chat.placed(9, ControlKind.DETAILS).rect.center())
        chat.click(9, ControlKind.DETAILS)
        now = chat.in_window(9, chat.placed(9, ControlKind.DETAILS).rect.center())
        assert now.y() == pressed.y()
        assert pane.scroller.is_following
        assert not pane.jump_button.isVisible()
