"""The program with a window: starts the core and the loop, and ends them in order."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from hfchat_gui import __version__
from hfchat_gui.assembly import Core, assemble, chosen_model
from hfchat_gui.conversation.errors import ChatError, StorageFailed
from hfchat_gui.conversation.message import ReplyState, Role
from hfchat_gui.conversation.resources import resources_of
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.eventloop import reporting
from hfchat_gui.eventloop.run import run as run_loop
from hfchat_gui.eventloop.shutdown import Shutdown
from hfchat_gui.settings.log_file import start_log
from hfchat_gui.ui.main_window import MainWindow
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.theme import theme
from hfchat_gui.ui.window_place import WANTED

_log = logging.getLogger(__name__)

END_SECONDS = 0.8
"""How long the end may take before the program leaves anyway; a second is what people wait."""

FRAMES_SECONDS = 0.15
"""What a settled reply needs until its last block is coloured and painted."""

THEME_VARIABLE = "HFCHAT_THEME"
"""Holds `light` or `dark` where the system names no scheme, as on a display without a desktop."""

SCHEMES = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}

STORE_NOTICE = "store"


@dataclass(frozen=True, slots=True)
class _Wishes:
    """What the command line asked for."""

    prompt: str | None
    model: str | None
    endpoint: str | None
    screenshot: Path | None


def run(
    *, prompt: str | None, model: str | None, endpoint: str | None, screenshot: Path | None
) -> int:
    """Open the window and return the exit code when the person has closed it.

    `prompt` is sent at once. `screenshot`: save a picture when the reply has ended, and quit.
    """
    return run_loop(partial(_main, _Wishes(prompt, model, endpoint, screenshot)))


async def _main(wishes: _Wishes, app: QApplication) -> int:
    app.setApplicationName("hfchat")
    app.setApplicationDisplayName("HF Chat")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("hfchat")
    app.setWindowIcon(QIcon(str(resources_of("icons") / "hfchat.svg")))
    theme().dress(app)
    if (scheme := SCHEMES.get(os.environ.get(THEME_VARIABLE, ""))) is not None:
        theme().set_scheme(scheme)
    try:
        core = assemble(reporting.report, endpoint=wishes.endpoint)
        chosen = chosen_model(core, wishes.model, wishes.endpoint)
    except ChatError as error:
        _complain(error.user_text)
        return 1
    start_log(core.paths.cache)
    program = _Program(core, wishes)
    if wishes.model is not None or wishes.endpoint is not None:
        program.window.session.set_model(chosen)
    return await program.run()


class _Program:
    """The running window and the core behind it; `run` is their whole life."""

    def __init__(self, core: Core, wishes: _Wishes) -> None:
        self._core = core
        self._wishes = wishes
        self._shutdown = Shutdown()
        self._tasks = TaskScope(reporting.report)
        self._code = 0
        ports = WindowPorts(core.catalogue, core.preferences, core.tokens, reporting.report)
        self.window = MainWindow(core.chats, ports, self._shutdown.request)
        if wishes.screenshot is not None and QGuiApplication.platformName() == "offscreen":
            self.window.resize(WANTED)  # there is no screen that it would have to fit on

    async def run(self) -> int:
        with self._shutdown.on_signals():
            self.window.show()
            self._own_again()
            if self._wishes.prompt is not None:
                self.window.session.send(self._wishes.prompt)
            if self._wishes.screenshot is not None:
                self._code = 1  # until the picture is taken
                self._tasks.start(self._take_picture(self._wishes.screenshot), "take a picture")
            await self._shutdown.requested()
            await self._end()
        return self._code

    def _own_again(self) -> None:
        self._tasks.start(self._own_store(), "own the store")

    async def _own_store(self) -> None:
        """Take the data folder and bring back what a crash left; say so where it cannot be had."""
        try:
            await self._core.database.own()
        except StorageFailed as error:
            self.window.show_notice(STORE_NOTICE, error.record(), self._own_again)
        else:
            self.window.show_notice(STORE_NOTICE, None)

    async def _take_picture(self, file: Path) -> None:
        session = self.window.session
        await session.finished()
        await asyncio.sleep(FRAMES_SECONDS)
        replies = [turn for turn in session.conversation.path if turn.role is Role.ASSISTANT]
        if all(reply.state is ReplyState.COMPLETE for reply in replies):
            self._code = 0
        else:
            error = replies[-1].error
            _complain(error.message if error else "The reply was not completed.")
        if not self.window.grab().save(str(file), "PNG"):
            _complain(f"The picture could not be written to {file}.")
            self._code = 1
        self._shutdown.request()

    async def _end(self) -> None:
        try:
            async with asyncio.timeout(END_SECONDS):
                await self._tasks.aclose()
                await self._core.chats.aclose()  # while what draws them is still there
                await self.window.aclose()
                await self._core.aclose()
        except TimeoutError:
            _log.warning("the end took longer than %s s: left what was still open", END_SECONDS)


def _complain(line: str) -> None:
    if sys.stderr is not None:  # a program started by a double click has none
        sys.stderr.write(f"hfchat: {line}\n")
