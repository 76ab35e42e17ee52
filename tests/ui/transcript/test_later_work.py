"""What can wait is done between two events, and done in the end."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.selection import Place
from tests.ui.transcript.conftest import Chat

LONG = "A line of the reply that is long enough to be read.\n\n"


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


MANY = "".join(f"## Part {n}\n\n{LONG}```py\nx = {n}\n```\n\n" for n in range(800))


def is_idle(chat: Chat) -> bool:
    pane = chat.pane
    return not (pane.column.is_behind or pane.scroller.is_something_near)


def test_a_very_long_text_is_read_bit_by_bit_and_whole_in_the_end(chat: Chat, qtbot: QtBot) -> None:
    chat.reply(MANY)
    view = chat.pane.column.view(0)
    assert view.is_behind
    assert len(view.pieces) < 800
    guess = chat.pane.column.total
    qtbot.waitUntil(lambda: is_idle(chat), timeout=20_000)
    assert 0.5 < chat.pane.column.total / guess < 2
    assert chat.pane.scroller.offset == chat.pane.scroller.last
    assert [piece.code for piece in view.pieces if isinstance(piece, CodePiece)] == [
        f"x = {n}" for n in range(800)
    ]
    assert chat.pane.selection.is_empty
    QTest.keyClick(chat.pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == MANY


def test_what_is_read_stays_while_a_text_above_is_read_on(chat: Chat, qtbot: QtBot) -> None:
    chat.reply(MANY)
    chat.say("Thanks")
    chat.reply(LONG * 40)
    pane = chat.pane
    pane.column.view(0)
    pane.scroll_by(-300)
    anchor = pane.column.anchor_at(pane.scroller.offset)
    assert anchor is not None
    before = pane.column.y_of(anchor) - pane.scroller.offset
    qtbot.waitUntil(lambda: is_idle(chat), timeout=20_000)
    assert abs(pane.column.y_of(anchor) - pane.scroller.offset - before) <= 1


def test_a_long_text_that_goes_on_growing_is_shown_to_its_end(chat: Chat, qtbot: QtBot) -> None:
    reply = chat.reply(MANY, ReplyState.STREAMING)
    reply = chat.grow(reply, "The last words.")
    qtbot.waitUntil(lambda: is_idle(chat), timeout=20_000)
    reply = chat.grow(reply, " And more")
    chat.settle(chat.grow(reply, " of them."))
    last = chat.pane.column.view(0).pieces[-1]
    assert last.source == "The last words. And more of them."


def test_what_is_near_is_measured_when_there_is_time(chat: Chat, qtbot: QtBot) -> None:
    chat.fill(200)
    pane = chat.pane
    assert pane.column.is_exact(pane.scroller.offset, pane.scroller.offset + pane.scroller.height)
    qtbot.waitUntil(lambda: is_idle(chat))
    place = pane.scroller.offset - 300
    assert pane.column.is_exact(place, place + 100)


def test_a_selection_across_a_long_text_is_copied_without_measuring_it(
    chat: Chat, qtbot: QtBot
) -> None:
    chat.reply(MANY)
    qtbot.waitUntil(lambda: is_idle(chat), timeout=20_000)
    view = chat.pane.column.view(0)
    alive = sum(piece.is_measured for piece in view.pieces)
    last = len(view.pieces) - 1
    chat.pane.selection.select(Place(0, 1, 0), Place(0, last, 1 << 60))
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard().startswith("## Part 0\n\nA line")
    assert clipboard().endswith("x = 799")
    assert sum(piece.is_measured for piece in view.pieces) <= alive + 2
