"""Turns become question and answer in turn, by the stated steps and in their order."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.strict_turns import spoken, strict_turns, told
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.request import Turn

_ROLES = {"s": Role.SYSTEM, "u": Role.USER, "a": Role.ASSISTANT}


def turns(*written: str) -> tuple[Turn, ...]:
    """Turns such as "u:Hi"."""
    parted = [text.partition(":") for text in written]
    return tuple(Turn(_ROLES[role], text) for role, _, text in parted)


@pytest.mark.parametrize(
    ("given", "strict"),
    [
        (["u:Hi"], ["u:Hi"]),
        (["u:Hi", "a:Yes", "u:So"], ["u:Hi", "a:Yes", "u:So"]),
        (["s:Be brief.", "u:Hi"], ["u:Be brief.\n\nHi"]),
        (["s:One", "s:Two", "u:Hi"], ["u:One\n\nTwo\n\nHi"]),
        (["s:Be brief.", "a:Yes", "u:Hi"], ["u:Be brief.\n\nHi"]),
        (["s:Be brief."], ["u:Be brief."]),
        (["s:Be brief.", "a:Yes"], ["u:Be brief.", "a:Yes"]),
        (["s: ", "u:Hi"], ["u:Hi"]),
        (["s:Be brief.", "u: ", "u:Hi"], ["u:Be brief.\n\nHi"]),
        (["u:a", "u:b"], ["u:a\n\nb"]),
        (["u:a", "a: ", "u:b"], ["u:a\n\nb"]),
        (["u:a", "a:x", "a:y", "u:b"], ["u:a", "a:x\n\ny", "u:b"]),
        (["a:Hello", "u:Hi"], ["u:Hi"]),
        (["a:Hello"], []),
        ([], []),
    ],
)
def test_turns_alternate_and_begin_with_a_question(given: list[str], strict: list[str]) -> None:
    assert strict_turns(turns(*given)) == turns(*strict)
    assert strict_turns(strict_turns(turns(*given))) == turns(*strict)


def test_turns_without_a_word_are_no_turns() -> None:
    assert spoken(turns("u:a", "a:", "u: \n", "u:b")) == turns("u:a", "u:b")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["s:Be brief.", "u:Hi"], "the system prompt was put before the first question."),
        (["u:a", "u:b"], "turns that follow each other were joined."),
        (["a:Hello", "u:Hi"], "what stood before the first question was left out."),
        (
            ["s:Be brief.", "a:Hello", "a:there", "u:Hi"],
            "joined, and what stood before the first question was left out.",
        ),
    ],
)
def test_what_was_done_is_said_and_nothing_else(given: list[str], said: str) -> None:
    assert told(turns(*given)).endswith(said)
