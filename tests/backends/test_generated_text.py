"""Tests for the shapes of the pipeline's answers."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.generated_text import generated_text

ASKED = ("Joke?",)
BOTH = ("Be kind.", *ASKED)
ANSWER = {"role": "assistant", "content": "Knock knock."}


@pytest.mark.parametrize(
    "value",
    [
        [{"generated_text": "Knock knock."}],
        [[{"generated_text": "Knock knock."}]],
        {"generated_text": "Knock knock."},
        [{"generated_text": [{"role": "user", "content": "Joke?"}, ANSWER]}],
        [{"generated_text": [{**ANSWER, "content": [{"type": "text", "text": "Knock knock."}]}]}],
        [{"input_text": "x", "generated_text": [ANSWER]}],
        [{"role": "user", "content": "Joke?"}, ANSWER],
        [{"generated_text": "<|user|>\nJoke?</s>\n<|assistant|>\nKnock knock."}],
        [{"generated_text": "<s>[INST] Joke? [/INST] Knock knock."}],
        [{"generated_text": "user\nJoke?\nassistant\nKnock knock."}],
    ],
)
def test_the_answer_is_found_without_the_prompt(value: Any) -> None:
    assert generated_text(value, ASKED) == "Knock knock."


def test_a_prompt_of_several_turns_is_cut() -> None:
    value = [{"generated_text": "<|system|>Be kind.</s><|user|>Joke?</s><|assistant|>Knock."}]
    assert generated_text(value, BOTH) == "Knock."


@pytest.mark.parametrize(
    "answer",
    [
        "Joke? That is a good question.",
        "Be kind. Joke? Well.",
        "Joke?",
        "x" * 300 + "Joke?</s>y",
        "Other words.",
    ],
)
def test_an_answer_that_repeats_the_question_is_left_whole(answer: str) -> None:
    assert generated_text([{"generated_text": answer}], ASKED) == answer
    assert generated_text([{"generated_text": answer}], ()) == answer


@pytest.mark.parametrize(
    "value",
    [[], {}, None, 5, [5], [{"generated_text": 5}], [{"generated_text": []}], {"error": "x"}],
)
def test_what_holds_no_answer_gives_none(value: Any) -> None:
    assert generated_text(value, ASKED) is None


def test_half_pairs_are_replaced() -> None:
    assert generated_text([{"generated_text": "a\ud83d"}], ASKED) == "a\ufffd"
