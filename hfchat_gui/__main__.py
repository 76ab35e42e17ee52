"""Hands over to the engine's child, the command line or the window, before any Qt import."""

from __future__ import annotations

import os
import sys
from pathlib import Path

ENGINE_WORKER = "engine-worker"
"""The first word of the engine's child; a frozen program starts itself with it."""

NO_DISPLAY = 3


def main() -> int:
    """Run the command that the process was started with; return its exit code."""
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

    return app.run(prompt=prompt, model=model, endpoint=endpoint, screenshot=screenshot)


if __name__ == "__main__":
    sys.exit(main())
