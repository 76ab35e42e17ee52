"""The program with a window: starts the core and the loop, and ends them in order."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from functools import partial
from pathlib import Path

from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from hfchat_gui import __version__
from hfchat_gui.assembly import Core, assemble, chosen_model
from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.conversation.errors import (
    ChatError,
    StorageFailed,
)
from hfchat_gui.conversation.handover import Handover
from hfchat_gui.conversation.message import ReplyState, Role
from hfchat_gui.conversation.ports import TypedModel
from hfchat_gui.conversation.resources import resources_of
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.eventloop import reporting
from hfchat_gui.eventloop.one_instance import OneInstance
from hfchat_gui.eventloop.run import run as run_loop
from hfchat_gui.eventloop.shutdown import Shutdown
from hfchat_gui.exchange.written_file import write_file
from hfchat_gui.settings.log_file import start_log
from hfchat_gui.settings.meeting_place import make_private, meeting_place
from hfchat_gui.settings.second_start import Met, meet
from hfchat_gui.ui.look.theme import SCHEMES, theme
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.window.main_window import MainWindow
from hfchat_gui.ui.window.window_place import WANTED

_log = logging.getLogger(__name__)

END_SECONDS = 0.8
"""How long the end may take before the program leaves anyway; a second is what people wait."""

QUIET_SECONDS = 0.4
"""When the first paint is over, and what the first message needs may be loaded."""

FRAMES_SECONDS = 0.15
"""What a settled reply needs until its last block is coloured and painted."""

THEME_VARIABLE = "HFCHAT_THEME"
"""Holds `light` or `dark`, and then outweighs what the settings say."""

STORE_NOTICE = "store"
COMMAND_LINE_NOTICE = "command line"
SETTINGS_NOTICE = "settings"
NETWORK_NOTICE = "network"
SETTINGS_LOST = (
    "The file of settings was damaged, so HF Chat starts with the usual ones. Your chats are not "
    "touched, and the damaged file is kept beside the new one."
)


def run(wishes: Handover, screenshot: Path | None) -> int:
    """Open the window and return the exit code when the person has closed it.

    The draft among the wishes is sent at once. `screenshot`: save a picture when the reply has
    ended, and quit.
    """
    return run_loop(partial(_main, wishes, screenshot))


async def _main(wishes: Handover, screenshot: Path | None, app: QApplication) -> int:
    app.setApplicationName("hfchat")
    app.setApplicationDisplayName("HF Chat")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName("hfchat")
    app.setWindowIcon(QIcon(str(resources_of("icons") / "hfchat.svg")))
    try:
        core = assemble(reporting.report, endpoint=wishes.endpoint or None)
        chosen = chosen_model(core, wishes.model or None, wishes.endpoint or None)
    except ChatError as error:
        _complain(error.user_text)
        return 1
    start_log(core.paths.cache)
    _dress(app, core)
    program = _Program(core, wishes, screenshot)
    if wishes.model or wishes.endpoint:
        program.choose(chosen)
    return await program.run()


def _dress(app: QApplication, core: Core) -> None:
    named = os.environ.get(THEME_VARIABLE, "")
    is_named = named in (ColourScheme.LIGHT, ColourScheme.DARK)
    scheme = ColourScheme(named) if is_named else core.preferences.colour_scheme
    theme().dress(app)
    theme().set_scheme(SCHEMES[scheme])
    theme().set_text_size(core.preferences.text_size)


class _Program:
    """The running window and the core behind it; `run` is their whole life."""

    def __init__(self, core: Core, wishes: Handover, screenshot: Path | None) -> None:
        self._core = core
        self._wishes = wishes
        self._screenshot = screenshot
        self._instance = OneInstance(self._on_second_start)
        self._shutdown = Shutdown()
        self._tasks = TaskScope(reporting.report)
        self._code = 0
        ports = WindowPorts(
            core.catalogue,
            core.preferences,
            core.tokens,
            core.drafts,
            core.servers,
            core.server_keys,
            core.wire,
            core.proxy,
            write_file,
            reporting.report,
        )
        self.window = MainWindow(core.chats, ports, self._shutdown.request)
        if core.preferences.was_damaged:
            self.window.say(SETTINGS_NOTICE, SETTINGS_LOST)
        self.window.say(NETWORK_NOTICE, core.network_note)
        if screenshot is not None and QGuiApplication.platformName() == "offscreen":
            self.window.resize(WANTED)  # there is no screen that it would have to fit on

    def choose(self, chosen: TypedModel) -> None:
        """Let the new chat use what the command line names, with a word where that was replaced."""
        self.window.session.set_model(chosen.ref)
        self._show_note(chosen)

    async def run(self) -> int:
        with self._shutdown.on_signals():
            self.window.show()
            self._tasks.start(self._begin(), "begin")
            self._tasks.start(self._warm_up(), "warm up")
            await self._shutdown.requested()
            await self._end()
        return self._code

    async def _warm_up(self) -> None:
        await asyncio.sleep(QUIET_SECONDS)
        await self._core.wire.ready()

    async def _begin(self) -> None:
        """Take the data folder, or leave it to the window that has it; then do what was asked."""
        is_owned = await self._own_store()
        if not is_owned and self._screenshot is None and await self._is_taken_over():
            self._shutdown.request()
            return
        if is_owned or self._screenshot is not None:
            if self._wishes.draft:
                self.window.session.send(self._wishes.draft)
        else:
            self.window.show_draft(self._wishes.draft)  # what is sent could not be kept
        if self._screenshot is not None:
            self._code = 1  # until the picture is taken
            self._tasks.start(self._take_picture(self._screenshot), "take a picture")

    def _own_again(self) -> None:
        self._tasks.start(self._try_to_own(), "own the store")

    async def _try_to_own(self) -> None:
        await self._own_store()

    async def _own_store(self) -> bool:
        """Take the data folder and bring back what a crash left; say so where it cannot be had."""
        try:
            await self._core.database.own()
        except StorageFailed as error:
            self.window.show_notice(STORE_NOTICE, error.record(), self._own_again)
            return False
        self.window.show_notice(STORE_NOTICE, None)
        self._await_second_starts()
        return True

    async def _is_taken_over(self) -> bool:
        """Whether another window was just a little faster, and has taken what this start is for."""
        place = meeting_place(self._core.paths.data)
        return await asyncio.to_thread(meet, place, self._wishes) is Met.WINDOW

    def _await_second_starts(self) -> None:
        place = meeting_place(self._core.paths.data)
        if make_private(place):
            self._instance.listen(place)
        else:
            _log.warning("no second start can be met: its folder is not this user's alone")

    def _on_second_start(self, wishes: Handover) -> None:
        if wishes.activation:
            os.environ["XDG_ACTIVATION_TOKEN"] = wishes.activation  # Qt for Wayland reads it there
        if wishes.model or wishes.endpoint:
            self._choose(wishes)
        self.window.show_draft(wishes.draft)

    def _choose(self, wishes: Handover) -> None:
        try:
            chosen = chosen_model(self._core, wishes.model or None, wishes.endpoint or None)
        except ChatError as error:
            self.window.show_notice(COMMAND_LINE_NOTICE, error.record())
        else:
            self.window.show_session(self._core.chats.new(chosen.ref))
            self._show_note(chosen)

    def _show_note(self, chosen: TypedModel, *more: str) -> None:
        words = " ".join(filter(None, (chosen.note, *more)))
        self.window.say(COMMAND_LINE_NOTICE, words)
        if chosen.key is not None and not more:
            self._tasks.start(self._keep_key(chosen, chosen.key), "keep a key")

    async def _keep_key(self, chosen: TypedModel, key: Secret) -> None:
        """Keep the password of a command line's address as its server's key, and say where."""
        status = await self._core.server_keys.save(chosen.ref.address, key.reveal())
        self._show_note(chosen, status.problem or "The system keyring keeps it.")

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
                self._instance.close()
                await self._tasks.aclose()
                await self._core.chats.aclose()  # while what draws them is still there
                await self.window.aclose()
                await self._core.aclose()
        except TimeoutError:
            _log.warning("the end took longer than %s s: left what was still open", END_SECONDS)


def _complain(line: str) -> None:
    if sys.stderr is not None:  # a program started by a double click has none
        sys.stderr.write(f"hfchat: {line}\n")
