"""`hfchat ask`: one question to one model, its answer printed as it arrives."""

from __future__ import annotations

import asyncio
import signal
import sys

from hfchat_gui.assembly import Core, assemble, chosen_model
from hfchat_gui.cli.advice import cut_short, with_way_out
from hfchat_gui.cli.arguments import Ask
from hfchat_gui.cli.output import JsonOutput, Output, PlainOutput, complain, give_up_printing
from hfchat_gui.cli.running import DONE, FAILED, WRONG_USAGE, exit_code, report
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.errors import ChatError, Interrupted
from hfchat_gui.conversation.message import Message, ReplyState, Role
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted
from hfchat_gui.conversation.route import Route
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.settings.log_file import start_log

TERMINATED = 128 + signal.SIGTERM


def run(command: Ask) -> int:
    """Ask, print, and return the exit code."""
    return exit_code(lambda: _asked(command))


def _asked(command: Ask) -> int:
    prompt = _prompt(command.prompt)
    if not prompt.strip():
        complain("hfchat ask: the prompt is empty. See hfchat ask --help.")
        return WRONG_USAGE
    return asyncio.run(_Asking(command, prompt).run())


class _Asking:
    """One question; `run` is its whole life."""

    def __init__(self, command: Ask, prompt: str) -> None:
        self._command = command
        self._prompt = prompt
        self._output: Output = JsonOutput() if command.as_json else PlainOutput()
        self._session: ChatSession | None = None
        self._unprintable: OSError | None = None
        self._terminated = False
        self._task: asyncio.Task[object] | None = None

    async def run(self) -> int:
        self._listen_to_sigterm()
        try:
            core = assemble(report, endpoint=self._command.endpoint, also_found=True)
            start_log(core.paths.cache)
            if core.network_note:
                complain(f"hfchat: {core.network_note}")
            try:
                return await self._ask(core)
            finally:
                await core.aclose()
        except ChatError as error:
            self._print_end(Message(Role.ASSISTANT), None, error.record())
            return FAILED

    async def _ask(self, core: Core) -> int:
        chosen = chosen_model(core, self._command.model, self._command.endpoint)
        session = ChatSession(
            Conversation.new(chosen.ref),
            core.wire,
            core.store if self._command.save else None,
            report,
            on_event=self._on_event,
        )
        self._session = session
        if chosen.note:
            once = " It is used for this run only." if chosen.key else ""
            self._on_event(ReplyNoted(chosen.note + once))
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
        return self._finish(session)

    def _on_event(self, event: ReplyEvent) -> None:
        try:
            self._output.event(event)
        except OSError as error:
            self._unprintable = error
            if self._session is not None:
                self._session.stop()

    def _finish(self, session: ChatSession) -> int:
        reply = session.conversation.path[-1]
        cause = _cause(session, reply, self._command.sampling.max_tokens)
        self._print_end(reply, session.route, cause)
        return FAILED if cause or self._unprintable else DONE

    def _print_end(self, reply: Message, route: Route | None, error: ErrorRecord | None) -> None:
        try:
            if self._unprintable is None:
                self._output.finish(reply, route, with_way_out(error) if error else None)
                return
        except OSError as unprintable:
            self._unprintable = unprintable
        give_up_printing(self._unprintable)

    def _listen_to_sigterm(self) -> None:
        if sys.platform != "win32":
            self._task = asyncio.current_task()
            asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, self._on_sigterm)

    def _on_sigterm(self) -> None:
        self._terminated = True
        if self._task is not None:
            self._task.cancel()


def _cause(session: ChatSession, reply: Message, most: int | None) -> ErrorRecord | None:
    if reply.error is not None:
        return reply.error
    if reply.state is not ReplyState.COMPLETE:
        return Interrupted("Stopped before the answer was complete.").record()
    if why := cut_short(reply.finish_reason.lower(), most):
        return Interrupted(why).record()
    return session.conversation.save_error


def _prompt(text: str) -> str:
    if text != "-":
        return text
    return sys.stdin.buffer.read().decode("utf-8", "replace") if sys.stdin else ""
