"""Tests for half surrogate pairs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.surrogates import SurrogateJoiner
from hfchat_gui.conversation.characters import whole_characters


def joined(*pieces: str) -> str:
    joiner = SurrogateJoiner()
    return "".join(map(joiner.feed, pieces)) + joiner.finish()


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["hi \ud83d", "\ude00!"], "hi 😀!"),
        (["\ud83d\ude00"], "😀"),
        (["a\ud83d", "b"], "a\ufffdb"),
        (["a\ude00b"], "a\ufffdb"),
        (["a\ud83d"], "a\ufffd"),
        (["\ud83d", "", "\ude00"], "😀"),
        (["\ud83d", "\ud83d", "\ude00"], "\ufffd😀"),
        (["plain", " text"], "plain text"),
        ([""], ""),
    ],
)
def test_halves_find_each_other_or_are_replaced(pieces: list[str], text: str) -> None:
    assert joined(*pieces) == text


@given(st.lists(st.text(st.sampled_from("a\ud83d\ude00😀"), max_size=4), max_size=6))
def test_the_borders_of_pieces_do_not_matter(pieces: list[str]) -> None:
    assert joined(*pieces) == whole_characters("".join(pieces))
    joined(*pieces).encode()
