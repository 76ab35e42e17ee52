"""Ties the engine's process to its parent and keeps its secrets and its chatter inside."""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_DUMPABLE = 4


def tie_to_parent() -> None:
    """Have the kernel end this process when its parent dies, where the kernel can (Linux).

    Elsewhere, and as the second tie here, the end of stdin says that the parent is gone; that is
    noticed by a thread, which has to wait while a model is being loaded.
    """
    if sys.platform != "linux":
        return
    parent = os.getppid()
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it died before the kernel was told; stdin covers the time before
        os._exit(0)


def forbid_core_dumps() -> None:
    """Keep the key and the prompts out of core files, and other processes out of the memory."""
    if sys.platform == "win32":
        return
    import resource

    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if sys.platform == "linux":
        _prctl(_PR_SET_DUMPABLE, 0)  # core_pattern may be a program, which ignores the limit


def take_output_aside() -> int:
    """Return a descriptor for reports, and send all that is printed to the error output.

    llama.cpp and what it loads print where they like; a report must never be mixed with that.
    """
    reports = os.dup(1)
    os.dup2(2, 1)
    return reports


def _prctl(option: int, value: int) -> None:
    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)
