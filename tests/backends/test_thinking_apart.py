"""What a model thinks stays where it belongs, in whatever form a server sends it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.records import StoredConversation
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.exchange.markdown_file import as_markdown
from hfchat_gui.network.client import HttpClient
from tests.conversation.scripted import MemoryWriter, never
from tests.helpers.chat_stream import DONE, chat_chunk
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run

SECRET = "Plan: the person greets me"
ANSWER = "# Rivers\n\nAsk me of rivers."
FORMS: dict[str, list[dict[str, Any]]] = {
    "reasoning_content": [{"reasoning_content": SECRET}, {"content": ANSWER}],
    "reasoning": [{"reasoning": SECRET}, {"content": ANSWER}],
    "details": [{"reasoning_details": [{"text": SECRET}]}, {"content": ANSWER}],
    "tags": [{"content": f"<think>\n{SECRET}</th"}, {"content": f"ink>\n\n{ANSWER}"}],
    "a tag that the template opened": [{"content": SECRET}, {"content": f"</think>\n{ANSWER}"}],
    "parts": [{"content": [{"type": "thinking", "thinking": SECRET}]}, {"content": ANSWER}],
}


class OneServer:
    """Routes everything to one address."""

    def __init__(self, client: HttpClient, url: str) -> None:
        self._backend = ChatCompletions(client, url, "m")

    async def route(self, model: ModelRef) -> Decision:
        return Decision(Route(WireKind.CHAT_COMPLETIONS, "http://x", model.name), self._backend)


@pytest.mark.parametrize("form", FORMS)
def test_thinking_is_in_no_title_no_next_request_and_no_document(form: str, run: Run) -> None:
    chunks = [chat_chunk(delta=delta) for delta in FORMS[form]]

    async def story() -> tuple[Conversation, str]:
        client = HttpClient(frame=0.0)
        conversation = Conversation.new(ModelRef(Source.ADDRESS, "m"))
        with ScriptedServer() as server:
            server.on(
                "POST",
                "/v1/chat/completions",
                Answer.stream([*chunks, chat_chunk(finish_reason="stop"), DONE], pause=0.02),
            )
            session = ChatSession(
                conversation, OneServer(client, server.url), MemoryWriter(), never
            )
            for text in ("hi", "And then?"):
                session.send(text)
                await session.finished()
            await client.aclose()
            return conversation, json.dumps(server.requests[1].json())

    conversation, next_request = run(story())
    reply = conversation.path[1]
    assert (reply.thinking, reply.text) == (SECRET, ANSWER)
    assert conversation.title == "Rivers"
    assert ANSWER in json.loads(next_request)["messages"][1]["content"]
    document = as_markdown(StoredConversation(conversation.details, conversation.path))
    for place in (conversation.title, next_request, document, reply.sent_text):
        assert "Plan" not in place
        assert "think" not in place.replace("And then", "")
