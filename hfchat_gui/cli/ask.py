"""`hfchat ask`: one question to one model, its answer printed as it arrives."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys

from hfchat_gui.assembly import Core, assemble, chosen_model
from hfchat_gui.cli.arguments import Ask
from hfchat_gui.cli.output import JsonOutput, Output, PlainOutput, complain
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import ChatError, ErrorRecord, Interrupted
from hfchat_gui.conversation.message import Message, ReplyState, Role
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.session import ChatSession

_log = logging.getLogger(__name__)

COMPLETE, FAILED, WRONG_USAGE, STOPPED = 0, 1, 2, 130
TERMINATED = 128 + signal.SIGTERM


def run(command: Ask) -> int:
    """Ask, print, and return the exit code."""
    prompt = _prompt(command.prompt)
    if not prompt.strip():
        complain("hfchat ask: the prompt is empty. See hfchat ask --help.")
        return WRONG_USAGE
    logging.getLogger().addHandler(logging.NullHandler())  # standard error holds one line only
    _print_any_character()
    asking = _Asking(command, prompt)
    try:
        with asyncio.Runner() as runner:
            return runner.run(asking.run())
    except KeyboardInterrupt:
        return STOPPED


class _Asking:
    """One question; `run` is its whole life."""

    def __init__(self, command: Ask, prompt: str) -> None:
        self._command = command
        self._prompt = prompt
        self._output: Output = JsonOutput() if command.as_json else PlainOutput()
        self._session: ChatSession | None = None
        self._reader_left = False
        self._terminated = False
        self._task: asyncio.Task[object] | None = None

    async def run(self) -> int:
        self._listen_to_sigterm()
        try:
            core = assemble(_report, endpoint=self._command.endpoint, also_found=True)
        except ChatError as error:
            return self._refused(error)
        try:
            return await self._ask(core)
        except ChatError as error:
            return self._refused(error)
        finally:
            await core.aclose()

    async def _ask(self, core: Core) -> int:
        model = chosen_model(core, self._command.model, self._command.endpoint)
        session = ChatSession(
            Conversation.new(model),
            core.router,
            core.store if self._command.save else None,
            _report,
            on_event=self._on_event,
        )
        self._session = session
        session.set_system_prompt(self._command.system)
        session.set_sampling(self._command.sampling)
        session.send(self._prompt)
        try:
            await session.finished()
        except asyncio.CancelledError:
            await session.aclose()
            self._finish(session)
            if self._terminated:
                return TERMINATED
            raise
        reply = self._finish(session)
        return COMPLETE if reply.state is ReplyState.COMPLETE and not reply.error else FAILED

    def _on_event(self, event: ReplyEvent) -> None:
        try:
            self._output.event(event)
        except BrokenPipeError:  # the reader has left (`| head`): nothing more to say
            self._reader_left = True
            if self._session is not None:
                self._session.stop()

    def _finish(self, session: ChatSession) -> Message:
        reply = session.conversation.path[-1]
        try:
            self._output.finish(reply, session.route, _cause(session, reply))
        except BrokenPipeError:
            self._reader_left = True
        if self._reader_left:  # or the interpreter complains when it flushes at its end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return reply

    def _refused(self, error: ChatError) -> int:
        self._output.finish(Message(Role.ASSISTANT), None, error.record())
        return FAILED

    def _listen_to_sigterm(self) -> None:
        if sys.platform != "win32":
            self._task = asyncio.current_task()
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._on_sigterm)

    def _on_sigterm(self) -> None:
        self._terminated = True
        if self._task is not None:
            self._task.cancel()


def _cause(session: ChatSession, reply: Message) -> ErrorRecord | None:
    if reply.error is not None:
        return reply.error
    if reply.state is not ReplyState.COMPLETE:
        return Interrupted("Stopped before the answer was complete.").record()
    return session.conversation.save_error


def _prompt(text: str) -> str:
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "replace")


def _print_any_character() -> None:
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


def _report(error: BaseException) -> None:
    _log.error("unexpected %s", type(error).__name__)
