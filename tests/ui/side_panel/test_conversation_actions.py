"""What is done with a chat from the list: by menu, by keys, by the button on its row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.side_panel.more_button import MoreButton
from hfchat_gui.ui.side_panel.rename_field import RenameField
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, message, press, send, texts, until
from tests.ui.stand_ins import House


@pytest.fixture(autouse=True)
def _no_complaints_of_the_platform(qtlog: Any) -> Iterator[None]:
    """Let the offscreen platform say that it cannot raise pop-ups."""
    with qtlog.disabled():
        yield


@pytest.fixture
def three(house: House) -> House:
    """Three chats, the newest first."""
    for age, title in enumerate(("First", "Second", "Third")):
        house.conversation(title, age=age * 60.0)
    return house


def rows_of(window: MainWindow) -> ConversationList:
    found = window.findChild(ConversationList)
    assert found is not None
    return found


def go_to(window: MainWindow, title: str) -> ConversationList:
    """Give the keyboard to this chat's row."""
    rows = rows_of(window)
    rows.setFocus()
    model = rows.model()
    index = next(
        model.index(row, 0)
        for row in range(model.rowCount())
        if model.index(row, 0).data() == title
    )
    rows.setCurrentIndex(index)
    return rows


def field_of(window: MainWindow) -> RenameField:
    field = window.findChild(RenameField)
    assert isinstance(field, RenameField)
    assert field.isVisible()
    return field


