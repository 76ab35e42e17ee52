"""A conversation is chosen by a click or Enter; the list keeps its place when it changes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime

import pytest
from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.side_panel.conversation_list import ConversationList
from hfchat_gui.ui.side_panel.conversation_rows import PAGE, Grouped
from tests.ui.stand_in_ports import LOCAL

_TODAY = date(2026, 11, 30)
_NOON = datetime(2026, 11, 30, 12).timestamp()  # noqa: DTZ001
_AGES = {"1": 0.0, "2": 60.0, "3": 5 * 86_400.0}


def _rows(ages: dict[str, float]) -> Grouped:
    summaries = [
        ConversationSummary(key, f"chat {key}", LOCAL, _NOON - age) for key, age in ages.items()
    ]
    return Grouped(summaries, frozenset({"2"}), _TODAY)


@pytest.fixture
def shown(qtbot: QtBot) -> Iterator[ConversationList]:
    widget = ConversationList()
    qtbot.addWidget(widget)
    widget.resize(244, 400)
    widget.show_rows(_rows(_AGES))
    widget.show()
    qtbot.waitExposed(widget)
    yield widget
    widget.close()


def _index(shown: ConversationList, row: int) -> QModelIndex:
    return shown.model().index(row, 0)


def _click(shown: ConversationList, row: int) -> None:
    place = shown.visualRect(_index(shown, row)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=place)


def test_a_click_chooses(shown: ConversationList, qtbot: QtBot) -> None:
    with qtbot.waitSignal(shown.chosen) as chosen:
        _click(shown, 2)
    assert chosen.args == ["2"]


def test_a_click_on_a_heading_chooses_nothing(shown: ConversationList, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(shown.chosen):
        _click(shown, 3)


def test_the_keys_skip_headings_and_enter_chooses(shown: ConversationList, qtbot: QtBot) -> None:
    shown.mark("2")
    QTest.keyClick(shown, Qt.Key.Key_Down)
    with qtbot.waitSignal(shown.chosen) as chosen:
        QTest.keyClick(shown, Qt.Key.Key_Return)
    assert chosen.args == ["3"]


def test_enter_without_a_conversation_does_nothing(shown: ConversationList, qtbot: QtBot) -> None:
    shown.show_rows(_rows({}))
    with qtbot.assertNotEmitted(shown.chosen), qtbot.assertNotEmitted(shown.deletion_requested):
        QTest.keyClick(shown, Qt.Key.Key_Delete)
        QTest.keyClick(shown, Qt.Key.Key_F2)
        QTest.keyClick(shown, Qt.Key.Key_Menu)
        QTest.keyClick(shown, Qt.Key.Key_Return)


def test_the_open_conversation_stays_marked_when_rows_come_and_go(shown: ConversationList) -> None:
    shown.mark("3")
    shown.show_rows(_rows({"4": 0.0} | _AGES))
    assert shown.currentIndex().data() == "chat 3"
    shown.show_rows(_rows({"4": 0.0}))
    assert not shown.selectionModel().hasSelection()


def test_the_place_is_kept_when_rows_change(shown: ConversationList) -> None:
    ages = {f"{n}": float(n) for n in range(100)}
    shown.show_rows(_rows(ages))
    shown.verticalScrollBar().setValue(500)
    shown.show_rows(_rows({"new": 0.0} | ages))
    assert shown.verticalScrollBar().value() == 500


def test_a_change_lays_out_no_more_than_has_been_looked_at(shown: ConversationList) -> None:
    shown.show_rows(_rows({f"{n}": float(n) for n in range(8 * PAGE)}))
    shown.mark(f"{7 * PAGE}")
    assert shown.model().rowCount() > 7 * PAGE
    shown.verticalScrollBar().setValue(0)
    new = ConversationSummary("new", "chat new", LOCAL, _NOON + 1)
    shown.show_change(new, False, _TODAY)
    assert shown.model().rowCount() < 2 * PAGE
    assert not shown.selectionModel().hasSelection()
    while shown.model().canFetchMore(QModelIndex()):
        shown.model().fetchMore(QModelIndex())
    assert shown.currentIndex().data() == f"chat {7 * PAGE}"
    assert shown.verticalScrollBar().value() == 0


def test_a_change_where_the_list_is_far_down_keeps_the_place(shown: ConversationList) -> None:
    shown.show_rows(_rows({f"{n}": float(n) for n in range(4 * PAGE)}))
    shown.mark(f"{3 * PAGE}")
    place = shown.verticalScrollBar().value()
    assert place > 0
    shown.show_change(ConversationSummary("9", "chat 9", LOCAL, _NOON + 1), True, _TODAY)
    assert shown.verticalScrollBar().value() == place
    assert shown.currentIndex().data() == f"chat {3 * PAGE}"


def test_a_dot_is_drawn_where_a_reply_streams(shown: ConversationList) -> None:
    from hfchat_gui.ui.look.theme import current

    image = shown.grab(shown.visualRect(_index(shown, 2))).toImage()
    colours = {image.pixel(x, y) for x in range(image.width()) for y in range(image.height())}
    assert current().success.rgb() in colours


def test_the_dots_stand_below_each_other_whatever_the_titles(shown: ConversationList) -> None:
    from hfchat_gui.ui.look.theme import current

    places, width = [], 0
    for title in ("a", "a title that is longer than the whole list is wide " * 5):
        summary = ConversationSummary("0", title, LOCAL, _NOON + 1)
        shown.show_change(summary, True, _TODAY)
        image = shown.grab(shown.visualRect(_index(shown, 1))).toImage()
        middle, width = image.height() // 2, image.width()
        drawn = [x for x in range(width) if image.pixel(x, middle) == current().success.rgb()]
        places.append((drawn[0], drawn[-1]))
    assert places[0] == places[1]
    assert places[0][0] > width - 24
