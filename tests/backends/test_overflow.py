"""Tests for recognising a prompt or a reply that is too long."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.overflow import longest_reply, prompt_too_long, reply_too_long
from hfchat_gui.backends.server_words import words_of
from hfchat_gui.conversation.error_record import NEW_CHAT, Action, ActionKind


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
            {"error": "This model's maximum context length is 8192 tokens, you sent 9001"},
            ["has 9001 tokens", "takes 8192."],
        ),
        (
            {"error": "Prompt is too long: this model's context length is 8192."},
            ["is too long", "takes 8192 tokens."],
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
            ["takes 4096 in all", "has 4000 tokens", "1000 were asked", "96 or less"],
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
    error = prompt_too_long(words_of(body), "the model at gpu.example")
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
    assert "999" not in error.user_text
    assert "000" not in error.user_text


MET = [  # wordings as they were met, with the prompt and the window that they name
    ("`inputs` must have less than 1024 tokens. Given: 1500", 1500, 1024),
    (
        (
            "`inputs` tokens + `max_new_tokens` must be <= 4097. Given: 80125 `inputs` tokens and "
            "4096 `max_new_tokens`"
        ),
        80125,
        4097,
    ),
    (
        (
            "This model's maximum context length is 16384 tokens. However, you requested 122946 "
            "tokens (112946 in the messages, 10000 in the completion). Please reduce the length of "
            "the messages or completion."
        ),
        112946,
        16384,
    ),
    (
        (
            "This model's maximum context length is 4097 tokens. However, your messages resulted "
            "in 7575 tokens. Please reduce the length of the messages."
        ),
        7575,
        4097,
    ),
    (
        (
            "This model's maximum context length is 4097 tokens, however you requested 4162 tokens "
            "(1090 in your prompt; 3072 for the completion). Please reduce your prompt"
        ),
        1090,
        4097,
    ),
    (
        (
            "This model's maximum context length is 2048 tokens. However, your request has 8 input "
            "tokens plus 2045 'max_tokens'. Please reduce one or the other."
        ),
        8,
        2048,
    ),
    (
        (
            "This model's maximum context length is 2048 tokens. However, you requested 1000 "
            "output tokens and your prompt contains at least 1049 input tokens, for a total of at "
            "least 2049"
        ),
        1049,
        2048,
    ),
    (
        "The prompt (total length 25938) is too long to fit into the model (context length 4096).",
        25938,
        4096,
    ),
    (
        "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
        5000,
        4096,
    ),
    (
        (
            "Requested token count exceeds the model's maximum context length of 4096 tokens. You "
            "requested a total of 5000 tokens: 4900 tokens from the input messages and 100 tokens "
            "for the completion."
        ),
        4900,
        4096,
    ),
    (
        "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
        5000,
        4096,
    ),
    (
        (
            "Prompt contains 65673 tokens and 0 draft tokens, too large for model with 32768 "
            "maximum context length"
        ),
        65673,
        32768,
    ),
    (
        (
            "Please reduce the length of the messages or completion. Current length is 42328 while "
            "limit is 40000"
        ),
        42328,
        40000,
    ),
    ("Please reduce the length of the messages or completion.", None, None),
    (
        (
            "Trying to keep the first 10136 tokens when context the overflows. However, the model "
            "is loaded with context length of only 7866 tokens, which is not enough."
        ),
        10136,
        7866,
    ),
    (
        (
            "The number of tokens to keep from the initial prompt is greater than the context "
            "length (n_keep: 10247 >= n_ctx: 4096). Try to load the model with a larger context "
            "length."
        ),
        10247,
        4096,
    ),
    ("request (1531 tokens) exceeds the available context size (1024 tokens)", 1531, 1024),
    ("the request exceeds the available context size. try increasing it", None, None),
    ("the input length exceeds the context length", None, None),
    ("prompt is too long: 201000 tokens > 200000 maximum", 201000, 200000),
    (
        "This model's maximum prompt length is 500000 but the request contains 907154 tokens.",
        907154,
        500000,
    ),
    (
        "The input token count (70000) exceeds the maximum number of tokens allowed (65536).",
        70000,
        65536,
    ),
]


@pytest.mark.parametrize(("text", "prompt", "window"), MET)
def test_each_wording_gives_its_numbers(text: str, prompt: int | None, window: int | None) -> None:
    error = prompt_too_long(words_of({"error": {"message": text}}), "h")
    assert error is not None
    assert (error.prompt_tokens, error.window_tokens) == (prompt, window)


def test_a_chat_that_fits_is_asked_to_lower_the_reply_length_and_the_other_to_end() -> None:
    fits, too_long = (
        prompt_too_long(words_of({"error": text}), "h") for text in (MET[5][0], MET[0][0])
    )
    assert fits is not None
    assert too_long is not None
    assert "2040 or less" in fits.user_text
    shorter = Action(ActionKind.SHORTEN_REPLY, "Ask for at most 2040 tokens", "2040")
    assert (fits.action, too_long.action) == (shorter, NEW_CHAT)


@pytest.mark.parametrize(
    ("text", "most"),
    [
        ("m does not support max_tokens above 50", 50),
        (
            "max_tokens is too large: 10000. This model supports at most 4096 completion tokens",
            4096,
        ),
        ("`max_tokens` must be less than or equal to `8192`, the maximum value for it", 8192),
        ("max_tokens: 10000 > 8192, which is the maximum allowed number of output tokens", 8192),
        ("Invalid max_tokens value, the valid range of max_tokens is [1, 8192]", 8192),
        ("Range of max_tokens should be [1, 8192]", 8192),
        ("max_new_tokens must be <= 512", 512),
        ("max tokens cannot exceed 2048", 2048),
        ("max_completion_tokens must be less than 4097", 4096),
        ("max_tokens must be greater than 16", None),
        ("max_tokens must be at least 1", None),
        ("max_tokens must be at most 0", None),
        ("max_tokens is not supported with this model", None),
        ("too many tokens: 50", None),
    ],
)
def test_the_longest_reply_that_is_taken_is_read(text: str, most: int | None) -> None:
    assert longest_reply(text) == most
    error = reply_too_long(words_of({"error": text}), "m at h")
    assert (error.action.target if error else None) == (str(most) if most else None)
    assert error is None or f"at most {most} tokens" in error.user_text
