"""Only what speaks against the facts themselves makes them forgotten."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.errors import ServerBusy
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.learnt_reply import LearntReply
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing.core import Facts, at, events, request


def test_a_server_that_is_busy_is_still_what_it_was(run: Run) -> None:
    facts = Facts()

    async def ask(url: str) -> None:
        client = HttpClient()
        reply = LearntReply(ChatCompletions(client, url, "m"), facts, url)
        decision = Decision(Route(WireKind.CHAT_COMPLETIONS, url, "m"), reply)
        with pytest.raises(ServerBusy):
            await events(decision, request(at(url)))
        await client.aclose()

    with ScriptedServer() as server:
        server.otherwise(Answer.json({"error": "overloaded"}, 503))
        run(ask(server.url))
    assert facts.forgotten == []
