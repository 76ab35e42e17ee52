"""What a reply holds back is kept wherever it ends, and by the journal before that."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.conversation.errors import Interrupted
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyHeld,
    ReplyNoted,
    TextBecameThinking,
    TextDelta,
)
from tests.conversation.scripted import MemoryWriter, ScriptedRouter, session_with, until
from tests.helpers.patience import SOON
from tests.helpers.running import Run

HELD = ReplyHeld((TextDelta("</th"),))
NOTE = ReplyNoted("n")


@pytest.mark.parametrize(
    ("steps", "text"),
    [
        ((TextDelta("a"), HELD), "a</th"),
        ((HELD,), "</th"),
        ((HELD, NOTE), "</th"),
        ((TextDelta("a"), HELD, TextDelta("</thb"), NOTE), "a</thb"),
        ((TextDelta("a"), HELD, ReplyHeld(), NOTE), "a"),
        ((TextDelta("a"), HELD, TextBecameThinking(), NOTE), ""),
    ],
)
@pytest.mark.parametrize("by_quitting", [False, True])
def test_what_is_held_back_is_kept_by_stop_and_by_quitting(
    run: Run, steps: tuple[ReplyEvent, ...], text: str, by_quitting: bool
) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*steps, asyncio.Event()), writer)
        session.send("Hi")
        await until(lambda: _journalled(writer) == text)
        if by_quitting:
            await session.aclose()
        else:
            session.stop()
            assert session.conversation.path[-1].text == text
            await session.finished()
        reply = session.conversation.path[-1]
        assert (reply.text, writer.saved[reply.id]) == (text, reply)
        assert reply.state is (ReplyState.INTERRUPTED if by_quitting else ReplyState.STOPPED)

    run(asyncio.wait_for(story(), SOON))


def _journalled(writer: MemoryWriter) -> str | None:
    return writer.journalled[-1] if writer.journalled else None


@pytest.mark.parametrize("end", [ReplyFinished(), Interrupted("Cut.")])
def test_what_was_told_in_its_place_is_not_doubled(run: Run, end: ReplyEvent | Exception) -> None:
    async def story() -> None:
        steps = (TextDelta("a"), HELD, TextDelta("</th"))
        session = session_with(ScriptedRouter(*steps, end))
        session.send("Hi")
        await session.finished()
        assert session.conversation.path[-1].text == "a</th"

    run(story())
