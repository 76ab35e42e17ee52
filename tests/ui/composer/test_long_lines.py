"""A long line is broken for the editor and comes back as it was."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.ui.composer.long_lines import LONGEST_SHOWN, broken, joined, mark_for

_LINES = st.lists(st.tuples(st.sampled_from(["x", "⤶", "a b", "文", ""]), st.integers(0, 5_000)))


@given(_LINES)
def test_what_is_broken_is_joined_again(lines: list[tuple[str, int]]) -> None:
    text = "\n".join(piece * count for piece, count in lines)
    mark = mark_for(text)
    shown = broken(text, mark)
    assert all(len(line) <= LONGEST_SHOWN + len(mark) for line in shown.split("\n"))
    assert joined(shown, mark) == text


def test_short_lines_stay_as_they_are() -> None:
    assert broken("one\ntwo\n", "⤶") == "one\ntwo\n"


def test_the_mark_is_none_of_the_texts_signs_and_is_seen_where_it_is_used() -> None:
    line = "x" * (LONGEST_SHOWN + 1)
    assert mark_for(line) == "⤶"
    assert mark_for(f"⤶{line}") == "↩"
    assert mark_for(f"⤶↩↵⏎\ue000{line}") == "\ue001"
    assert mark_for("plain") == "\ue000"
