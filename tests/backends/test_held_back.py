"""What a reply holds back is told once, and again where what was told has taken its place."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.held_back import HeldBack
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import ReplyHeld, ReplyNoted, TextDelta, ThinkingDelta
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.network.client import HttpClient
from tests.conversation.scripted import MODEL, MemoryWriter, never, until
from tests.helpers.answers import Hold
from tests.helpers.chat_stream import chat_chunk
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run

TICK = TextDelta("`")


def test_it_is_told_when_it_changes() -> None:
    held = HeldBack()
    assert held.news([], []) == []
    assert held.news([TextDelta("a")], [TICK]) == [ReplyHeld((TICK,))]
    assert held.news([], [TICK]) == []
    assert held.news([ReplyNoted("n")], [TICK]) == []
    assert held.news([], []) == [ReplyHeld()]
    assert held.news([], []) == []


def test_it_is_told_anew_behind_more_of_the_answer() -> None:
    held = HeldBack()
    held.news([], [TICK])
    assert held.news([ThinkingDelta("a")], [TICK]) == [ReplyHeld((TICK,))]
    assert held.news([TextDelta("`b")], []) == []
    assert held.news([], []) == []


@pytest.mark.parametrize(
    ("texts", "kept"),
    [
        (["A single ` before", " </think>", " and more"], " and more"),
        (["```py\nx\n", "</think>\n\nSo", " it is."], "So it is."),
        (["Hello EN"], "Hello EN"),
        (["<s>a", "</s>"], "<s>a</s>"),
        (["so</s>"], "so"),
    ],
)
def test_stop_keeps_all_that_had_come_over_a_socket(run: Run, texts: list[str], kept: str) -> None:
    async def story(url: str) -> None:
        client, writer = HttpClient(), MemoryWriter()

        class Direct:
            async def route(self, model: ModelRef) -> Decision:
                route = Route(WireKind.CHAT_COMPLETIONS, url, model.name)
                return Decision(route, ChatCompletions(client, url, model.name))

        session = ChatSession(Conversation.new(MODEL), Direct(), writer, never)
        session.set_sampling(SamplingOptions(stop=("END",)))
        session.send("Hi")
        await until(lambda: writer.journalled[-1:] == [kept])
        session.stop()
        reply = session.conversation.path[-1]
        assert (reply.state, reply.text) == (ReplyState.STOPPED, kept)
        await session.aclose()
        await client.aclose()
        assert writer.saved[reply.id].text == kept

    with ScriptedServer() as server:
        chunks = [chat_chunk(text) for text in texts]
        server.on("POST", "/v1/chat/completions", Answer.stream([*chunks, Hold()]))
        run(asyncio.wait_for(story(server.url), SOON))
        server.wait_for_disconnect()