def open_menu(rows: ConversationList) -> QMenu:
    """Ask for the menu with the keyboard."""
    here = QPoint(0, 0)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, here, here)
    QApplication.sendEvent(rows.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


def choose(menu: QMenu, words: str) -> None:
    """Choose from the menu and close it."""
    action = next(one for one in menu.actions() if one.text().startswith(words))
    menu.close()
    action.trigger()


def test_a_chat_that_is_not_open_is_renamed_in_place(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            QTest.keyClick(go_to(window, "Second"), Qt.Key.Key_F2)
            field = field_of(window)
            assert (field.text(), field.selectedText()) == ("Second", "Second")
            assert field.accessibleName() == "New title of Second"
            QTest.keyClicks(field, " Mine ")
            QTest.keyClick(field, Qt.Key.Key_Return)
            await until(lambda: listed(window) == ["Today", "First", "Mine", "Third"])
            assert window.session.conversation.title == "New chat"
            assert rows_of(window).hasFocus()
            assert rows_of(window).currentIndex().data() == "Mine"
            await until(lambda: three.disk.details["id of Second"].title == "Mine")
            assert three.disk.details["id of Second"].has_own_title
            assert window.session.conversation.title == "New chat"

    qt_run(scenario())


def test_esc_leaves_the_title_and_an_empty_one_goes_back_to_the_made_one(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            rows = go_to(window, "Second")
            QTest.keyClick(rows, Qt.Key.Key_F2)
            QTest.keyClicks(field_of(window), "Other")
            QTest.keyClick(field_of(window), Qt.Key.Key_Escape)
            await settle()
            assert listed(window) == ["Today", "First", "Second", "Third"]
            QTest.keyClick(rows, Qt.Key.Key_F2)
            field_of(window).clear()
            QTest.keyClick(field_of(window), Qt.Key.Key_Return)
            await until(lambda: listed(window) == ["Today", "First", "Hello?", "Third"])

    qt_run(scenario())


def test_what_changes_meanwhile_waits_for_the_title_that_is_being_typed(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            QTest.keyClick(go_to(window, "Third"), Qt.Key.Key_F2)
            QTest.keyClicks(field_of(window), "Ha")
            await window._panel._chats.rename("id of First", "New first")
            await window._panel._chats.delete("id of Second")
            await settle()
            QTest.keyClicks(field_of(window), "lf")
            assert listed(window) == ["Today", "First", "Second", "Third"]
            QTest.keyClick(field_of(window), Qt.Key.Key_Return)
            await until(lambda: listed(window) == ["Today", "New first", "Half"])

    qt_run(scenario())


def test_the_delete_key_puts_a_chat_into_the_bin_and_its_neighbour_has_the_keyboard(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            rows = go_to(window, "Second")
            QTest.keyClick(rows, Qt.Key.Key_Delete)
            await until(lambda: listed(window) == ["Today", "First", "Third"])
            await until(lambda: "“Second” deleted" in texts(window))
            assert rows.currentIndex().data() == "Third"
            assert list(three.disk.binned) == ["id of Second"]
            QTest.keyClick(rows, Qt.Key.Key_Delete)
            await until(lambda: listed(window) == ["Today", "First"])
            assert rows.currentIndex().data() == "First"
            await window._panel._chats.undo_delete("id of Third")
            await until(lambda: listed(window) == ["Today", "First", "Third"])
            assert rows.currentIndex().data() == "First"

    qt_run(scenario())


def test_what_fails_on_disk_stays_as_it_was_and_one_press_tries_all_of_it_again(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            three.disk.error = StorageFailed("The disk is away.")
            QTest.keyClick(go_to(window, "Second"), Qt.Key.Key_F2)
            QTest.keyClicks(field_of(window), "Mine")
            QTest.keyClick(field_of(window), Qt.Key.Key_Return)
            await until(lambda: "The disk is away." in texts(window))
            QTest.keyClick(go_to(window, "Third"), Qt.Key.Key_Delete)
            QTest.keyClick(go_to(window, "First"), Qt.Key.Key_Delete)
            await until(lambda: three.disk.times_refused == 3)
            assert len(listed(window)) == 4
            three.disk.error = None
            press(window, "Try again")
            await until(lambda: listed(window) == ["Today", "Mine"])
            await until(lambda: "The disk is away." not in texts(window))

    qt_run(scenario())
    assert sorted(three.disk.binned) == ["id of First", "id of Third"]
    assert three.disk.details["id of Second"].title == "Mine"


def test_the_menu_opens_by_key_and_offers_all_there_is(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            rows = go_to(window, "Second")
            menu = open_menu(rows)
            assert menu.accessibleName() == "Second"
            assert [one.text() for one in menu.actions()] == [
                "Open\tEnter", "Rename\tF2", "Delete\tDel",
            ]  # fmt: skip
            assert menu.activeAction() is menu.actions()[0]
            choose(menu, "Open")
            await until(lambda: window.session.conversation.title == "Second")
            choose(open_menu(go_to(window, "Third")), "Rename")
            QTest.keyClicks(field_of(window), "3")
            QTest.keyClick(field_of(window), Qt.Key.Key_Return)
            await until(lambda: listed(window) == ["Today", "First", "Second", "3"])
            choose(open_menu(go_to(window, "First")), "Delete")
            await until(lambda: listed(window) == ["Today", "Second", "3"])

    qt_run(scenario())


def test_a_right_click_opens_the_menu_of_its_row_and_marks_nothing(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            rows = rows_of(window)
            place = rows.visualRect(rows.model().index(3, 0)).center()
            QTest.mousePress(rows.viewport(), Qt.MouseButton.RightButton, pos=place)
            reason = QContextMenuEvent.Reason.Mouse
            screen = rows.viewport().mapToGlobal(place)
            QApplication.sendEvent(rows.viewport(), QContextMenuEvent(reason, place, screen))
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            assert menu.accessibleName() == "Third"
            assert not rows.selectionModel().hasSelection()
            menu.close()
            heading = rows.visualRect(rows.model().index(0, 0)).center()
            QApplication.sendEvent(rows.viewport(), QContextMenuEvent(reason, heading, screen))
            assert QApplication.activePopupWidget() is None

    qt_run(scenario())


def test_the_button_stands_on_the_row_of_pointer_keyboard_or_open_chat(
    qt_run: Run, opened: Opened, three: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 4)
            more = window.findChild(MoreButton)
            assert isinstance(more, MoreButton)
            assert not more.isVisible()
            rows = go_to(window, "Second")
            assert (more.isVisible(), more.accessibleName()) == (True, "More for Second")
            QTest.keyClick(rows, Qt.Key.Key_Tab)
            assert QApplication.focusWidget() is more
            QTest.keyClick(more, Qt.Key.Key_Space)
            menu = QApplication.activePopupWidget()
            assert isinstance(menu, QMenu)
            assert menu.accessibleName() == "Second"
            menu.close()
            rows.entered.emit(rows.model().index(3, 0))
            assert more.accessibleName() == "More for Third"
            rows.viewportEntered.emit()
            assert more.accessibleName() == "More for Second"
            message(window).setFocus()
            await send(window, "Mine")
            assert more.accessibleName() == "More for Mine"
            row = rows.visualRect(rows.currentIndex())
            place = more.geometry().center() - rows.geometry().topLeft()
            assert row.contains(place)
            QTest.keyClick(go_to(window, "Second"), Qt.Key.Key_F2)
            assert not more.isVisible()
            QTest.keyClick(field_of(window), Qt.Key.Key_Escape)
            assert more.isVisible()

    qt_run(scenario())


def test_leaving_the_field_keeps_the_title_and_the_list_may_be_scrolled_meanwhile(
    qt_run: Run, opened: Opened, house: House
) -> None:
    for number in range(40):
        house.conversation(f"Chat {number:02}", age=number)

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 41)
            rows = go_to(window, "Chat 00")
            QTest.keyClick(rows, Qt.Key.Key_F2)
            QTest.keyClicks(field_of(window), "left")
            message(window).setFocus()
            await until(lambda: listed(window)[1] == "left")
            assert message(window).hasFocus()
            QTest.keyClick(go_to(window, "left"), Qt.Key.Key_F2)
            before = field_of(window).pos()
            rows.verticalScrollBar().setValue(5)
            assert field_of(window).pos().y() == before.y() - 5
            QTest.keyClicks(field_of(window), "scrolled")
            rows.verticalScrollBar().setValue(400)
            await until(lambda: listed(window)[1] == "scrolled")
            assert rows.verticalScrollBar().value() == 400
            rows.begin_renaming("unknown")
            assert not rows.is_held

    qt_run(scenario())


def test_the_whole_of_a_long_title_is_edited(qt_run: Run, opened: Opened, house: House) -> None:
    long = "word " * 45
    house.conversation(long.strip())

    async def scenario() -> None:
        async with opened() as window:
            await until(lambda: len(listed(window)) == 2)
            rows = rows_of(window)
            assert rows.title_of(f"id of {long.strip()}") == long.strip()
            assert len(rows.model().index(1, 0).data()) < len(long)
            assert rows.model().index(0, 0).data(Qt.ItemDataRole.EditRole) == ""

    qt_run(scenario())
