"""What llama.cpp said last becomes one sentence for the person, and nothing of a prompt."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    EngineFailed,
    ModelFileDamaged,
    NotEnoughMemory,
)
from hfchat_gui.local.last_words import crash, start_failure

MODEL = Path("/models/some.gguf")


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("llama_model_load: error loading model: missing tensor 'output'", ModelFileDamaged),
        ("llama_model_load: error loading model: unknown model architecture: 'new'", EngineFailed),
        ("error loading model vocabulary: unknown pre-tokenizer type: 'x'", EngineFailed),
        ("ggml_aligned_malloc: insufficient memory (attempted to allocate 1 MB)", NotEnoughMemory),
        ("couldn't bind HTTP server socket", EngineFailed),
    ],
)
def test_a_failed_start_is_told_by_its_kind(line: str, kind: type[ChatError]) -> None:
    error = start_failure(MODEL, [f"0.01.002.003 E {line}"], 1)
    assert type(error) is kind
    assert "some.gguf" in error.user_text
    assert line in error.detail
    assert "0.01.002" not in error.detail


def test_a_start_that_said_nothing_tells_how_it_ended() -> None:
    error = start_failure(MODEL, [], 3)
    assert "ended by itself with status 3" in error.user_text
    assert error.detail == "exit status 3"


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (-9, "SIGKILL, perhaps for want of memory"),
        (-6, "SIGABRT"),
        (-250, "signal 250"),
        (0, "ended by itself."),
        (None, "ended by itself."),
    ],
)
def test_a_crash_names_what_ended_the_engine(status: int | None, words: str) -> None:
    assert words in crash([], status).user_text


def test_a_crash_keeps_the_fatal_line_and_drops_what_may_hold_a_prompt() -> None:
    error = crash(["W cannot parse: my secret prompt", "ggml.c:1: GGML_ASSERT(x) failed"], -6)
    assert "GGML_ASSERT(x) failed" in error.detail
    assert "secret" not in error.detail
