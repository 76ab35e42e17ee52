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
from hfchat_gui.routing.patience import Patience
from hfchat_gui.routing.replies.tries import Tries


class AskedAgain:
    """A backend that asks the one below again while its server is not ready.

    `note`: what the person should know of the way there, ahead of all else. `failure`: the first
    try was made already, and ended so.
    """

    def __init__(
        self, backend: Backend, clock: Clock, *, note: str = "", failure: ChatError | None = None
    ) -> None:
        self._backend = backend
        self._clock = clock
        self._note = note
        self._failure = failure

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the waits and the reply; raise the `ChatError` of the last try."""
        tries, patience = Tries(), Patience(self._clock)
        if self._note:
            yield ReplyNoted(self._note)
        failure = self._failure
        while True:
            if failure is not None:
                pause = patience.pause_after(failure)
                if pause is None:
                    raise _asked_often(failure, patience.tries)
                yield pause.waiting
                await self._clock.sleep(pause.seconds)
            try:
                async with aclosing(self._backend.reply(request)) as events:
                    async for event in events:
                        had_begun = tries.has_begun
                        if not tries.is_news(event):
                            continue
                        if patience.tries > 1 and tries.has_begun and not had_begun:
                            yield ReplyNoted(_answered_late(patience.tries))
                        yield event
                return
            except ChatError as error:
                if tries.has_begun:
                    raise
                failure = error


def _answered_late(tries: int) -> str:
    return f"The server was not ready at once; this is its answer to try {tries}."


def _asked_often(failure: ChatError, tries: int) -> ChatError:
    if tries > 1:
        failure.user_text = f"{failure.user_text} It was asked {tries} times."
        failure.args = (failure.user_text,)
    return failure
