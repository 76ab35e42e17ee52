"""One question for all who ask at once: nobody ends it for the others, and nothing stays of it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from hfchat_gui.conversation.errors import ServerBusy
from hfchat_gui.routing.shared_questions import SharedQuestions
from tests.helpers.running import Run


class Desk:
    """Answers a question once `says` is set; counts how often it was asked, and how it ended."""

    def __init__(self) -> None:
        self.questions: SharedQuestions[str] = SharedQuestions()
        self.says: str | Exception = "yes"
        self.ready = asyncio.Event()
        self.asked = 0
        self.cancelled = 0

    async def ask(self) -> str:
        self.asked += 1
        try:
            await self.ready.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if isinstance(self.says, Exception):
            raise self.says
        return self.says

    async def come(self, count: int, key: str = "a") -> list[asyncio.Task[str]]:
        """Let so many ask, and wait until each of them has."""
        asking = [asyncio.ensure_future(self.questions.answer(key, self.ask)) for _ in range(count)]
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return asking


def test_all_who_ask_at_once_get_one_answer(run: Run) -> None:
    async def scenario() -> tuple[list[str], int]:
        desk = Desk()
        asking = await desk.come(30)
        desk.ready.set()
        return await asyncio.gather(*asking), desk.asked

    assert run(scenario()) == (["yes"] * 30, 1)


def test_questions_of_different_keys_are_different(run: Run) -> None:
    async def scenario() -> int:
        desk = Desk()
        asking = [*await desk.come(2, "a"), *await desk.come(2, "b")]
        desk.ready.set()
        await asyncio.gather(*asking)
        return desk.asked

    assert run(scenario()) == 2


@pytest.mark.parametrize("gone", [0, 1, 2])
def test_who_leaves_does_not_end_it_for_the_others(run: Run, gone: int) -> None:
    async def scenario() -> tuple[list[str], int, int]:
        desk = Desk()
        asking = await desk.come(3)
        asking[gone].cancel()
        await asyncio.wait([asking.pop(gone)])
        desk.ready.set()
        return await asyncio.gather(*asking), desk.asked, desk.cancelled

    assert run(scenario()) == (["yes", "yes"], 1, 0)


def test_it_ends_with_the_last_one_who_leaves(run: Run) -> None:
    async def scenario() -> tuple[int, int]:
        desk = Desk()
        asking = await desk.come(3)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
        assert all(task.cancelled() for task in asking)
        return desk.asked, desk.cancelled

    assert run(scenario()) == (1, 1)


def test_who_comes_after_the_last_one_left_asks_anew(run: Run) -> None:
    async def scenario() -> tuple[str, int]:
        desk = Desk()
        [left] = await desk.come(1)
        left.cancel()
        [stayed] = await desk.come(1)
        desk.ready.set()
        return await stayed, desk.asked

    assert run(scenario()) == ("yes", 2)


def test_a_failure_is_that_of_all_who_waited_and_of_nobody_after_them(run: Run) -> None:
    async def scenario() -> tuple[list[str | BaseException], str, int]:
        desk = Desk()
        desk.says = ServerBusy("Busy.", detail="503")
        asking = await desk.come(3)
        desk.ready.set()
        failures = await asyncio.gather(*asking, return_exceptions=True)
        desk.says = "yes"
        return failures, await desk.questions.answer("a", desk.ask), desk.asked

    failures, later, asked = run(scenario())
    assert (later, asked) == ("yes", 2)
    told = [failure for failure in failures if isinstance(failure, ServerBusy)]
    assert [(one.user_text, one.detail) for one in told] == [("Busy.", "503")] * 3
    assert len({id(one) for one in told}) == 3  # each may add a word to its own


def test_a_fault_of_the_program_is_that_of_all_too(run: Run) -> None:
    async def scenario() -> list[str | BaseException]:
        desk = Desk()
        desk.says = KeyError("ours")
        asking = await desk.come(2)
        desk.ready.set()
        return await asyncio.gather(*asking, return_exceptions=True)

    assert [type(failure) for failure in run(scenario())] == [KeyError, KeyError]


def test_an_answer_is_not_kept_for_who_comes_as_it_is_given(run: Run) -> None:
    async def scenario() -> tuple[str, str, int]:
        desk = Desk()
        desk.ready.set()
        late: list[asyncio.Task[str]] = []
        asking = asyncio.ensure_future(desk.questions.answer("a", desk.ask))
        while not asking.done():
            late.append(asyncio.ensure_future(desk.questions.answer("a", desk.ask)))
            await asyncio.sleep(0)
        last = await desk.questions.answer("a", desk.ask)
        await asyncio.gather(*late)
        return asking.result(), last, desk.asked

    first, last, asked = run(scenario())
    assert (first, last) == ("yes", "yes")
    assert asked >= 2


def test_a_question_that_is_cancelled_from_elsewhere_keeps_nobody_waiting(run: Run) -> None:
    async def gone() -> str:
        raise asyncio.CancelledError

    async def scenario(ask: Callable[[], Awaitable[str]]) -> None:
        await SharedQuestions[str]().answer("a", ask)

    with pytest.raises(asyncio.CancelledError):
        run(scenario(gone))
