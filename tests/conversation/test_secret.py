"""Tests for what a key must be to be sent at all; what a secret shows is in test_values."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.secret import check_secret


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hf_x", ""),
        ("", "is empty"),
        ("hf a", "holds a character that cannot be sent, such as a space or a line end"),
        ("k" * 9000, "is longer than any key"),
    ],
)
def test_what_is_wrong_with_a_key_is_said_after_its_name(text: str, problem: str) -> None:
    assert check_secret(text) == problem
