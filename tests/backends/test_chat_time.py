"""Tests for how long a chat may take: what is asked of the network at each kind of address."""

from __future__ import annotations

import asyncio
import math
from contextlib import AbstractAsyncContextManager, aclosing

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.errors import TimedOut
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import TextDelta
from hfchat_gui.conversation.request import ChatRequest, Turn
from hfchat_gui.network import line
from hfchat_gui.network.client import HttpClient, HttpRequest, HttpStream
from tests.helpers.answers import Answer, Hold, Pause, Send, Step
from tests.helpers.chat_stream import chat_events
from tests.helpers.clocks import Clocks
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run


class Asked(Exception):
    """The request that was about to be sent."""


class _Noting(HttpClient):
    def open(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpStream]:
        raise Asked(request)


def asked(run: Run, backend: ChatCompletions | TextGeneration) -> HttpRequest:
    request = ChatRequest(ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "hi"),))

    async def scenario() -> None:
        async with aclosing(backend.reply(request)) as reply:
            async for _ in reply:
                pass

    with pytest.raises(Asked) as noted:
        run(scenario())
    sent: HttpRequest = noted.value.args[0]
    return sent


@pytest.mark.parametrize(
    ("base", "first_byte"),
    [
        ("http://127.0.0.1:8080", None),
        ("http://localhost:8080", None),
        ("http://[::1]:8080", None),
        ("http://192.168.1.7:8080", 300.0),
        ("https://router.huggingface.co", 300.0),
    ],
)
def test_only_a_server_on_this_computer_may_begin_as_late_as_it_likes(
    run: Run, base: str, first_byte: float | None
) -> None:
    sent = asked(run, ChatCompletions(_Noting(), base, "m"))
    assert sent.first_byte == first_byte
    assert (sent.silence, sent.without_content) == (90.0, 600.0)


def test_the_programs_own_engine_may_read_a_long_chat_however_long_it_takes(run: Run) -> None:
    backend = ChatCompletions(_Noting(), "http://127.0.0.1:1", "m", is_embedded=True)
    sent = asked(run, backend)
    assert (sent.first_byte, sent.without_content) == (None, None)


def test_a_backend_without_a_stream_may_take_as_long_as_it_likes(run: Run) -> None:
    sent = asked(run, TextGeneration(_Noting(), "https://pipeline.example"))
    assert (sent.first_byte, sent.silence) == (None, 90.0)


# --- over a socket -------------------------------------------------------------------------------

PATH = "/v1/chat/completions"


@pytest.fixture
def clocks(monkeypatch: pytest.MonkeyPatch) -> Clocks:
    """Clocks whose long steps are no sleep of the computer."""
    monkeypatch.setattr(line, "_OVERSLEPT", math.inf)
    return Clocks(monkeypatch)


def _signs_of_life(count: int) -> tuple[Step, ...]:
    """What is no answer yet, but wakes whoever waits, to look at the clock again."""
    return (Send(b"HTTP/1.1 100 Continue\r\n\r\n"), Pause(0.02)) * count


async def text_at(base: str) -> str:
    """All the text that the server there answers with."""
    http = HttpClient()
    request = ChatRequest(ModelRef(Source.ADDRESS, "m"), (Turn(Role.USER, "hi"),))
    try:
        async with aclosing(ChatCompletions(http, base, "m").reply(request)) as reply:
            return "".join([item.text async for item in reply if isinstance(item, TextDelta)])
    finally:
        await http.aclose()


def test_a_server_on_this_computer_may_begin_after_hours(run: Run, clocks: Clocks) -> None:
    hold = Hold()
    answer = Answer.stream(chat_events("At last"))

    async def scenario(server: ScriptedServer) -> str:
        reply = asyncio.ensure_future(text_at(server.url))
        await asyncio.to_thread(server.wait_for_request)
        for _ in range(20):
            clocks.sleep(1800, counted=True)
            await asyncio.sleep(0.02)
        assert not reply.done()
        hold.release()
        return await reply

    with ScriptedServer() as server:
        server.on("POST", PATH, Answer((*_signs_of_life(100), hold, *answer.steps)))
        assert run(scenario(server)) == "At last"


def test_one_elsewhere_is_given_up_after_five_minutes(
    run: Run, clocks: Clocks, monkeypatch: pytest.MonkeyPatch
) -> None:

    async def scenario(proxy: ScriptedServer) -> str:
        reply = asyncio.ensure_future(text_at("http://far.example"))
        await asyncio.to_thread(proxy.wait_for_request)
        while not reply.done():
            clocks.sleep(20, counted=True)
            await asyncio.sleep(0.02)
        with pytest.raises(TimedOut) as told:
            await reply
        return told.value.user_text

    with ScriptedServer() as proxy:  # the way to an address that is not this computer's
        proxy.on("POST", f"http://far.example{PATH}", Answer(_signs_of_life(4000)))
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert "did not answer for 5 minutes" in run(scenario(proxy))
    assert clocks.asleep_monotonic >= 300
