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


@pytest.mark.parametrize(
    "said",
    [
        ["llama_model_load: error loading model: mmap failed: Cannot allocate memory"],
        ["gguf_read_emplace_helper: encountered bad_alloc error", "failed to load model"],
        ["terminate called after throwing", "  what():  Resource temporarily unavailable"],
        ["RuntimeError: can't start new thread"],
        ["MemoryError"],
    ],
)
def test_want_of_memory_is_no_damage(said: list[str]) -> None:
    assert isinstance(start_failure(MODEL, said, 0), NotEnoughMemory)
    assert isinstance(start_failure(MODEL, [], 1, said[0] + said[-1]), NotEnoughMemory)


@pytest.mark.parametrize(
    ("reported", "words"),
    [
        (
            "ImportError: libgomp.so.1: cannot open shared object file: No such file or directory",
            "Install the package that brings libgomp.so.1 (on Debian and Ubuntu libgomp1), then",
        ),
        (
            "OSError: libodd-2.so: cannot open shared object file: No such file or directory",
            "Install the package that brings libodd-2.so, then try again.",
        ),
        (
            "ImportError: dlopen(x): Library not loaded: /usr/lib/libomp.dylib",
            "needs the system library /usr/lib/libomp.dylib,",
        ),
        (
            "ImportError: DLL load failed while importing xllamacpp: The module was not found.",
            "needs the system library xllamacpp",
        ),
        (
            "ModuleNotFoundError: No module named 'xllamacpp'",
            "cannot be loaded (ModuleNotFoundError: No module named 'xllamacpp'). Install HF Chat",
        ),
        ("RuntimeError: odd", "did not start: it ended by itself with status 1"),
    ],
)
def test_what_the_engine_lacks_is_named(reported: str, words: str) -> None:
    error = start_failure(MODEL, [], 1, reported)
    assert isinstance(error, EngineFailed)
    assert words in error.user_text
    assert reported in error.detail


def test_what_a_model_file_says_steers_nothing() -> None:
    error = start_failure(MODEL, ["unknown model architecture: 'a\x1b[2J\u202eb'"], 1)
    assert "'a[2Jb'" in error.detail
