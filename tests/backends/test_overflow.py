"""Tests for recognising a prompt that is too long."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.overflow import prompt_too_long
from hfchat_gui.backends.server_words import words_of


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (
            {
                "error": "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 3500 `inputs` "
                "tokens and 1024 `max_new_tokens`",
                "error_type": "validation",
            },
            ["4096", "3500", "1024", "596 or less"],
        ),
        (
            {
                "error": "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000 `inputs` "
                "tokens and 10 `max_new_tokens`"
            },
            ["has 5000 tokens", "takes 4096"],
        ),
        (
            {
                "error": {
                    "code": 400,
                    "message": "request exceeds the available context size",
                    "type": "exceed_context_size_error",
                    "n_prompt_tokens": 13392,
                    "n_ctx": 8192,
                }
            },
            ["has 13392 tokens", "takes 8192"],
        ),
        (
            {
                "error": {
                    "message": "request (9000 tokens) exceeds the available context size (8192 "
                    "tokens), try increasing it"
                }
            },
            ["has 9000 tokens", "takes 8192"],
        ),
        (
            {
                "error": {
                    "message": "This model's maximum context length is 4096 tokens. However, "
                    "you requested 5000 tokens (4000 in the messages, 1000 in the completion)."
                }
            },
            ["has 5000 tokens", "takes 4096"],
        ),
        (
            {"error_type": "context_length_exceeded", "error_message": "context limit is 32000 t"},
            ["is too long", "takes 32000"],
        ),
        ({"error": {"message": "no", "code": "context_length_exceeded"}}, ["is too long"]),
        ({"message": "prompt is larger than the context size"}, ["is too long", "cannot take it"]),
    ],
)
def test_the_numbers_are_named(body: dict[str, object], words: list[str]) -> None:
    error = prompt_too_long(words_of(body), "gpu.example")
    assert error is not None
    assert all(word in error.user_text for word in [*words, "gpu.example"])


@pytest.mark.parametrize(
    "text", ["", "the model is overloaded", "invalid value for temperature", "template not found"]
)
def test_other_failures_are_not_taken_for_it(text: str) -> None:
    assert prompt_too_long(words_of({"error": text}), "h") is None


@pytest.mark.parametrize(
    "body",
    [
        {"error": {"type": "exceed_context_size", "n_prompt_tokens": 10**4000, "n_ctx": 5}},
        {"error": f"context length is {'9' * 5000}; requested {'9' * 5000} tokens"},
        {"error": f"max_new_tokens` must be <= {'9' * 5000}. Given: 1 `inputs` tokens and 2"},
    ],
)
def test_numbers_beyond_all_sense_are_not_repeated(body: dict[str, object]) -> None:
    error = prompt_too_long(words_of(body), "h")
    assert error is not None
    assert "This chat is too long, and the model at h cannot take it" in error.user_text
