"""Positions go to Qt's units and come back."""

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.ui.transcript.utf16 import encoded, part, to_position, to_units


@given(st.text(max_size=30), st.integers(0, 30))
def test_a_position_comes_back(text: str, position: int) -> None:
    position = min(position, len(text))
    assert to_position(text, to_units(text, position)) == position


def test_an_emoji_has_two_units() -> None:
    assert to_units("a😀b", 2) == 3
    assert to_position("a😀b", 2) == 1


def test_half_a_character_is_left_out() -> None:
    assert part(encoded("a😀b"), 0, 2) == "a"
    assert part(encoded("a😀b"), 2, 4) == "b"
