"""A reply of a server that may not be ready: it is asked again by itself, in sight of the person.

Only before any of the answer has come, only where the refusal says that waiting may help, and
within the bounds of `patience`. Cancelling ends the wait at once.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.patience import Patience, Pause
from hfchat_gui.routing.told_once import ToldOnce


class PatientReply:
    """A backend that waits for the one below."""

    def __init__(self, backend: Backend, clock: Clock) -> None:
        self._backend = backend
        self._clock = clock

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the waits and the reply; raise the `ChatError` of the last try."""
        told, patience = ToldOnce(), Patience(self._clock)
        pause: Pause | None = None
        while True:
            if pause is not None:
                yield pause.waiting
                await self._clock.sleep(pause.seconds)
            try:
                async with aclosing(self._backend.reply(request)) as events:
                    async for event in events:
                        had_begun = told.has_begun
                        if not told.is_new(event):
                            continue
                        if patience.tries > 1 and told.has_begun and not had_begun:
                            yield ReplyNoted(_answered_late(patience.tries))
                        yield event
                return
            except ChatError as failure:
                pause = None if told.has_begun else patience.pause_after(failure)
                if pause is None:
                    if patience.tries > 1 and not told.has_begun:
                        _say_how_often(failure, patience.tries)
                    raise


def _answered_late(tries: int) -> str:
    return f"The server was not ready at once; this is its answer to try {tries}."


def _say_how_often(failure: ChatError, tries: int) -> None:
    failure.user_text = f"{failure.user_text} It was asked {tries} times."
    failure.args = (failure.user_text,)
