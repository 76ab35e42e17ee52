"""Turns what llama.cpp printed last, and how its process ended, into an error for the person."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path

from hfchat_gui.conversation.errors import CHOOSE_MODEL, ChatError, EngineFailed
from hfchat_gui.local.models import damaged, not_enough_memory

_STAMP = re.compile(r"^[\d.]+ [A-Z] ")
_MEMORY = re.compile(
    r"insufficient memory|failed to allocate|bad_alloc|unable to allocate", re.IGNORECASE
)
_UNKNOWN = re.compile(
    r"unknown model architecture: '?([\w.-]*)|unknown (?:pre-)?tokenizer", re.IGNORECASE
)
_BROKEN = re.compile(
    r"error loading model|failed to (?:load|open) model|failed to read", re.IGNORECASE
)
# While it runs, only these lines are kept: others might hold a piece of a prompt.
_FATAL = re.compile(
    r"GGML_ASSERT|GGML_ABORT|terminate called|out of memory|Fatal Python", re.IGNORECASE
)


def start_failure(path: Path, said: Sequence[str], status: int | None) -> ChatError:
    """Return why the engine did not come up on this file."""
    lines = [_STAMP.sub("", line) for line in said]
    detail = _detail(status, lines)
    if _any(_MEMORY, lines):
        return not_enough_memory(path, detail)
    if _any(_UNKNOWN, lines):
        return EngineFailed(
            f"The engine of this version does not know the kind of model in “{path.name}”. "
            "Choose another model.",
            detail=detail,
            action=CHOOSE_MODEL,
        )
    if _any(_BROKEN, lines):
        return damaged(path, detail)
    return EngineFailed(
        f"The engine for “{path.name}” did not start: it {_how(status)}. Try again.", detail=detail
    )


def crash(said: Sequence[str], status: int | None) -> EngineFailed:
    """Return why an engine that was running is gone."""
    fatal = [line for line in said if _FATAL.search(line)]
    return EngineFailed(
        f"The engine on this computer {_how(status)}. The text so far is kept; "
        "try again, and it starts anew.",
        detail=_detail(status, fatal),
    )


def _how(status: int | None) -> str:
    if status is not None and status < 0:
        name = _signal_name(-status)
        why = ", perhaps for want of memory" if -status == 9 else ""
        return f"was ended by the signal {name}{why}"
    return "ended by itself" + (f" with status {status}" if status else "")


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def _detail(status: int | None, lines: Sequence[str]) -> str:
    return "; ".join([f"exit status {status}", *dict.fromkeys(lines[-8:])])


def _any(pattern: re.Pattern[str], lines: Sequence[str]) -> bool:
    return any(pattern.search(line) for line in lines)
