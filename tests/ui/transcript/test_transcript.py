"""The pane shows a conversation, follows its growth, and leaves the reader where they are."""

import time
from dataclasses import replace

import pytest
import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import (
    Message,
    ReplyState,
    Role,
    TextPart,
    Timings,
    ToolCallPart,
)
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.transcript import Transcript
from tests.ui.transcript.conftest import Chat

LONG = "A line of the reply that is long enough to be read.\n\n"


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


def test_turns_are_drawn_as_they_are_added(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("**Hi** there")
    assert chat.drawn_text(0) == "Hello"
    assert chat.drawn_text(1) == "Hi there"
    assert not chat.pane.grab().toImage().isNull()


def test_what_a_person_typed_is_shown_as_it_is(chat: Chat) -> None:
    typed = '<ol><li><input type="radio"> A</li></ol>\n\n  **not bold**'
    chat.say(typed)
    assert chat.drawn_text(0) == typed


def test_tags_in_a_reply_are_text(chat: Chat) -> None:
    chat.reply("A <grin> and <b>bold</b>")
    assert chat.drawn_text(0) == "A <grin> and <b>bold</b>"


def test_the_end_is_followed_while_the_reader_is_there(chat: Chat) -> None:
    reply = chat.reply(LONG * 20, ReplyState.STREAMING)
    for _ in range(20):
        reply = chat.grow(reply, LONG)
    pane = chat.pane
    assert pane.scroller.offset == pane.scroller.last > 0
    chat.settle(reply)
    bar = pane.verticalScrollBar()
    assert bar.value() == bar.maximum() == pane.scroller.last


def test_a_reader_further_up_is_left_alone(chat: Chat) -> None:
    reply = chat.reply(LONG * 40, ReplyState.STREAMING)
    pane = chat.pane
    pane.scroll_by(-200)
    place, value = pane.scroller.offset, pane.verticalScrollBar().value()
    for _ in range(50):
        reply = chat.grow(reply, LONG)
    assert (pane.scroller.offset, pane.verticalScrollBar().value()) == (place, value)
    assert pane.jump_button.isVisible()
    QTest.mouseClick(pane.jump_button, Qt.MouseButton.LeftButton)
    reply = chat.grow(reply, LONG)
    assert pane.scroller.offset == pane.scroller.last
    assert not pane.jump_button.isVisible()


def test_scrolling_to_the_end_follows_again(chat: Chat) -> None:
    reply = chat.reply(LONG * 40, ReplyState.STREAMING)
    chat.pane.scroll_by(-500)
    chat.pane.verticalScrollBar().setValue(chat.pane.verticalScrollBar().maximum())
    chat.grow(reply, LONG * 3)
    assert chat.pane.scroller.offset == chat.pane.scroller.last


def test_sending_goes_to_the_end(chat: Chat) -> None:
    chat.reply(LONG * 40)
    chat.pane.scroll_to(0)
    chat.say("And?")
    assert chat.pane.scroller.offset == chat.pane.scroller.last


def test_few_turns_stand_at_the_bottom(chat: Chat) -> None:
    chat.say("Hello")
    pane = chat.pane
    assert pane.scroller.offset + pane.scroller.height == pane.column.total
    assert pane.verticalScrollBar().maximum() == 0


def test_what_is_read_stays_while_heights_above_become_known(chat: Chat) -> None:
    chat.fill(400)
    pane = chat.pane
    pane.scroll_to(pane.scroller.last / 2)
    for _ in range(60):
        anchor = pane.column.anchor_at(pane.scroller.offset)
        assert anchor is not None
        before = pane.column.y_of(anchor) - pane.scroller.offset
        pane.scroll_by(-40)
        assert abs(pane.column.y_of(anchor) - pane.scroller.offset - before - 40) <= 1


def test_every_turn_of_a_long_chat_can_be_reached(chat: Chat) -> None:
    begun = time.process_time()
    chat.fill(5000)
    assert time.process_time() - begun < 2
    pane = chat.pane
    assert chat.drawn_text(4999).startswith("Turn 4999.")
    QTest.keyClick(pane, Qt.Key.Key_Home)
    assert pane.scroller.offset == 0
    assert chat.drawn_text(0) == "Turn 0. "
    QTest.keyClick(pane, Qt.Key.Key_End)
    assert pane.scroller.offset == pane.scroller.last
    assert len(list(pane.column.alive())) < 200


def test_another_width_keeps_what_is_read(chat: Chat) -> None:
    chat.fill(100)
    pane = chat.pane
    pane.scroll_to(pane.scroller.last / 2)
    anchor = pane.column.anchor_at(pane.scroller.offset)
    pane.resize(500, 600)
    assert anchor is not None
    assert pane.column.anchor_at(pane.scroller.offset + 1).turn == anchor.turn  # type: ignore[union-attr]


def test_another_chat_takes_the_place_and_the_old_one_is_not_heard(chat: Chat) -> None:
    reply = chat.reply("A1", ReplyState.STREAMING)
    other = Chat(chat.pane)
    other.say("B1")
    chat.grow(reply, "A2")
    assert len(chat.pane.column) == 1
    assert other.drawn_text(0) == "B1"


def test_another_path_is_read_anew(chat: Chat) -> None:
    first = chat.say("one")
    chat.reply("answer one")
    chat.conversation.add(first.__class__(first.role, first.parts, parent=None))
    assert len(chat.pane.column) == 1


def test_fences_that_arrive_in_splinters_show_no_marks(chat: Chat) -> None:
    reply = chat.reply("", ReplyState.STREAMING)
    for piece in ["Here:\n\n", "`", "`", "`", "sw", "ift\n", "let x = 1\n", "`", "``", "\n\nDone."]:
        reply = chat.grow(reply, piece)
        code = [p for p in chat.pane.column.view(0).pieces if isinstance(p, CodePiece)]
        assert all("`" not in piece.code for piece in code)
    chat.settle(reply)
    assert chat.drawn_text(0) == "Here:\nlet x = 1\nDone."


def test_a_table_may_arrive_in_pieces(chat: Chat) -> None:
    reply = chat.reply("", ReplyState.STREAMING)
    for piece in ["| a | b |\n", "|--", "-|---|\n", "| 1 ", "| 2 |\n", "| x | `|` |\n"]:
        reply = chat.grow(reply, piece)
    chat.settle(reply)
    assert chat.drawn_text(0).split()[:4] == ["a", "b", "1", "2"]


def test_text_that_became_thinking_leaves_the_answer(chat: Chat) -> None:
    reply = chat.reply("so the answer", ReplyState.STREAMING)
    chat.settle(reply, parts=(), thinking="so the answer", state=ReplyState.STREAMING)
    assert chat.drawn_text(0) == ""


def test_thoughts_open_on_a_click(chat: Chat) -> None:
    chat.reply("Answer", thinking="Because of this.")
    assert "Because" not in chat.drawn_text(0)
    chat.click(0, ControlKind.THINKING)
    assert "Because of this." in chat.drawn_text(0)
    chat.click(0, ControlKind.THINKING)
    assert "Because" not in chat.drawn_text(0)


def test_thoughts_have_a_length_once_the_answer_begins(chat: Chat) -> None:
    reply = chat.reply("", ReplyState.STREAMING, thinking="Hm")
    assert "Thinking…" in chat.controls_of(0)
    timed = replace(reply, timings=Timings(first_token=1.0, answer_began=4.0))
    chat.settle(chat.grow(timed, "So."))
    assert "Thought for 3 s" in chat.controls_of(0)


def test_a_tool_that_is_asked_for_is_named(chat: Chat) -> None:
    reply = chat.reply("", ReplyState.STREAMING)
    chat.settle(reply, parts=(ToolCallPart("1", "weather", "{}"),))
    assert chat.drawn_text(0) == "Asks for the tool weather"


def test_a_rule_and_another_block_may_change_places(chat: Chat) -> None:
    reply = chat.reply("a\n\n***", ReplyState.STREAMING)
    reply = chat.grow(reply, "\n\n")
    reply = chat.grow(reply, "---\n")
    chat.pane.grab()
    chat.settle(chat.grow(reply, "b"))
    QTest.keyClick(chat.pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert chat.drawn_text(0) == "a\nb"


def test_system_messages_are_not_turns(chat: Chat) -> None:
    chat.conversation.add(Message(Role.SYSTEM, (TextPart("Be brief."),)))
    assert len(chat.pane.column) == 0


def test_a_reply_that_grows_far_away_is_not_drawn(chat: Chat) -> None:
    chat.fill(300)
    reply = chat.reply("Start", ReplyState.STREAMING)
    chat.pane.scroll_to(0)
    place = chat.pane.scroller.offset
    for _ in range(5):
        reply = chat.grow(reply, LONG * 10)
    assert chat.pane.scroller.offset == place
    chat.pane.jump_to_end()
    assert chat.drawn_text(300).endswith(LONG.strip())


def test_an_error_offers_its_one_action_and_its_details(chat: Chat, qtbot: QtBot) -> None:
    error = ErrorRecord("busy", "The server is busy.", "HTTP 503", TRY_AGAIN)
    message = chat.reply("Half", ReplyState.FAILED, error=error)
    assert "The server is busy." in chat.drawn_text(0)
    with qtbot.waitSignal(chat.pane.action_requested) as asked:
        chat.click(0, ControlKind.ACTION)
    assert asked.args == [message.id, TRY_AGAIN]
    chat.click(0, ControlKind.DETAILS)
    assert "HTTP 503" in chat.drawn_text(0)


def test_a_reply_says_how_it_ended(chat: Chat) -> None:
    chat.reply("Half", ReplyState.STOPPED, notes=("Temperature was left out.",))
    chat.reply("Half", ReplyState.INTERRUPTED)
    assert chat.drawn_text(0) == "Half\nTemperature was left out.\nStopped"
    assert "the text so far is kept" in chat.drawn_text(1)


def test_waiting_shows_progress_and_counts_seconds(chat: Chat, qtbot: QtBot) -> None:
    loading = ReplyWaiting(WaitReason.LOADING_MODEL, 0.4)
    reply = chat.reply("", ReplyState.WAITING, waiting=loading)
    assert chat.drawn_text(0) == "Loading the model… 40 %"
    at_once = ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
    chat.settle(reply, state=ReplyState.WAITING, waiting=at_once, created=time.time() - 11)
    qtbot.waitUntil(lambda: int(chat.drawn_text(0).split()[-2]) >= 12)
    chat.settle(reply, waiting=None)
    assert chat.drawn_text(0) == ""


# --- what must not freeze ------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["x" * 1_000_000, "see [ref] and ![ and [x](y) " * 4000, "```\n" + "x" * 1_000_000 + "\n```\n"],
    ids=["one word of a megabyte", "very many brackets", "a megabyte in a code block"],
)
def test_a_monstrous_text_does_not_freeze(chat: Chat, text: str) -> None:
    for role in (chat.say, chat.reply):
        begun = time.process_time()
        role(text)
        chat.pane.grab()
        chat.pane.scroll_by(-3000)
        chat.pane.grab()
        assert time.process_time() - begun < 2.0


def test_code_gets_its_exact_colours_in_the_end(chat: Chat, qtbot: QtBot) -> None:
    chat.reply("```c\n/* a\n   b */\nint x = 1;\n```\n")
    code = next(p for p in chat.pane.column.view(0).pieces if isinstance(p, CodePiece))
    qtbot.waitUntil(lambda: not code.wants_colours, timeout=20_000)
    assert code._lines.runs[1][0].role.value == "comment"


# --- what is on the screen -----------------------------------------------------------------------


def test_what_is_moved_by_blits_is_what_would_be_painted(chat: Chat, qtbot: QtBot) -> None:
    chat.fill(20)
    reply = chat.reply("", ReplyState.STREAMING)
    text = (
        "# Title\n\nWords and `code` that wrap.\n\n- one\n- two\n\n```py\nx = 1\ny = 2\n```\n\n" * 4
    )
    for at in range(0, len(text), 23):
        reply = chat.grow(reply, text[at : at + 23])
        assert_screen_is_true(chat, qtbot)
    chat.settle(reply)
    for distance in (-40, -37, -113, 61, -300, -1):
        chat.pane.scroll_by(distance)
        assert_screen_is_true(chat, qtbot)


def assert_screen_is_true(chat: Chat, qtbot: QtBot) -> None:
    """The screen shows, as soon as Qt has got round to it, what a fresh painting shows."""

    def is_true() -> bool:
        screen = chat.pane.screen().grabWindow(chat.pane.winId()).toImage()
        painted = chat.pane.grab().toImage()
        return screen.convertToFormat(painted.format()) == painted

    qtbot.waitUntil(is_true)


# --- the end of a pane ---------------------------------------------------------------------------


@pytest.mark.parametrize("how", ["detached", "destroyed"])
def test_a_pane_that_is_gone_hears_of_nothing(qapp: QApplication, how: str) -> None:
    pane = Transcript()
    chat = Chat(pane)
    reply = chat.reply("Half", ReplyState.STREAMING)
    if how == "detached":
        pane.show_conversation(None)
    shiboken6.delete(pane)
    chat.settle(chat.grow(reply, " and more"))
    chat.say("More")
    assert chat.conversation._listeners == []
