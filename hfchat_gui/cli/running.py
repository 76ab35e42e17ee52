"""What the commands without a window share: exit codes, the end by Ctrl-C, faults of their own."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Callable

from hfchat_gui.cli.output import complain
from hfchat_gui.conversation.errors import ChatError

_log = logging.getLogger(__name__)

DONE, FAILED, WRONG_USAGE, STOPPED = 0, 1, 2, 130


def exit_code(work: Callable[[], int]) -> int:
    """Do the work of a command and return its exit code, or that of what ended it.

    Ctrl-C is a `KeyboardInterrupt` in there, which `asyncio.run` makes a cancellation.
    """
    if sys.stdout is None:
        complain("hfchat: there is no standard output to print on.")
        return FAILED
    if callable(signal.getsignal(signal.SIGINT)):  # not where a shell lets it be ignored
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return work()
    except ChatError as error:
        complain(f"hfchat: {error.user_text}")
        return FAILED
    except KeyboardInterrupt:
        return STOPPED


def report(error: BaseException) -> None:
    """Write into the log that a task failed by a fault of ours."""
    _log.error("unexpected %s", type(error).__name__)
