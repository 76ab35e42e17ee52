"""A note stands ahead of the reply."""

from __future__ import annotations

from collections.abc import AsyncGenerator

from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, ReplyNoted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.routing.noted_reply import NotedReply
from tests.helpers.running import Run
from tests.routing.core import at, request


class Finished:
    """A backend that has nothing more to say."""

    async def reply(self, _: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the end."""
        yield ReplyFinished()


def test_the_note_comes_first(run: Run) -> None:
    async def read() -> list[ReplyEvent]:
        reply = NotedReply(Finished(), "It has moved.").reply(request(at("http://127.0.0.1:1")))
        return [event async for event in reply]

    assert run(read()) == [ReplyNoted("It has moved."), ReplyFinished()]
