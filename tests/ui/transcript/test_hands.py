"""The mouse presses what it is over, and offers what fits there."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QToolTip
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import ControlKind
from tests.ui.transcript.conftest import Chat


@pytest.fixture(autouse=True)
def _no_complaints_of_the_platform(qtlog: Any) -> Iterator[None]:
    """Let the offscreen platform say that it cannot raise pop-ups."""
    with qtlog.disabled():
        yield


def menu_at(chat: Chat, turn: int, point: QPointF, chosen: str) -> dict[str, bool]:
    spot = chat.in_window(turn, point)
    viewport = chat.pane.viewport()
    reason = QContextMenuEvent.Reason.Mouse
    event = QContextMenuEvent(reason, spot, viewport.mapToGlobal(spot))
    QGuiApplication.sendEvent(viewport, event)
    menu = chat.pane.findChildren(QMenu)[-1]
    offered = {action.text(): action.isEnabled() for action in menu.actions()}
    next(action for action in menu.actions() if action.text() == chosen).trigger()
    menu.close()
    return offered


def test_the_menu_copies_what_it_names(chat: Chat, qtbot: QtBot) -> None:
    chat.reply("[site](https://example.org/) and more")
    on_link = QPointF(8, chat.pane.column.view(0).tops[1] + 10)
    assert menu_at(chat, 0, on_link, "Copy link address") == {
        "Copy": False,
        "Copy turn": True,
        "Copy link address": True,
        "": True,
        "Delete this reply": True,
    }
    assert QGuiApplication.clipboard().text() == "https://example.org/"
    beside = QPointF(500, chat.pane.column.view(0).tops[1] + 10)
    offered = menu_at(chat, 0, beside, "Copy turn")
    assert offered == {"Copy": False, "Copy turn": True, "": True, "Delete this reply": True}
    assert QGuiApplication.clipboard().text() == "[site](https://example.org/) and more"


def test_the_pointer_shows_what_it_is_over(chat: Chat) -> None:
    chat.reply("[site](https://example.org/) and more")
    view = chat.pane.column.view(0)
    copy_turn = view.controls()[-1].rect.center()
    for point, shape in [
        (QPointF(8, view.tops[1] + 10), Qt.CursorShape.PointingHandCursor),
        (QPointF(150, view.tops[1] + 10), Qt.CursorShape.IBeamCursor),
        (copy_turn, Qt.CursorShape.PointingHandCursor),
        (QPointF(300, view.height - 5), Qt.CursorShape.ArrowCursor),
    ]:
        QTest.mouseMove(chat.pane.viewport(), chat.in_window(0, point))
        assert chat.pane.viewport().cursor().shape() == shape
    assert chat.pane.highlights.hovered_turn == 0
    QGuiApplication.sendEvent(chat.pane.viewport(), QEvent(QEvent.Type.Leave))
    assert chat.pane.highlights.hovered_turn is None


def test_the_buttons_under_a_turn_appear_with_the_pointer(chat: Chat) -> None:
    chat.say("Hello")
    before = chat.pane.grab().toImage()
    QTest.mouseMove(chat.pane.viewport(), chat.in_window(0, QPointF(700, 20)))
    assert chat.pane.grab().toImage() != before


def test_a_tip_names_the_button_and_the_link(chat: Chat) -> None:
    chat.reply("[site](https://example.org/)")
    view = chat.pane.column.view(0)
    spot = chat.in_window(0, chat.placed(0, ControlKind.COPY_TURN).rect.center())
    on_link = chat.in_window(0, QPointF(8, view.tops[1] + 10))
    viewport = chat.pane.viewport()
    for point, tip in ((spot, "Copy turn (Ctrl+Shift+C)"), (on_link, "https://example.org/")):
        asked = QHelpEvent(QEvent.Type.ToolTip, point, viewport.mapToGlobal(point))
        assert QGuiApplication.sendEvent(viewport, asked)
        assert QToolTip.text() == tip
    QToolTip.hideText()


def test_a_press_that_leaves_the_button_does_nothing(chat: Chat) -> None:
    chat.reply("Text")
    QGuiApplication.clipboard().setText("before")
    viewport, left = chat.pane.viewport(), Qt.MouseButton.LeftButton
    spot = chat.in_window(0, chat.placed(0, ControlKind.COPY_TURN).rect.center())
    QTest.mousePress(viewport, left, pos=spot)
    QTest.mouseRelease(viewport, left, pos=spot + QPoint(200, 0))
    assert QGuiApplication.clipboard().text() == "before"


def test_shift_extends_a_selection(chat: Chat) -> None:
    chat.reply("Alpha beta")
    top = chat.pane.column.view(0).tops[1] + 10
    chat.click_at(0, QPointF(0, top))
    QTest.mouseClick(
        chat.pane.viewport(),
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.ShiftModifier,
        chat.in_window(0, QPointF(600, top)),
    )
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == "Alpha beta"


def test_the_other_mouse_buttons_select_nothing(chat: Chat) -> None:
    chat.reply("Alpha beta")
    spot = chat.in_window(0, QPointF(5, chat.pane.column.view(0).tops[1] + 10))
    QTest.mouseClick(chat.pane.viewport(), Qt.MouseButton.RightButton, pos=spot)
    assert chat.pane.selection.is_empty


def test_the_wheel_scrolls_the_column(chat: Chat) -> None:
    chat.fill(60)
    before = chat.pane.scroller.offset
    spot = QPointF(200, 200)
    wheel = QWheelEvent(
        spot,
        chat.pane.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(chat.pane.viewport(), wheel)
    assert chat.pane.scroller.offset < before


def test_a_drag_beyond_the_window_scrolls(chat: Chat) -> None:
    chat.fill(60)
    viewport, left = chat.pane.viewport(), Qt.MouseButton.LeftButton
    before = chat.pane.scroller.offset
    QTest.mousePress(viewport, left, pos=QPoint(300, 300))
    QTest.mouseMove(viewport, QPoint(300, -30))
    assert chat.pane.scroller.offset < before
    QTest.mouseRelease(viewport, left, pos=QPoint(300, -30))
    assert not chat.pane.selection.is_empty


def test_an_open_reply_can_be_copied_and_nothing_else(chat: Chat) -> None:
    chat.say("Hello")
    reply = chat.reply("", ReplyState.WAITING)
    assert chat.controls_of(1) == []
    chat.grow(reply, "Half")
    assert chat.controls_of(0) == chat.controls_of(1) == ["Copy turn"]


def test_an_empty_pane_takes_it_all_calmly(chat: Chat) -> None:
    QTest.mouseClick(chat.pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    QTest.mouseDClick(chat.pane.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(50, 50))
    QTest.keyClick(chat.pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert menu_names(chat) == ["Copy"]


def menu_names(chat: Chat) -> list[str]:
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(5, 5), QPoint(5, 5))
    QGuiApplication.sendEvent(chat.pane.viewport(), event)
    menu = chat.pane.findChildren(QMenu)[-1]
    names = [action.text() for action in menu.actions()]
    menu.close()
    return names


def test_a_click_on_what_leads_on_lets_the_keyboard_go(chat: Chat, qtbot: QtBot) -> None:
    chat.say("Which?")
    reply = chat.reply("Half", ReplyState.STOPPED)
    chat.conversation.add(replace(reply, id="other"))
    asked: list[object] = []
    chat.pane.let_go.connect(lambda: asked.append("let go"))
    chat.pane.turn_command.connect(lambda _id, command: asked.append(command))
    for command in (TurnCommand.RETRY, TurnCommand.CONTINUE, TurnCommand.OLDER_VERSION):
        chat.click(1, ControlKind.COMMAND, command=command)
    chat.click(1, ControlKind.COPY_TURN)
    assert asked == [
        *("let go", TurnCommand.RETRY, "let go", TurnCommand.CONTINUE),
        TurnCommand.OLDER_VERSION,
    ]
