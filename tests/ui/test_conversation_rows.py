"""Conversations stand under the day they belong to, newest first."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.conversation_rows import ConversationRows, Row, RowRole, grouped
from tests.ui.stand_ins import LOCAL

_TODAY = date(2026, 11, 30)


def _summary(title: str, days_ago: int, hour: int = 12) -> ConversationSummary:
    then = datetime(2026, 11, 30, hour) - timedelta(days=days_ago)  # noqa: DTZ001
    return ConversationSummary(title, title, LOCAL, then.timestamp())


def _texts(rows: list[Row]) -> list[str]:
    return [row.text for row in rows]


def test_days_are_days_of_the_calendar() -> None:
    summaries = [_summary("a", 0), _summary("b", 1, hour=23), _summary("c", 2), _summary("d", 9)]
    rows = grouped(summaries, frozenset(), _TODAY)
    assert _texts(rows) == ["Today", "a", "Yesterday", "b", "Earlier", "c", "d"]


def test_a_clock_that_was_ahead_does_not_hide_a_conversation() -> None:
    assert _texts(grouped([_summary("a", -3)], frozenset(), _TODAY)) == ["Today", "a"]


def test_no_conversations_make_no_headings() -> None:
    assert grouped([], frozenset(), _TODAY) == []


def test_the_model_keeps_the_rules_of_models(qtmodeltester: ModelTester) -> None:
    model = ConversationRows()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.show_rows([Row("Today"), Row("a", "1"), Row("b", "2", is_replying=True)])
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_headings_are_read_and_never_chosen(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows([Row("Today"), Row("a", "1")])
    heading, row = model.index(0), model.index(1)
    assert heading.data(RowRole.IS_HEADING)
    assert not heading.flags() & Qt.ItemFlag.ItemIsSelectable
    assert row.flags() & Qt.ItemFlag.ItemIsSelectable
    assert (row.data(RowRole.ID), row.data(RowRole.IS_HEADING)) == ("1", False)


def test_a_screen_reader_hears_that_a_conversation_is_being_answered(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows([Row("a", "1", is_replying=True), Row("b", "2")])
    heard = [model.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert heard == ["a, being answered", "b"]


def test_a_new_title_changes_one_row_and_resets_nothing(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows([Row("a", "1"), Row("b", "2")])
    with qtbot.waitSignal(model.dataChanged) as changed, qtbot.assertNotEmitted(model.modelReset):
        assert not model.show_rows([Row("a", "1"), Row("better", "2")])
    assert changed.args is not None
    assert changed.args[0].row() == 1


def test_another_order_makes_new_indexes(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows([Row("a", "1"), Row("b", "2")])
    assert model.show_rows([Row("b", "2"), Row("a", "1")])
    assert model.index_of("2").row() == 0
    assert not model.index_of("3").isValid()
    assert not model.index_of("").isValid()
