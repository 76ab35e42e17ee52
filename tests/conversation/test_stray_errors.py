"""What the log says of an exception: names and frames; no key, no prompt, no value."""

from __future__ import annotations

import errno

import pytest

from hfchat_gui.conversation.errors import ServerFailed
from hfchat_gui.conversation.origin import origin
from hfchat_gui.conversation.stray_errors import cleaned, describe, place_of
from tests.helpers.secret_shapes import PLANTED, SHAPES, leaked

PROMPT = "a planted prompt"


def _fail() -> None:
    raise RuntimeError("as asked")


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
@pytest.mark.parametrize("kind", [RuntimeError, TypeError, ValueError])
def test_a_secret_in_a_message_is_not_written(shape: str, kind: type[Exception]) -> None:
    assert not leaked(describe(kind(f"cannot use {shape}")))


@pytest.mark.parametrize(
    "error",
    [
        ValueError(f"invalid literal for int() with base 10: {PROMPT!r}"),
        KeyError(PROMPT),
        LookupError(PROMPT),
        UnicodeDecodeError("utf-8", PROMPT.encode(), 0, 1, PROMPT),
        OSError(errno.ENOENT, "No such file", f"/home/{PROMPT}"),
        ExceptionGroup(PROMPT, [KeyError(PROMPT)]),
    ],
)
def test_a_message_that_may_repeat_what_was_worked_on_is_not_written(error: Exception) -> None:
    described = describe(error)
    assert PROMPT not in described
    assert described.startswith(type(error).__name__)


def test_a_message_about_the_program_is_written() -> None:
    assert describe(AttributeError("no attribute 'x'")) == "AttributeError: no attribute 'x'"
    assert describe(OSError(errno.ENOSPC, "full")) == "OSError: ENOSPC"
    assert describe(TimeoutError("connecting")) == "TimeoutError"


def test_a_long_message_is_cut() -> None:
    assert len(describe(RuntimeError("word " * 1000))) < 250


def test_secrets_split_over_lines_are_taken_out_whole() -> None:
    assert PLANTED not in cleaned(f"Authorization: Bearer\n  {PLANTED}")


def test_causes_are_named_and_a_loop_of_causes_ends() -> None:
    first, second = RuntimeError("first"), ServerFailed("For people.", detail="for the log")
    first.__cause__, second.__cause__ = second, first
    assert describe(first) == "RuntimeError: first\nServerFailed: for the log"


def test_a_hidden_context_stays_hidden() -> None:
    error = RuntimeError("shown")
    error.__context__ = RuntimeError("hidden")
    assert "hidden" in describe(error)
    error.__suppress_context__ = True
    assert "hidden" not in describe(error)


def test_frames_are_named_without_their_values() -> None:
    with pytest.raises(RuntimeError) as caught:
        _fail()
    described = describe(caught.value)
    assert "in _fail" in described
    assert __file__ in described


def test_the_last_line_of_ours_is_the_place_of_a_fault() -> None:
    with pytest.raises(AttributeError) as failed:
        origin(None)  # type: ignore[arg-type]
    place, _, line = place_of(failed.value).partition(":")
    assert place == "hfchat_gui.conversation.origin"
    assert int(line) > 1


def test_a_fault_outside_has_no_place() -> None:
    with pytest.raises(RuntimeError) as failed:
        _fail()
    assert place_of(failed.value) == ""
    assert place_of(RuntimeError()) == ""
