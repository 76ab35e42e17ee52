"""Tests for what a key must be to be sent at all; what a secret shows is in test_values."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.secret import Secret, check_secret, header_value, login_secret


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("hf_x", ""),
        ("", "is empty"),
        ("hf a", "holds a character that cannot be sent, such as a space or a line end"),
        ("Basic bWU6cHc=", ""),
        ("Basic bWU6 cHc=", "holds a character that cannot be sent, such as a space or a line end"),
        ("k" * 9000, "is longer than any key"),
    ],
)
def test_what_is_wrong_with_a_key_is_said_after_its_name(text: str, problem: str) -> None:
    assert check_secret(text) == problem


def test_a_login_is_kept_as_it_is_sent() -> None:
    login = login_secret("me", "pä:ss")
    assert header_value(login.reveal()) == login.reveal() == "Basic bWU6cMOkOnNz"
    assert header_value("hf_x") == "Bearer hf_x"


def test_a_secret_knows_how_it_may_be_repeated() -> None:
    assert Secret("hf_a+b").forms() == ("hf_a+b", "aGZfYSti", "hf_a%2Bb")
    forms = login_secret("me", "s?cret").forms()
    assert {"Basic bWU6cz9jcmV0", "bWU6cz9jcmV0", "me:s?cret", "s?cret", "s%3Fcret"} <= {*forms}


def test_a_login_that_cannot_be_read_has_no_parts() -> None:
    assert Secret("Basic abc").forms()[:2] == ("Basic abc", "abc")
    assert Secret("Basic /w==").forms()[:2] == ("Basic /w==", "/w==")


def test_the_shortest_password_is_not_looked_for_in_every_word() -> None:
    assert "x" not in login_secret("me", "x").forms()
