"""The life of the embedded engine: started on first use, freed after Stop, replaced if it must."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncGenerator, Iterator, Sequence
from pathlib import Path

from hfchat_gui.conversation.errors import ChatError, EngineFailed
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.tasks import Report, TaskScope
from hfchat_gui.local.child import EngineChild, worker_command
from hfchat_gui.local.last_words import crash, start_failure
from hfchat_gui.local.listing import window
from hfchat_gui.local.models import check_model_file
from hfchat_gui.local.processor import usable_cores, writing_threads
from hfchat_gui.local.reports import Failed, Loading, Ready, Settled

_LOG = logging.getLogger(__name__)

FREE_WHILE_WRITING = 0.1
FREE_WHILE_READING = 1.5
_ANSWER_GRACE = 1.0  # seconds beyond the limit after which a silent child counts as stuck


class Engine:
    """One model file and the child that serves it. `prepare` makes it ready.

    `report` hears what a background task raises against expectation.
    """

    def __init__(
        self, model_file: Path, report: Report, *, command: Sequence[str] | None = None
    ) -> None:
        self.model_file = model_file
        self._command = worker_command() if command is None else command
        self._tasks = TaskScope(report)
        self._child: EngineChild | None = None
        self._start: asyncio.Task[None] | None = None
        self._start_error: ChatError | None = None
        self._fraction: float | None = None
        self._settling: asyncio.Task[None] | None = None
        self._replies = 0

    @property
    def is_up(self) -> bool:
        """Whether the engine listens."""
        return self._child is not None and self._child.port > 0 and not self._child.ended

    @property
    def is_answering(self) -> bool:
        """Whether a reply is open."""
        return self._replies > 0

    @property
    def address(self) -> str:
        """The base URL of the running engine; raises `EngineFailed` where it does not run."""
        return f"http://127.0.0.1:{self._running().port}"

    @property
    def key(self) -> Secret:
        """The key of the running engine; raises `EngineFailed` where it does not run."""
        return self._running().key

    @property
    def pid(self) -> int | None:
        """The process id of the child, if there is one."""
        return self._child.pid if self._child is not None else None

    async def prepare(self) -> AsyncGenerator[ReplyWaiting, None]:
        """Yield the progress of loading until the engine listens; nothing where it does already.

        Raises `ModelFileMissing`, `NotAModelFile`, `ModelFileDamaged`, `NotEnoughMemory` or
        `EngineFailed`. Whoever stops listening does not stop the start.
        """
        await self.settled()
        if self.is_up:
            return
        start = self._begin()
        told: ReplyWaiting | None = None
        while not start.done():
            waiting = ReplyWaiting(WaitReason.LOADING_MODEL, self._fraction)
            if waiting != told:
                yield waiting
                told = waiting
            await asyncio.wait({start}, timeout=0.05)
        if self._start_error is not None:
            raise self._start_error
        self._running()

    @contextlib.contextmanager
    def answering(self) -> Iterator[None]:
        """Mark a reply as open: an engine that answers another reply is not judged or replaced."""
        self._replies += 1
        try:
            yield
        finally:
            self._replies -= 1

    def settle_after_stop(self, *, writing: bool) -> None:
        """See to it, in the background, that a stopped reply no longer holds the engine.

        Call it when the connection is closed. An engine that goes on computing for longer than
        `FREE_WHILE_WRITING` or `FREE_WHILE_READING` is replaced; `prepare` waits for all this.
        """
        if self.is_up and not self.is_answering and self._settling is None:
            limit = FREE_WHILE_WRITING if writing else FREE_WHILE_READING
            self._settling = self._tasks.start(self._settle(limit), "engine settles")

    async def settled(self) -> None:
        """Wait until the engine has been seen to after a Stop; return at once where it has."""
        if self._settling is not None:
            await asyncio.wait({self._settling})

    async def cause(self) -> EngineFailed | None:
        """Return why the child is gone, or None where it still runs; call it when a reply broke."""
        child = self._child
        if child is None or not await child.wait(0.5):
            return None
        return crash(child.last_words, child.exit_status)

    async def aclose(self) -> None:
        """End the child, within a second, and all that is under way."""
        await self._tasks.aclose()
        await self._drop()

    def _running(self) -> EngineChild:
        if self._child is None or not self.is_up:
            raise EngineFailed("The engine on this computer is not running. Try again.")
        return self._child

    def _begin(self) -> asyncio.Task[None]:
        """Return the start that is under way, or begin one."""
        if self._start is None or self._start.done():
            self._start_error = self._fraction = None
            self._start = self._tasks.start(self._start_up(), "engine starts")
        return self._start

    async def _start_up(self) -> None:
        try:
            await self._drop()
            header = await asyncio.to_thread(check_model_file, self.model_file)
            self._child = EngineChild(
                self._arguments(window(header.trained_context)), self._command
            )
            await self._until_ready(self._child)
        except OSError as error:
            self._start_error = EngineFailed(
                "The engine on this computer cannot be started: its program does not run. "
                "Install HF Chat again.",
                detail=f"{type(error).__name__}: {error.strerror}",
            )
        except ChatError as error:
            self._start_error = error

    def _arguments(self, context: int) -> list[str]:
        cores = usable_cores()
        options = {
            "--model": self.model_file.absolute(),
            "--context": context,
            "--reading-threads": cores,
            "--writing-threads": writing_threads(cores),
        }
        return [str(word) for pair in options.items() for word in pair]

    async def _until_ready(self, child: EngineChild) -> None:
        while True:
            match await child.reports.get():
                case Loading(fraction):
                    self._fraction = fraction
                case Ready(port):
                    child.port = port
                    _LOG.info("The engine serves %s", self.model_file.name)
                    return
                case report:
                    await child.aclose(1.0)
                    raise start_failure(
                        self.model_file,
                        child.last_words,
                        child.exit_status,
                        report.detail if isinstance(report, Failed) else "",
                    )

    async def _settle(self, limit: float) -> None:
        try:
            child = self._running()
            child.send(f"settle {limit}")
            free = False
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(limit + _ANSWER_GRACE):
                    report = await child.reports.get()
                    free = isinstance(report, Settled) and report.free
            if not free:
                _LOG.info("The engine was not free %.1f s after Stop and is replaced", limit)
                await self._drop()
                self._begin()
        finally:
            self._settling = None

    async def _drop(self) -> None:
        child, self._child = self._child, None
        if child is not None:
            await child.aclose(0.3 if child.port else 0.0)
