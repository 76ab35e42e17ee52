"""How much is left out, by the server's numbers and without them."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import PromptTooLong
from hfchat_gui.conversation.leaving_out import first_to_send, told
from hfchat_gui.conversation.message import Message, Role, TextPart


def chat(*sizes: int) -> list[Message]:
    """Return turns of these sizes, the person's first; each id is the place."""
    return [
        Message(Role.ASSISTANT if place % 2 else Role.USER, (TextPart("x" * size),), str(place))
        for place, size in enumerate(sizes)
    ]


@pytest.mark.parametrize(
    ("prompt", "window", "max_tokens", "system", "first"),
    [
        (1000, 800, None, "", "4"),  # 600 are left for what is sent
        (1000, 1000, 100, "", "2"),
        (1000, 800, 400, "", "6"),
        (1000, 800, 5000, "", None),  # not even the question alone
        (1000, 100, None, "", None),
        (1000, 130, None, "", "8"),  # with little left for the reply
        (1000, 130, 20, "", None),
        (1000, 800, None, "s" * 900, "8"),
        (None, 800, None, "", "4"),
        (1000, None, None, "", "4"),
        (None, None, None, "", "4"),
    ],
)
def test_the_oldest_go_until_the_rest_fits(
    prompt: int | None, window: int | None, max_tokens: int | None, system: str, first: str | None
) -> None:
    error = PromptTooLong("x", prompt_tokens=prompt, window_tokens=window).record()
    sent = chat(*[100] * 9)
    assert first_to_send(sent, system, error, max_tokens) == first


def test_one_huge_old_turn_is_all_that_goes() -> None:
    error = PromptTooLong("x", prompt_tokens=1000, window_tokens=500).record()
    assert first_to_send(chat(800, 50, 50, 50, 50), "", error, None) == "2"


def test_what_is_sent_begins_with_a_person_and_ends_with_the_question() -> None:
    error = PromptTooLong("x").record()
    assert first_to_send(chat(9, 9, 9), "", error, None) == "2"
    assert first_to_send(chat(9), "", error, None) is None
    assert first_to_send([], "", error, None) is None


def test_nothing_is_left_out_in_vain_for_one_huge_question() -> None:
    error = PromptTooLong("x", prompt_tokens=9052, window_tokens=8192).record()
    assert first_to_send(chat(20, 30, 20, 30, 40_000), "", error, None) is None


def test_the_note_counts_in_plain_words() -> None:
    assert told(1) == (
        "The oldest turn is not sent from here on, since it does not fit the model's window."
    )
    assert told(12).startswith("The 12 oldest turns are not sent from here on, since they do not")
