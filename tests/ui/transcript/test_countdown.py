"""A card whose server asked for a wait counts it down, and then offers to ask again."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import TRY_AGAIN, Action, ActionKind, ErrorRecord
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.transcript import accessible, countdown, waiting_clock
from hfchat_gui.ui.transcript.controls import Control, ControlKind, Look
from hfchat_gui.ui.transcript.countdown import moment, on_a_clock
from hfchat_gui.ui.transcript.error_piece import ErrorPiece
from hfchat_gui.ui.transcript.style import Style
from tests.ui.transcript.conftest import Chat

NOW = 1_800_000_000.0
BUSY = ErrorRecord("busy", "Busy.", "HTTP 503", TRY_AGAIN, again_at=NOW + 272)


class Time:
    """What the cards take for the time."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Time:
    """A clock that stands still until it is moved."""
    made = Time()
    monkeypatch.setattr(countdown, "time", made)
    return made


def _button(chat: Chat, turn: int, part: int = 0) -> Control:
    offered = chat.pane.column.view(turn).offered
    return next(
        each.control
        for each in offered
        if each.control.kind is ControlKind.ACTION and each.control.part == part
    )


def _shows(chat: Chat, text: str) -> bool:
    return _button(chat, 0).text == text


def _clock_is_on(chat: Chat) -> bool:
    return chat.pane._clock._timer.isActive()


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1, "0:01"), (59, "0:59"), (272, "4:32"), (3599, "59:59"), (3872, "1:04:32")],
)
def test_a_wait_is_shown_as_on_a_clock(seconds: int, shown: str) -> None:
    assert on_a_clock(seconds) == shown


def test_the_button_counts_down_and_can_be_pressed_at_the_end(
    chat: Chat, qtbot: QtBot, clock: Time
) -> None:
    message = chat.reply(state=ReplyState.FAILED, error=BUSY)
    first = _button(chat, 0)
    assert (first.text, first.look, first.is_usable) == ("Try again in 4:32", Look.WAITING, False)
    with qtbot.assertNotEmitted(chat.pane.action_requested):
        chat.click(0, ControlKind.ACTION)
    clock.now += 1
    qtbot.waitUntil(lambda: _button(chat, 0).text == "Try again in 4:31", timeout=20_000)
    assert _button(chat, 0).name == first.name == f"Try again (from {moment(BUSY)})"
    clock.now += 300
    qtbot.waitUntil(lambda: _button(chat, 0).text == "Try again", timeout=20_000)
    assert _button(chat, 0).look is Look.PRIMARY
    qtbot.waitUntil(lambda: not _clock_is_on(chat), timeout=20_000)
    with qtbot.waitSignal(chat.pane.action_requested) as asked:
        chat.click(0, ControlKind.ACTION)
    assert asked.args == [message.id, TRY_AGAIN]


def test_the_keyboard_stays_on_the_button_and_presses_it_only_at_the_end(
    chat: Chat, qtbot: QtBot, clock: Time
) -> None:
    chat.reply(state=ReplyState.FAILED, error=BUSY)
    chat.pane.setFocus()
    chat.pane.highlights.focused_turn, chat.pane.highlights.focused = 0, _button(chat, 0)
    with qtbot.assertNotEmitted(chat.pane.action_requested):
        QTest.keyClick(chat.pane, Qt.Key.Key_Space)
    clock.now += 300
    with qtbot.waitSignal(chat.pane.action_requested):
        QTest.keyClick(chat.pane, Qt.Key.Key_Space)


def test_another_step_can_be_taken_meanwhile(chat: Chat, qtbot: QtBot, clock: Time) -> None:
    other = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")
    message = chat.reply(
        state=ReplyState.FAILED, error=replace(BUSY, action=other, other_action=TRY_AGAIN)
    )
    assert _button(chat, 0).look is Look.PRIMARY
    assert _button(chat, 0, 1).text == "Try again in 4:32"
    with qtbot.waitSignal(chat.pane.action_requested) as asked:
        chat.click(0, ControlKind.ACTION, 0)
    assert asked.args == [message.id, other]


