"""Conversations stand under the day they belong to, newest first."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from time import process_time

from PySide6.QtCore import Qt
from pytestqt.modeltest import ModelTester
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.ui.side_panel.conversation_rows import PAGE, ConversationRows, Grouped, Row, RowRole
from tests.ui.stand_in_ports import LOCAL

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


def test_a_conversation_with_a_draft_is_marked(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", "b", replying="a"))
    with qtbot.waitSignals([model.dataChanged] * 2):
        model.mark_drafts(frozenset({"a", "b", "not in the list"}))
    with qtbot.waitSignal(model.dataChanged) as told:
        model.mark_drafts(frozenset({"a"}))
    assert told.args[0].data(RowRole.ID) == "b"
    rows = [model.index(row) for row in (1, 2)]
    assert [row.data(RowRole.HAS_DRAFT) for row in rows] == [True, False]
    heard = [row.data(Qt.ItemDataRole.AccessibleTextRole) for row in rows]
    assert heard == ["a, being answered, with a draft", "b"]


def _change(model: ConversationRows, title: str, days_ago: int, hour: int = 12) -> bool:
    return model.show_change(_summary(title, days_ago, hour), True, _TODAY)


def _read(model: ConversationRows) -> list[str]:
    return [str(model.index(row).data()) for row in range(model.rowCount())]


def test_a_new_state_changes_one_row_and_resets_nothing(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", "b"))
    with (
        qtbot.waitSignal(model.dataChanged) as changed,
        qtbot.assertNotEmitted(model.modelReset),
    ):
        assert not _change(model, "b", 0)
    assert [index.row() for index in (changed.args or [])[:2]] == [2, 2]
    assert model.index(2).data(RowRole.IS_REPLYING)
    assert not model.index(1).data(RowRole.IS_REPLYING)


def test_the_end_of_a_reply_takes_the_dot_away(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a", replying="a"))
    assert not model.show_change(_summary("a", 0), False, _TODAY)
    assert not model.index(1).data(RowRole.IS_REPLYING)


def test_a_conversation_takes_the_place_of_its_time(qtmodeltester: ModelTester) -> None:
    model = ConversationRows()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]
    model.show_rows(Grouped([_summary("b", 1), _summary("c", 2)], frozenset(), _TODAY))
    assert _change(model, "a", 0)
    assert _read(model) == ["Today", "a", "Yesterday", "b", "Earlier", "c"]
    assert _change(model, "c", 0, hour=13)
    assert _read(model) == ["Today", "c", "a", "Yesterday", "b"]
    assert model.index_of("b").row() == 4
    assert not model.index_of("d").isValid()
    qtmodeltester.check(model)  # type: ignore[no-untyped-call]


def test_the_first_conversation_of_all_makes_the_list(qtbot: QtBot) -> None:
    model = ConversationRows()
    assert _change(model, "a", 0)
    assert _read(model) == ["Today", "a"]


def test_another_day_moves_the_headings(qtbot: QtBot) -> None:
    model = ConversationRows()
    model.show_rows(_rows("a"))
    tomorrow = _TODAY + timedelta(days=1)
    assert model.show_change(_summary("a", 0), False, tomorrow)
    assert _read(model) == ["Yesterday", "a"]


def test_a_row_that_is_not_given_to_the_view_yet_changes_in_silence(qtbot: QtBot) -> None:
    model = ConversationRows()
    summaries = [_summary(f"{n}", n) for n in range(PAGE + 9)]
    model.show_rows(Grouped(summaries, frozenset(), _TODAY))
    with qtbot.assertNotEmitted(model.dataChanged):
        assert not _change(model, f"{PAGE + 8}", PAGE + 8)


def test_conversations_of_the_same_moment_are_told_apart() -> None:
    rows = _rows("a", "b", "c").with_change(_summary("b", 0), True, _TODAY)
    assert sorted(_texts(rows)) == ["Today", "a", "b", "c"]
    for title in "abc":
        number = rows.number_of(title)
        assert number is not None
        assert rows.row(number).text == title


def test_a_change_among_very_many_is_no_pause(qtbot: QtBot) -> None:
    now = _summary("", 0).updated
    many = [ConversationSummary(f"{n}", f"chat {n}", LOCAL, now - n) for n in range(20_000)]
    model = ConversationRows()
    model.show_rows(Grouped(many, frozenset(), _TODAY))
    spent = []
    for number in range(10):
        started = process_time()
        model.show_change(ConversationSummary("19999", f"{number}", LOCAL, now), True, _TODAY)
        spent.append(process_time() - started)
    assert min(spent) < 0.005


def test_a_row_is_a_value() -> None:
    assert _rows("a").row(1) == Row("a", "a")
