"""Hands over to the engine's child, the command line or the window, before any Qt import."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from hfchat_gui.conversation.handover import Handover

if TYPE_CHECKING:
    from hfchat_gui.cli.arguments import Window

ENGINE_WORKER = "engine-worker"
"""The first word of the engine's child; a frozen program starts itself with it."""

SELF_TEST = "--self-test"
"""The first word that has an installed program look at what it was packed with."""

NO_DISPLAY = 3
INTERRUPTED = 130


def main() -> int:
    """Run the command that the process was started with; return its exit code."""
    _end_at_once_by_ctrl_c()
    words = sys.argv[1:]
    if words[:1] == [ENGINE_WORKER]:
        from hfchat_gui.local import worker

        return worker.main(words[1:])
    if words[:1] == [SELF_TEST]:
        from hfchat_gui.cli import self_test

        return self_test.run()
    from hfchat_gui.cli import arguments
    from hfchat_gui.cli.output import print_any_character
    from hfchat_gui.cli.strays import keep_private

    keep_private()
    print_any_character()
    command = arguments.parse(words)
    if isinstance(command, arguments.Ask):
        from hfchat_gui.cli import ask

        return ask.run(command)
    if isinstance(command, arguments.List | arguments.Export):
        from hfchat_gui.cli import library

        return library.run(command)
    if isinstance(command, arguments.Models):
        from hfchat_gui.cli import models

        return models.run(command)
    return _window(command)


def _window(command: Window) -> int:
    from hfchat_gui.cli.display import display_problem
    from hfchat_gui.cli.output import complain

    if problem := display_problem(os.environ):
        if command.screenshot is None:
            complain(f'hfchat: {problem}. hfchat ask "…" answers in the terminal.')
            return NO_DISPLAY
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
    wishes = Handover(
        command.prompt or "",
        command.model or "",
        command.endpoint or "",
        os.environ.get("XDG_ACTIVATION_TOKEN", ""),
    )
    # A picture is taken of a window of one's own.
    if command.screenshot is None and _is_taken_over(wishes):
        if command.endpoint and os.environ.get("HFCHAT_API_KEY"):
            complain(
                "hfchat: the key in HFCHAT_API_KEY was not handed to the running window. Add it "
                "there: Settings, Servers."
            )
        return 0
    # Before Qt: each module imported after it has its source read, for what it may say of Qt.
    import hfchat_gui.assembly  # noqa: F401
    from hfchat_gui import app

    return _leave(app.run(wishes, command.screenshot))


def _is_taken_over(wishes: Handover) -> bool:
    """Whether HF Chat runs already, and its window has taken what this start asks for."""
    from hfchat_gui.conversation.errors import StorageFailed
    from hfchat_gui.settings.meeting_place import meeting_place
    from hfchat_gui.settings.paths import Paths
    from hfchat_gui.settings.second_start import Met, meet

    try:
        place = meeting_place(Paths.find().data)
    except StorageFailed:
        return False  # the start says so by itself
    return meet(place, wishes) is Met.WINDOW


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
