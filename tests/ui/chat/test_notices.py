"""Lasting states are said above the chat, once each, with what can be done."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import OPEN_SETTINGS, TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.errors import InternalFault
from hfchat_gui.ui.chat.notices import Notice, Notices
from hfchat_gui.ui.controls.mark import Mark

_FULL = ErrorRecord("storage", "The disk is full.")
_GONE = ErrorRecord("storage", "The disk is gone.", action=TRY_AGAIN)
_LOCKED = ErrorRecord("keyring", "The keyring is locked.", action=OPEN_SETTINGS)


@pytest.fixture
def notices(qtbot: QtBot) -> Iterator[Notices]:
    widget = Notices()
    qtbot.addWidget(widget)
    yield widget
    widget.close()


def _texts(notices: Notices) -> list[str]:
    shown = [notice for notice in notices.findChildren(Notice) if not notice.isHidden()]
    labels = [label for notice in shown for label in notice.findChildren(QLabel)]
    return [label.text() for label in labels if label.text()]


def test_without_a_notice_there_is_no_strip(notices: Notices) -> None:
    assert notices.isHidden()


def test_each_key_shows_its_latest_notice(notices: Notices) -> None:
    notices.put("save", _FULL)
    notices.put("token", _LOCKED)
    notices.put("save", ErrorRecord("storage", "The disk is gone."))
    assert _texts(notices) == ["The keyring is locked.", "The disk is gone."]


def test_a_cause_that_is_said_already_has_no_second_widget(notices: Notices, qtbot: QtBot) -> None:
    notices.put("store", _GONE)
    notices.put("save", replace(_GONE))
    notices.put("list", replace(_GONE))
    qtbot.waitUntil(lambda: len(notices.findChildren(Notice)) == 1)  # the dropped are deleted
    for key in ("store", "save"):
        notices.clear(key)
        qtbot.waitUntil(lambda: _texts(notices) == ["The disk is gone."])
    notices.clear("list")
    assert notices.isHidden()


def test_the_same_notice_again_is_not_made_anew(notices: Notices) -> None:
    notices.put("save", _FULL)
    first = notices.findChild(Notice)
    notices.put("save", _FULL)
    assert notices.findChildren(Notice) == [first]


def test_the_strip_goes_with_its_last_notice(notices: Notices) -> None:
    notices.put("save", _FULL)
    notices.clear("save")
    notices.clear("never shown")
    assert notices.isHidden()
    assert _texts(notices) == []


def test_the_button_carries_the_action(notices: Notices, qtbot: QtBot) -> None:
    notices.put("token", _LOCKED)
    button = notices.findChild(QPushButton)
    assert button is not None
    with qtbot.waitSignal(notices.action_requested) as asked:
        button.click()
    assert asked.args == [OPEN_SETTINGS]


def _press(notices: Notices) -> None:
    buttons = [b for b in notices.findChildren(QPushButton) if b.isVisibleTo(notices)]
    assert [button.text() for button in buttons] == ["Try again"]
    QTest.mouseClick(buttons[0], Qt.MouseButton.LeftButton)


def test_try_again_does_what_the_notice_was_given(notices: Notices) -> None:
    done: list[str] = []
    notices.put("list", _GONE, lambda: done.append("first"))
    notices.put("list", _GONE, lambda: done.append("second"))
    _press(notices)
    assert done == ["second"]


def test_without_a_way_to_try_again_the_report_of_a_fault_of_ours_is_offered(
    notices: Notices,
) -> None:
    notices.put("fault", InternalFault("A mistake.").record())
    buttons = [b for b in notices.findChildren(QPushButton) if b.isVisibleTo(notices)]
    assert [button.text() for button in buttons] == ["Copy a report"]


def test_without_a_way_to_try_again_there_is_no_such_button(notices: Notices) -> None:
    notices.put("list", _GONE)
    assert notices.findChild(QPushButton) is None
    notices.put("list", _GONE, lambda: None)
    assert notices.findChild(QPushButton) is not None


def test_one_cause_is_said_once_and_one_press_tries_all_of_it_again(notices: Notices) -> None:
    done: list[str] = []

    def owned() -> None:
        done.append("own")
        notices.clear("own")

    notices.put("own", _GONE, owned)
    notices.put("list", _GONE, lambda: done.append("list"))
    notices.put("token", _LOCKED)
    assert _texts(notices) == ["The disk is gone.", "The keyring is locked."]
    notices.clear("token")
    _press(notices)
    assert done == ["own", "list"]
    assert _texts(notices) == ["The disk is gone."]
    notices.clear("list")
    assert notices.isHidden()


def test_a_notice_that_says_more_stands_for_the_one_that_says_less(notices: Notices) -> None:
    notices.put("own", _GONE, lambda: None)
    more = replace(_GONE, message=f"This chat is not being saved: {_GONE.message}")
    notices.put("save", more, lambda: None)
    assert _texts(notices) == [more.message]
    notices.clear("save")
    assert _texts(notices) == [_GONE.message]


def test_without_an_action_there_is_no_button(notices: Notices) -> None:
    notices.put("save", _FULL)
    assert notices.findChild(QPushButton) is None


def test_markup_in_a_notice_is_shown_as_it_is(notices: Notices) -> None:
    notices.put("save", ErrorRecord("storage", "<b>not bold</b>"))
    assert _texts(notices) == ["<b>not bold</b>"]


def test_a_word_is_no_alarm_and_can_be_closed_but_a_state_cannot(notices: Notices) -> None:
    notices.put("save", _FULL)
    notices.say("attach", "The address was replaced.")
    marks = [notice.findChild(Mark) for notice in notices.findChildren(Notice)]
    pictures = [mark.pixmap().toImage() for mark in marks if mark is not None]
    assert pictures[0] != pictures[1]
    (close,) = notices.findChildren(QPushButton)
    assert close.accessibleName() == "Close this notice"
    close.click()
    assert _texts(notices) == ["The disk is full."]


def test_a_word_ends_with_nothing_to_say(notices: Notices) -> None:
    notices.say("replaced", "The address was replaced.")
    notices.say("replaced", "")
    assert notices.isHidden()
