"""Columns have the room that their texts want, and together no more than there is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.table_columns import TableColumns

pytestmark = pytest.mark.usefixtures("qapp")


def widths(*rows: str, width: int = 600) -> list[int]:
    columns = TableColumns()
    source = "\n".join([rows[0], "|".join("-" * 30 for _ in rows[0].split("|")), *rows[1:]]) + "\n"
    columns.read(source, len(rows[0].split("|")))
    return columns.widths(width, Style.made(LIGHT))


def test_room_that_is_left_is_shared() -> None:
    assert widths("a|b|c") == [200, 200, 200]
    narrow, wide = widths("a|several words of it")
    assert 100 < narrow < wide
    assert narrow + wide == 600


def test_where_not_all_fits_the_long_texts_wrap() -> None:
    narrow, wide = widths("Name|b", f"one word|{'words ' * 100}")
    assert 60 < narrow < 200
    assert narrow + wide == 600


def test_many_columns_share_what_there_is() -> None:
    found = widths("|".join(["word"] * 39 + ["a-very-long-word-indeed"]))
    assert sum(found) == 600
    assert max(found) - min(found) <= 1


def test_a_long_word_takes_no_room_from_the_short_ones() -> None:
    short, long = widths(f"one|{'x' * 200}")
    assert short < 100
    assert short + long == 600


def test_code_wants_more_room_and_marks_want_none() -> None:
    plain, code = widths("iiiiiiiiii|`iiiiiiiiii`")
    assert code > plain
    one, other = widths("words|**[words](http://example.org/a/long/address)**")
    assert one == other


def test_a_row_counts_when_it_is_complete() -> None:
    columns, style = TableColumns(), Style.made(LIGHT)
    source = "a|b\n-|-\n1|2\n"
    columns.read(source, 2)
    before, version = columns.widths(600, style), columns.version
    columns.read(source + "1|a much longer text", 2)
    assert (columns.widths(600, style), columns.version) == (before, version)
    columns.read(source + "1|a much longer text\n", 2)
    assert columns.widths(600, style) != before
    columns.read("a|b|c\n-|-|-\n", 3)
    assert len(columns.widths(600, style)) == 3


@given(st.lists(st.text("ab |\\`", max_size=40), min_size=1, max_size=6), st.integers(40, 900))
def test_the_widths_add_up_whatever_the_rows_are(rows: list[str], width: int) -> None:
    columns = TableColumns()
    columns.read("a|b\n-|-\n" + "\n".join(rows) + "\n", 2)
    assert sum(columns.widths(width, Style.made(LIGHT))) == width
