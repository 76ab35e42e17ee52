"""Hands over to the engine's child, the command line or the window, before any Qt import."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import NoReturn

ENGINE_WORKER = "engine-worker"
"""The first word of the engine's child; a frozen program starts itself with it."""

NO_DISPLAY = 3
INTERRUPTED = 130


def main() -> int:
    """Run the command that the process was started with; return its exit code."""
    _end_at_once_by_ctrl_c()
    words = sys.argv[1:]
    if words[:1] == [ENGINE_WORKER]:
        from hfchat_gui.local import worker

        return worker.main(words[1:])
    from hfchat_gui.cli import arguments
    from hfchat_gui.cli.output import print_any_character

    print_any_character()
    command = arguments.parse(words)
    if isinstance(command, arguments.Ask):
        from hfchat_gui.cli import ask

        return ask.run(command)
    if isinstance(command, arguments.List | arguments.Export):
        from hfchat_gui.cli import library

        return library.run(command)
    return _window(command.prompt, command.model, command.endpoint, command.screenshot)


def _window(
    prompt: str | None, model: str | None, endpoint: str | None, screenshot: Path | None
) -> int:
    from hfchat_gui.cli.display import display_problem
    from hfchat_gui.cli.output import complain

    if problem := display_problem(os.environ):
        if screenshot is None:
            complain(f'hfchat: {problem}. hfchat ask "…" answers in the terminal.')
            return NO_DISPLAY
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from hfchat_gui import app

    code = app.run(prompt=prompt, model=model, endpoint=endpoint, screenshot=screenshot)
    return _leave(code)


def _leave(code: int) -> NoReturn:
    """End without tearing the interpreter down: all is kept, and Qt's objects may go in any order.

    Destroyed one by one at the end of Python they now and then wait for each other for ever.
    """
    logging.shutdown()
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.flush()
    os._exit(code)


def _end_at_once_by_ctrl_c() -> None:
    """Let Ctrl-C end the start without a traceback; the loops take it over when they run."""

    def on_interrupt(_number: int, _frame: FrameType | None) -> None:
        os._exit(INTERRUPTED)

    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, on_interrupt)


if __name__ == "__main__":
    sys.exit(main())
