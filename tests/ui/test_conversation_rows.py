"""Conversations stand under the day they belong to, newest first."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.conversation_rows import PAGE, ConversationRows, Grouped, Row, RowRole
from tests.ui.stand_ins import LOCAL

_TODAY = date(2026, 11, 30)


def _summary(title: str, days_ago: int, hour: int = 12) -> ConversationSummary:
    then = datetime(2026, 11, 30, hour) - timedelta(days=days_ago)  # noqa: DTZ001
    return ConversationSummary(title, title, LOCAL, then.timestamp())


def _texts(rows: Grouped) -> list[str]:
    return [row.text for row in rows]


def _rows(*titles: str, replying: str = "") -> Grouped:
    return Grouped([_summary(title, 0) for title in titles], frozenset({replying}), _TODAY)


def test_days_are_days_of_the_calendar() -> None:
    summaries = [_summary("a", 0), _summary("b", 1, hour=23), _summary("c", 2), _summary("d", 9)]
    rows = Grouped(summaries, frozenset(), _TODAY)
    assert _texts(rows) == ["Today", "a", "Yesterday", "b", "Earlier", "c", "d"]
    assert [rows.number_of(key) for key in "abcde"] == [1, 3, 5, 6, None]


def test_midnight_parts_the_days() -> None:
    rows = Grouped([_summary("a", 0, hour=0), _summary("b", 1, hour=0)], frozenset(), _TODAY)
    assert _texts(rows) == ["Today", "a", "Yesterday", "b"]


def test_a_clock_that_was_ahead_does_not_hide_a_conversation() -> None:
    assert _texts(Grouped([_summary("a", -3)], frozenset(), _TODAY)) == ["Today", "a"]


def test_no_conversations_make_no_headings() -> None:
    assert len(Grouped([], frozenset(), _TODAY)) == len(Grouped()) == 0


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    model = ConversationRows()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.show_rows(_rows("a", "b", replying="b"))
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_a_long_list_comes_by_the_page(qtmodeltester: ModelTester) -> None:
    model = ConversationRows()
    model.show_rows(_rows(*(f"{n}" for n in range(3 * PAGE))))
    assert model.rowCount() == PAGE
    assert model.index_of(f"{2 * PAGE}").isValid()
    assert model.rowCount() == 3 * PAGE
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    assert not model.canFetchMore(model.index(0))


def test_headings_are_read_and_never_chosen(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a"))
    heading, row = model.index(0), model.index(1)
    assert heading.data(RowRole.IS_HEADING)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert row.flags() & Qt.ItemFlag.ItemIsSelectable
    assert (row.data(RowRole.ID), row.data(RowRole.IS_HEADING)) == ("a", False)


def test_a_screen_reader_hears_that_a_conversation_is_being_answered(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", "b", replying="a"))
    heard = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in (1, 2)]
    assert heard == ["a, being answered", "b"]


def test_a_new_state_changes_rows_and_resets_nothing(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", "b"))
    with qtbot.waitSignal(model.dataChanged), qtbot.assertNotEmitted(model.modelReset):
        assert not model.show_rows(_rows("a", "b", replying="b"))
    assert model.index(2).data(RowRole.IS_REPLYING)


def test_another_order_or_heading_makes_new_indexes(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", "b"))
    assert model.show_rows(_rows("b", "a"))
    assert model.index_of("a").row() == 2
    assert not model.index_of("c").isValid()
    assert model.show_rows(Grouped([_summary("b", 1), _summary("a", 1)], frozenset(), _TODAY))


def test_a_row_is_a_value() -> None:
    assert _rows("a").row(1) == Row("a", "a")
