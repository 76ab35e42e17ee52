"""Tests for what must not be repeated of an answer, whoever on the way wrote it."""

from __future__ import annotations

import gzip
import json
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent, TextDelta
from hfchat_gui.conversation.request import ChatRequest, Turn
from hfchat_gui.network.client import HttpClient
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run

FAR = "http://far.test"
PASSWORD = "s3cr3tProxyPw"
ASKING = ChatRequest(ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "Hello"),))
Make = Callable[[HttpClient], ChatCompletions | TextGeneration]
CHAT: Make = lambda http: ChatCompletions(http, FAR, "m")  # noqa: E731
PIPELINE: Make = lambda http: TextGeneration(http, FAR)  # noqa: E731


def page(status: int = 200) -> Answer:
    html = f"<html><body>Hello bob, the password {PASSWORD} is expired</body></html>"
    return packed(html, "text/html", status)


def packed(text: str, kind: str, status: int = 200) -> Answer:
    body = gzip.compress(text.encode())
    return Answer.of(body, status, kind=kind, headers={"Content-Encoding": "gzip"})


async def all_of(events: AsyncGenerator[ReplyEvent, None]) -> str:
    async with aclosing(events):
        return "".join([item.text async for item in events if isinstance(item, TextDelta)])


async def told(make: Make) -> str:
    client = HttpClient()
    try:
        return await all_of(make(client).reply(ASKING))
    except ChatError as error:
        return str(error.record())
    finally:
        await client.aclose()


ESCAPED = "".join(f"\\u{ord(sign):04x}" for sign in PASSWORD)
ERRORS = [
    page(),
    page(403),
    packed(json.dumps({"error": {"message": f"no {PASSWORD}"}}), "application/json"),
    packed(f"event: error\ndata: no {PASSWORD}\n\n", "text/event-stream"),
    Answer.text(f'{{"error": {{"message": "no {ESCAPED}"}}}}'),
    Answer.text(f'{{"error": {{"message": "no {ESCAPED}"}}}}', 500),
    Answer.stream([f'data: {{"error": {{"message": "no {ESCAPED}"}}}}\n\n'.encode()]),
]


@pytest.mark.parametrize("make", [CHAT, PIPELINE], ids=["chat", "pipeline"])
@pytest.mark.parametrize("given", ERRORS)
def test_no_error_repeats_the_password_of_the_proxy_however_it_comes(
    run: Run, monkeypatch: pytest.MonkeyPatch, given: Answer, make: Make
) -> None:
    with ScriptedServer() as proxy:
        proxy.otherwise(given)
        monkeypatch.setenv("ALL_PROXY", f"http://bob:{PASSWORD}@127.0.0.1:{proxy.port}")
        shown = run(told(make))
    assert "ErrorRecord" in shown
    assert PASSWORD not in shown
    assert "…" in shown or "no chat reply" in shown


@pytest.mark.parametrize("password", ["Password1", "hello-world", "chat.completion", PASSWORD])
def test_no_word_of_a_reply_is_taken_for_a_password(
    run: Run, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    text = f"Print {password}, not bob:{password}."
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.stream(chat_events(text)))
        monkeypatch.setenv("ALL_PROXY", f"http://bob:{password}@127.0.0.1:{proxy.port}")
        assert run(told(CHAT)) == text
