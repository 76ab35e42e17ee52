"""Lets those who want to know the same at once share one question, which none of them can end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from copy import copy
from typing import Generic, TypeVar

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.tasks import TaskScope

Answer = TypeVar("Answer")


class SharedQuestions(Generic[Answer]):
    """The questions that are open now. Nothing is remembered: who comes later asks anew."""

    def __init__(self) -> None:
        self._open: dict[Hashable, _Question[Answer]] = {}

    async def answer(self, key: Hashable, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        """Return what `ask` returns, or what it returns to whoever asked for `key` before.

        What it raises, each of them gets. One who is cancelled leaves; where nobody is left, the
        question is cancelled, and has ended when the last one leaves.
        """
        question = self._open.get(key)
        if question is None or question.is_over:
            question = self._open[key] = _Question(ask)
        question.askers += 1
        try:
            return await question.answer()
        finally:
            question.askers -= 1
            if not question.askers:
                if self._open.get(key) is question:
                    del self._open[key]
                await question.aclose()


class _Question(Generic[Answer]):
    """One question, asked by a task of its own."""

    def __init__(self, ask: Callable[[], Awaitable[Answer]]) -> None:
        self.askers = 0
        self._answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._work = TaskScope(self._answer.set_exception)
        self._work.start(self._ask(ask), "shared question")

    @property
    def is_over(self) -> bool:
        return self._answer.done()

    async def answer(self) -> Answer:
        try:
            return await asyncio.shield(self._answer)
        except ChatError as failure:
            raise copy(failure) from failure  # whoever waited may add a word of its own

    async def aclose(self) -> None:
        await self._work.aclose()

    async def _ask(self, ask: Callable[[], Awaitable[Answer]]) -> None:
        try:
            self._answer.set_result(await ask())
        except asyncio.CancelledError:
            self._answer.cancel()
            raise