@pytest.mark.parametrize("ago", [0.0, 86_400.0, -10 * 86_400.0])
def test_a_card_of_long_ago_or_of_a_clock_set_back_does_not_count(
    chat: Chat, clock: Time, ago: float
) -> None:
    chat.reply(state=ReplyState.FAILED, error=replace(BUSY, again_at=NOW - ago))
    assert (_button(chat, 0).text, _button(chat, 0).look) == ("Try again", Look.PRIMARY)
    assert not _clock_is_on(chat)


def test_one_timer_serves_all_cards_and_rests_when_none_is_in_view(
    chat: Chat, qtbot: QtBot, clock: Time
) -> None:
    chat.reply(state=ReplyState.FAILED, error=replace(BUSY, again_at=NOW + 90))
    chat.reply(state=ReplyState.FAILED, error=BUSY)
    assert _clock_is_on(chat)
    assert sum(timer.isActive() for timer in chat.pane.findChildren(QTimer)) <= 2  # and the bar's
    clock.now += 1
    qtbot.waitUntil(lambda: _button(chat, 0).text == "Try again in 1:29", timeout=20_000)
    qtbot.waitUntil(lambda: _button(chat, 1).text == "Try again in 4:31", timeout=20_000)
    for number in range(40):
        chat.say(f"Line {number}\n" * 8)
    chat.pane.jump_to_end()
    assert not _clock_is_on(chat)
    clock.now += 30
    chat.pane.scroll_to(0)
    qtbot.waitUntil(lambda: _button(chat, 0).text == "Try again in 0:59", timeout=20_000)
    chat.pane.hide()
    qtbot.waitUntil(lambda: not _clock_is_on(chat), timeout=20_000)
    clock.now += 9
    chat.pane.show()
    qtbot.waitUntil(lambda: _button(chat, 0).text == "Try again in 0:50", timeout=20_000)


@pytest.mark.parametrize("is_waited_for", [True, False])
def test_a_minimised_window_counts_nothing_and_goes_on_when_it_is_back(
    chat: Chat, qtbot: QtBot, clock: Time, *, is_waited_for: bool
) -> None:
    if is_waited_for:
        chat.reply(state=ReplyState.WAITING)
    else:
        chat.reply(state=ReplyState.FAILED, error=BUSY)
    qtbot.waitUntil(lambda: _clock_is_on(chat), timeout=20_000)
    window = chat.pane.window()
    window.showMinimized()
    qtbot.waitUntil(lambda: not _clock_is_on(chat), timeout=20_000)
    clock.now += 30
    window.showNormal()
    qtbot.waitUntil(lambda: _clock_is_on(chat), timeout=20_000)
    if not is_waited_for:
        qtbot.waitUntil(lambda: _shows(chat, "Try again in 4:02"), timeout=20_000)


def test_counting_moves_no_button(chat: Chat, clock: Time) -> None:
    places = []
    for left in (272, 271, 244, 211):
        piece = ErrorPiece(BUSY, is_open=False, left=left)
        piece.measure(600, Style.made(LIGHT))
        places.append([control.rect for control in piece.controls()])
    assert all(place == places[0] for place in places)


def test_listeners_hear_of_the_end_alone(
    chat: Chat, qtbot: QtBot, clock: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[object] = []

    def tell(_pane: object, turn: int, event: QAccessible.Event) -> None:
        heard.append((turn, event))

    def announce(_widget: QWidget, text: str) -> None:
        heard.append(text)

    chat.reply(state=ReplyState.FAILED, error=BUSY)
    monkeypatch.setattr(accessible, "tell", tell)
    monkeypatch.setattr(waiting_clock, "announce", announce)
    for seconds, left in ((1, "4:31"), (2, "4:30")):
        clock.now = NOW + seconds
        qtbot.waitUntil(partial(_shows, chat, f"Try again in {left}"), timeout=20_000)
    assert heard == []
    clock.now += 300
    qtbot.waitUntil(lambda: len(heard) == 2, timeout=20_000)
    assert heard == [
        (0, QAccessible.Event.NameChanged),
        "The server can be asked again now.",
    ]


def test_an_end_on_another_day_is_called_so(clock: Time) -> None:
    assert not moment(replace(BUSY, again_at=NOW)).endswith("tomorrow")
    assert moment(replace(BUSY, again_at=NOW + 86_400)).endswith(" tomorrow")
