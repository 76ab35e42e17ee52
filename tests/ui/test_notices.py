"""Lasting states are said above the chat, once each, with what can be done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.errors import OPEN_SETTINGS, ErrorRecord
from hfchat_gui.ui.notices import Notice, Notices

_FULL = ErrorRecord("storage", "The disk is full.")
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


def test_without_an_action_there_is_no_button(notices: Notices) -> None:
    notices.put("save", _FULL)
    assert notices.findChild(QPushButton) is None


def test_markup_in_a_notice_is_shown_as_it_is(notices: Notices) -> None:
    notices.put("save", ErrorRecord("storage", "<b>not bold</b>"))
    assert _texts(notices) == ["<b>not bold</b>"]
