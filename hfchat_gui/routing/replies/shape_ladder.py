"""Shapes in which one server can be asked, from the best down; the one that it takes is kept.

Servers of transformers models differ in what they take: a chat, messages at the model's own
route, or one text. The next shape is tried only where the server says that it does not take this
one, and never after any of an answer has arrived.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass

from hfchat_gui.conversation.errors import ChatError, NotAChatServer
from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted, ReplyWaiting, Rerouted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.conversation.route import Route
from hfchat_gui.routing.replies.tries import Tries


@dataclass(frozen=True, slots=True)
class Below:
    """What a rung below the first one has to tell, and what is awaited once it has borne."""

    route: Route
    note: str
    keep: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Rung:
    """One shape: its backend, and the errors after which the next one is tried."""

    backend: Backend
    falls_on: tuple[type[ChatError], ...] = ()
    below: Below | None = None


class ShapeLadder:
    """A backend that goes down the rungs until one bears."""

    def __init__(self, rungs: Sequence[Rung]) -> None:
        self._rungs = tuple(rungs)

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise the `ChatError` of the first rung where none is a chat at all."""
        climb = _Climb()
        for at, rung in enumerate(self._rungs):  # pragma: no branch - the last one ends it
            is_last = at + 1 == len(self._rungs)
            try:
                async with aclosing(rung.backend.reply(request)) as events:
                    async for event in events:
                        if not climb.tries.has_begun:
                            for shown in await climb.step(rung, event):
                                yield shown
                        elif climb.tries.is_news(event):
                            yield event
            except rung.falls_on as failure:
                if climb.tries.has_begun or is_last:
                    raise
                climb.fall(failure)
            except NotAChatServer as failure:
                climb.end(failure)
                raise
            else:
                return


class _Climb:
    """How far one reply has come, and what its lower rungs have to tell once one of them bears."""

    def __init__(self) -> None:
        self.tries = Tries()
        self._first_failure: ChatError | None = None
        self._held: list[ReplyEvent] = []

    def fall(self, failure: ChatError) -> None:
        """Forget what a rung that did not bear had to tell."""
        self._first_failure = self._first_failure or failure
        self.tries.take_back(self._held)
        self._held.clear()

    def end(self, failure: ChatError) -> None:
        """Raise the first rung's failure where no rung below it is a chat at all."""
        if self._first_failure is not None and not self.tries.has_begun:
            raise self._first_failure from failure

    async def step(self, rung: Rung, event: ReplyEvent) -> Sequence[ReplyEvent]:
        """Take an event up to the answer's first; return what is to be shown now.

        A lower rung is remembered when its answer begins.
        """
        if not self.tries.is_news(event):
            return ()
        if rung.below is None or isinstance(event, ReplyWaiting):
            return (event,)
        if not self.tries.has_begun:
            self._held.append(event)
            return ()
        await rung.below.keep()
        return (ReplyNoted(rung.below.note), Rerouted(rung.below.route), *self._held, event)
