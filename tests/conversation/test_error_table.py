"""Every error has a row of its own in the written table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

import pytest

from hfchat_gui.conversation import errors
from hfchat_gui.conversation.error_record import TRY_AGAIN, Action, ActionKind
from hfchat_gui.conversation.error_table import ERROR_TABLE, ErrorRow, heading
from hfchat_gui.conversation.errors import ChatError


def classes_below(error: type[ChatError]) -> Iterator[type[ChatError]]:
    """Yield all error classes of the list, however deep."""
    for found in error.__subclasses__():
        if found.__module__ == errors.__name__:
            yield found
        yield from classes_below(found)


def check(table: Iterable[ErrorRow], classes: Iterable[type[ChatError]]) -> None:
    """Fail unless each class has one row, and names its kind and action itself."""
    rows = [row.error for row in table]
    for error in classes:
        assert rows.count(error) == 1, f"{error.__name__} needs one row"
        assert {"kind", "action"} <= set(vars(error)), f"{error.__name__} leaves it to another"


def test_each_error_has_one_row_with_words_and_an_action() -> None:
    check(ERROR_TABLE, classes_below(ChatError))
    kinds = [row.kind for row in ERROR_TABLE]
    assert len(set(kinds)) == len(kinds)
    assert len({row.heading for row in ERROR_TABLE}) == len(kinds)
    for row in ERROR_TABLE:
        assert 0 < len(row.heading) <= 40
        assert row.heading[0].isupper()
        assert row.heading[-1].isalpha() or row.heading.endswith("?")
        assert row.action.kind is not ActionKind.NONE
        assert row.action.label


def test_no_error_but_a_fault_of_ours_brings_a_second_step_by_itself() -> None:
    second = [row.error for row in ERROR_TABLE if row.error("Words.").record().other_action.label]
    assert second == [errors.InternalFault]  # `reply_errors` adds those of an overflow and a wait


def test_a_class_without_a_row_would_be_caught() -> None:
    forgotten = type("Forgotten", (ChatError,), {"kind": "forgotten", "action": TRY_AGAIN})
    with pytest.raises(AssertionError, match="Forgotten needs one row"):
        check(ERROR_TABLE, chain(classes_below(ChatError), [forgotten]))
    silent = type("Silent", (errors.ServerFailed,), {})
    with pytest.raises(AssertionError, match="Silent leaves it to another"):
        check([ErrorRow(silent, "It is silent")], [silent])


def test_a_card_has_the_heading_of_its_kind_and_none_for_a_later_one() -> None:
    assert heading(errors.Unreachable.kind) == "The server cannot be reached"
    assert heading("of a later version") == ""


def test_a_fault_of_ours_offers_a_report_that_says_what_happened() -> None:
    record = errors.InternalFault("A mistake.", detail="KeyError in hfchat_gui.a:7").record()
    assert record.action == TRY_AGAIN
    report = Action(ActionKind.COPY_REPORT, "Copy a report", "internal: KeyError in hfchat_gui.a:7")
    assert record.other_action == report
    assert errors.InternalFault("A mistake.").record().other_action.target == "internal"
