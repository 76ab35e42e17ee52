"""A reply of a model whose template may refuse the turns: they are folded, and asked once more."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import replace

from hfchat_gui.backends.strict_turns import spoken, strict_turns, told
from hfchat_gui.conversation.errors import TemplateRefused
from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.routing.replies.tries import Tries


class FoldedTurns:
    """A backend that changes the turns only for a template that refuses them, and says so.

    `is_strict`: this is known of the model already. `keep` is awaited where it is learnt.
    """

    def __init__(
        self, backend: Backend, *, is_strict: bool, keep: Callable[[], Awaitable[None]]
    ) -> None:
        self._backend = backend
        self._is_strict = is_strict
        self._keep = keep

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply; raise a `ChatError`."""
        folded = replace(request, turns=strict_turns(request.turns))
        can_fold = folded.turns not in ((), spoken(request.turns))
        tries = Tries()
        if not (can_fold and self._is_strict):
            try:
                async with aclosing(self._backend.reply(request)) as events:
                    async for event in events:
                        if tries.is_news(event):
                            yield event
                return
            except TemplateRefused:
                if tries.has_begun or not can_fold:
                    raise
        yield ReplyNoted(told(request.turns))
        is_kept = self._is_strict
        async with aclosing(self._backend.reply(folded)) as events:
            async for event in events:
                if not tries.is_news(event):
                    continue
                if tries.has_begun and not is_kept:
                    is_kept = True
                    await self._keep()
                yield event
