"""Tests for text without half characters."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.characters import printable, whole_characters


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("", ""),
        ("plain 😀", "plain 😀"),
        ("\ufeffmark", "\ufeffmark"),
        ("\ud83d\ude00!", "😀!"),
        ("a\ud83db", "a\ufffdb"),
        ("\ude00b", "\ufffdb"),
        ("a\ud83d", "a\ufffd"),
        ("\ud83d\ud83d\ude00", "\ufffd😀"),
        ("\ude00\ud83d", "\ufffd\ufffd"),
    ],
)
def test_halves_are_joined_or_replaced(text: str, whole: str) -> None:
    assert whole_characters(text) == whole


@given(st.text(st.sampled_from("aé\ufeff\ud83d\ude00😀")))
def test_any_text_can_be_encoded_afterwards_and_whole_text_stays(text: str) -> None:
    whole = whole_characters(text)
    whole.encode()
    assert whole_characters(whole) == whole


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("plain words", "plain words"),
        (" two\n\tlines ", "two lines"),
        ("\x1b[31mred\x07\x9b", "[31mred"),
        ("a\u202eb\u200d", "ab"),
        ("half \ud800", "half"),
        ("Grüße 你好 😀", "Grüße 你好 😀"),
    ],
)
def test_what_is_printed_stays_in_its_line(text: str, printed: str) -> None:
    assert printable(text) == printed
