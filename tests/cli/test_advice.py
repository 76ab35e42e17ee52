"""Tests for what a terminal says beyond what the window would."""

from __future__ import annotations

import pytest

from hfchat_gui.cli.advice import cut_short, with_way_out
from hfchat_gui.conversation.error_record import (
    CHOOSE_MODEL,
    TRY_AGAIN,
    Action,
    ActionKind,
    ErrorRecord,
    enter_key,
)

SHORTEN = Action(ActionKind.SHORTEN_REPLY, "Ask for at most 50 tokens", "50")
ALLOW = Action(ActionKind.OPEN_SETTINGS, "Allow it", "http://far.example:80")


@pytest.mark.parametrize(
    ("kind", "action", "way"),
    [
        ("refused", SHORTEN, " Without a window, that is --max-tokens 50."),
        (
            "unprotected",
            ALLOW,
            " Without a window, allow it by HFCHAT_PLAIN_HTTP=http://far.example:80",
        ),
        (
            "sign_in",
            enter_key("http://far.example"),
            " Without a window, HFCHAT_API_KEY holds the key for --endpoint.",
        ),
        ("model", CHOOSE_MODEL, " hfchat models lists what there is."),
        ("sign_in", TRY_AGAIN, ""),
        ("server", TRY_AGAIN, ""),
    ],
)
def test_what_the_window_has_a_button_for_is_said_as_what_to_type(
    kind: str, action: Action, way: str
) -> None:
    told = with_way_out(ErrorRecord(kind, "It is so.", "a detail", action))
    assert told == ErrorRecord(kind, "It is so." + way, "a detail", action)


@pytest.mark.parametrize(
    ("reason", "most", "words"),
    [
        ("length", None, "a larger --max-tokens"),
        ("length", 20, ""),
        ("content_filter", 20, "A filter of the server"),
        ("abort", None, "(abort)"),
        ("stop", None, ""),
    ],
)
def test_a_reply_that_was_cut_in_order_has_its_reason(
    reason: str, most: int | None, words: str
) -> None:
    told = cut_short(reason, most)
    assert words in told
    assert bool(told) is bool(words)
