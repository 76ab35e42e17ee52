"""Turns what llama.cpp printed last, and how its process ended, into an error for the person."""

from __future__ import annotations

import re
import signal
from collections.abc import Sequence
from pathlib import Path

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.error_record import CHOOSE_MODEL
from hfchat_gui.conversation.errors import ChatError, EngineFailed
from hfchat_gui.conversation.secret_shapes import without_secrets
from hfchat_gui.local.models import damaged, not_enough_memory

_STAMP = re.compile(r"^[\d.]+ [A-Z] ")
_MEMORY = re.compile(
    r"insufficient memory|failed to allocate|bad_alloc|(?:unable to|cannot) allocate|MemoryError"
    r"|ENOMEM|out of memory|resource temporarily unavailable|can't start new thread",
    re.IGNORECASE,
)
_LIBRARY = re.compile(
    r"(lib[\w.+-]{1,60}|[\w.+-]{1,60}\.dll): cannot open shared object file"
    r"|Library not loaded: (\S{1,200})|DLL load failed while importing (\w{1,60})"
)
_NOT_IMPORTED = re.compile(r"^(?:ImportError|ModuleNotFoundError|OSError):")
_PACKAGES = {
    "libgomp.so.1": "libgomp1",
    "libstdc++.so.6": "libstdc++6",
    "libgcc_s.so.1": "libgcc-s1",
    "libvulkan.so.1": "libvulkan1",
}
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


def start_failure(
    path: Path, said: Sequence[str], status: int | None, reported: str = ""
) -> ChatError:
    """Return why the engine did not come up on this file.

    `said` are the last lines it printed; `reported` is what its process itself says of the fault.
    """
    lines = [*(_STAMP.sub("", line) for line in said), *filter(None, [reported])]
    detail = _detail(status, lines)
    if _any(_MEMORY, lines):
        return not_enough_memory(path, detail)
    if found := _LIBRARY.search(reported):
        return _library_missing(next(filter(None, found.groups())), detail)
    if _any(_UNKNOWN, lines):
        return EngineFailed(
            f"The engine of this version does not know the kind of model in “{path.name}”. "
            "Choose another model.",
            detail=detail,
            action=CHOOSE_MODEL,
        )
    if _any(_BROKEN, lines):
        return damaged(path, detail)
    if _NOT_IMPORTED.match(reported):
        return EngineFailed(
            f"The engine on this computer cannot be loaded ({printable(reported)[:120]}). Install "
            "HF Chat again.",
            detail=detail,
        )
    return EngineFailed(
        f"The engine for “{path.name}” did not start: it {_how(status)}. Try again.", detail=detail
    )


def crash(said: Sequence[str], status: int | None) -> EngineFailed:
    """Return why an engine that was running is gone."""
    fatal = [line for line in said if _FATAL.search(line)]
    return EngineFailed(
        f"The engine on this computer {_how(status)}. Try again, and it starts anew.",
        detail=_detail(status, fatal),
    )


def _library_missing(library: str, detail: str) -> EngineFailed:
    package = _PACKAGES.get(library)
    debian = f" (on Debian and Ubuntu {package})" if package else ""
    return EngineFailed(
        f"The engine on this computer needs the system library {library}, which is not installed. "
        f"Install the package that brings {library}{debian}, then try again.",
        detail=detail,
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
    return "; ".join([f"exit status {status}", *map(_shown, dict.fromkeys(lines[-8:]))])


def _shown(line: str) -> str:
    return without_secrets(printable(line))


def _any(pattern: re.Pattern[str], lines: Sequence[str]) -> bool:
    return any(pattern.search(line) for line in lines)
