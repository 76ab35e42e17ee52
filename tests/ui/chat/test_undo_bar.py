"""What was done can be taken back, the last first, in the chat it was done in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.chat.undo_bar import UndoBar
from hfchat_gui.ui.controls.elided_label import ElidedLabel


@pytest.fixture
def bar(qtbot: QtBot) -> Iterator[UndoBar]:
    made = UndoBar()
    qtbot.addWidget(made)
    yield made
    made.close()


def _button(bar: UndoBar, name: str) -> QPushButton:
    buttons = bar.findChildren(QPushButton)
    return next(one for one in buttons if name in (one.accessibleName(), one.text()))


def _said(bar: UndoBar) -> str:
    return bar.findChild(ElidedLabel).accessibleName()  # type: ignore[union-attr]


def test_it_undoes_once_and_goes(bar: UndoBar) -> None:
    done: list[str] = []
    assert bar.isHidden()
    bar.offer("Chat deleted", lambda: done.append("undone"))
    assert (bar.isHidden(), _said(bar)) == (False, "Chat deleted")
    _button(bar, "Undo").click()
    bar.use()
    assert (done, bar.isHidden()) == (["undone"], True)


def test_what_was_done_last_is_taken_back_first_then_what_was_before(bar: UndoBar) -> None:
    done: list[str] = []
    for name in ("first", "second", "third"):
        bar.offer(name, partial(done.append, name))
    for left in ("second", "first"):
        bar.use()
        assert (bar.isHidden(), _said(bar)) == (False, left)
    bar.use()
    assert (done, bar.isHidden(), bar.can_use) == (["third", "second", "first"], True, False)
    bar.use()
    assert len(done) == 3


def test_closing_it_hides_what_it_says_and_costs_no_way_back(bar: UndoBar) -> None:
    done: list[str] = []
    bar.offer("first", partial(done.append, "first"))
    _button(bar, "Close the offer to undo").click()
    assert (bar.isHidden(), bar.can_use) == (True, True)
    bar.offer("second", partial(done.append, "second"))
    assert (bar.isHidden(), _said(bar)) == (False, "second")
    bar.use()
    assert bar.isHidden()  # it was closed with the first
    bar.use()
    assert done == ["second", "first"]


def test_what_was_done_in_a_chat_is_offered_there_alone(bar: UndoBar) -> None:
    done: list[str] = []
    bar.show_chat("one")
    bar.offer("Reply deleted", partial(done.append, "turn"), chat="one")
    bar.show_chat("two")
    assert (bar.isHidden(), bar.can_use) == (True, False)
    bar.use()
    assert done == []
    bar.offer("Chat deleted", partial(done.append, "chat"))
    bar.show_chat("one")
    assert _said(bar) == "Chat deleted"  # from wherever one is
    bar.use()
    assert _said(bar) == "Reply deleted"
    bar.use()
    assert done == ["chat", "turn"]


def test_what_was_done_to_the_message_ends_with_it(bar: UndoBar) -> None:
    bar.offer("Chat deleted", lambda: None)
    bar.offer("Removed notes.txt", lambda: None, is_of_message=True)
    bar.end_message()
    assert _said(bar) == "Chat deleted"


def test_it_says_when_there_is_something_to_take_back(bar: UndoBar, qtbot: QtBot) -> None:
    with qtbot.waitSignal(bar.changed):
        bar.offer("Chat deleted", lambda: None)
    with qtbot.waitSignal(bar.changed):
        bar.use()


def test_an_undo_may_offer_the_next(bar: UndoBar) -> None:
    bar.offer("first", lambda: bar.offer("second", lambda: None))
    bar.use()
    assert (bar.isHidden(), _said(bar)) == (False, "second")


def test_the_keyboard_reaches_it(bar: UndoBar) -> None:
    bar.offer("Chat deleted", lambda: None)
    button = _button(bar, "Undo")
    assert button.focusPolicy() & Qt.FocusPolicy.TabFocus
    assert button.toolTip() == "Take it back (Ctrl+Z)"
