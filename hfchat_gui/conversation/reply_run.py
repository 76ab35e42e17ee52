"""One reply from the saved turn to its last state: save, route, follow the events, settle."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import replace
from time import time
from typing import cast

from hfchat_gui.conversation.asking import Question
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import ChatError, InternalFault, Interrupted
from hfchat_gui.conversation.growth import grown, routed
from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.conversation.model_ref import Source
from hfchat_gui.conversation.ports import Router
from hfchat_gui.conversation.reply_errors import record_at
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    ReplyWaiting,
    Rerouted,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    WaitReason,
)
from hfchat_gui.conversation.route import Route
from hfchat_gui.conversation.saving import Keeper
from hfchat_gui.conversation.stray_errors import place_of
from hfchat_gui.conversation.tasks import Report, TaskScope

JOURNAL_SECONDS = 0.2
"""Pause between two writes of a growing reply; with the write itself it stays under 250 ms."""

_CONTENT = (TextDelta, ThinkingDelta, TextBecameThinking, ToolCallDelta, ReplyFinished)


class ReplyRun:
    """Carries one reply. `on_settled` is called just before the conversation hears of the end."""

    def __init__(
        self,
        conversation: Conversation,
        reply_id: str,
        question: Question,
        router: Router,
        keeper: Keeper,
        *,
        report: Report,
        on_event: Callable[[ReplyEvent], None],
        on_route: Callable[[Route], None],
        on_settled: Callable[[], None],
    ) -> None:
        self._conversation = conversation
        self._id = reply_id
        self._question = question
        self._router = router
        self._keeper = keeper
        self._report = report
        self._on_event = on_event
        self._on_route = on_route
        self._on_settled = on_settled
        self._journal = TaskScope(report)
        self._grew = asyncio.Event()
        self._held = ReplyHeld()
        self._task: asyncio.Task[None] | None = None

    def start(self, tasks: TaskScope) -> None:
        """Start the reply as a task of `tasks`."""
        parent = self._message.parent
        self._keeper.note(*((parent, self._id) if parent else (self._id,)))
        tasks.start(self._run(), "reply")

    def end(self, state: ReplyState) -> None:
        """Settle the reply in memory at once; its request and the disk follow by themselves."""
        self._settle(state)
        if self._task is not None:  # not yet begun: `_run` sees that the reply is settled
            self._task.cancel()

    async def _run(self) -> None:
        self._task = asyncio.current_task()
        if self._message.state.is_open:
            await self._converse()
        self._task = None
        await self._journal.aclose()
        await self._keeper.settle(self._id)

    async def _converse(self) -> None:
        try:
            await self._keeper.save_turns()
            self._journal.start(self._keep_journal(), "journal")
            await self._follow()
        except asyncio.CancelledError:
            cast("asyncio.Task[None]", self._task).uncancel()
            self._settle(ReplyState.INTERRUPTED)
        except Interrupted as error:
            self._settle(ReplyState.INTERRUPTED, error)
        except ChatError as error:
            self._settle(ReplyState.FAILED, error)
        except Exception as error:  # noqa: BLE001 - our own fault: told, and the text is kept
            self._report(error)
            self._settle(ReplyState.FAILED, _own_fault(error))

    async def _follow(self) -> None:
        model = self._question.model
        if model.source is Source.ADDRESS:
            self._apply(ReplyWaiting(WaitReason.ASKING_SERVER))
        decision = await self._router.route(model)
        self._on_route(decision.route)
        self._conversation.grow(routed(self._message, decision.route))
        finished = False
        request = await asyncio.to_thread(self._question.request)
        async with aclosing(decision.backend.reply(request)) as events:
            async for event in events:
                finished = finished or isinstance(event, ReplyFinished)
                self._apply(event)
        if not finished:
            raise Interrupted(
                "The reply ended before it was complete. Ask for the rest, or ask again."
            )
        self._settle(ReplyState.COMPLETE)

    def _apply(self, event: ReplyEvent) -> None:
        if isinstance(event, Rerouted):
            self._on_route(event.route)
        self._grew.set()
        if isinstance(event, ReplyHeld):
            self._held = event
            return
        if isinstance(event, _CONTENT):
            self._held = ReplyHeld()
        self._conversation.grow(grown(self._message, event, time()))
        self._on_event(event)

    async def _keep_journal(self) -> None:
        while True:
            await self._grew.wait()
            self._grew.clear()
            await self._keeper.journal(grown(self._message, self._held, time()))
            await asyncio.sleep(JOURNAL_SECONDS)

    def _settle(self, state: ReplyState, error: ChatError | None = None) -> None:
        if not self._message.state.is_open:
            return
        for event in self._held.events:
            self._apply(event)
        timings = replace(self._message.timings, ended=time())
        message = replace(self._message, state=state, waiting=None, timings=timings)
        if error is not None:
            continues = bool(self._question.begun)
            record = record_at(self._conversation, message, error, continues=continues)
            message = replace(message, error=record)
        self._on_settled()
        self._conversation.settle(message)

    @property
    def _message(self) -> Message:
        return self._conversation.message(self._id)


def _own_fault(error: Exception) -> InternalFault:
    return InternalFault(
        "HF Chat made a mistake while it read this reply. Try again; if it "
        "stays so, send a report to whoever you have HF Chat from.",
        detail=f"{type(error).__name__} in {place_of(error)}".removesuffix(" in "),
    )
