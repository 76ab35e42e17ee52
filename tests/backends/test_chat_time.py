"""Tests for how long a chat may take: what is asked of the network at each kind of address."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, aclosing

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.request import ChatRequest, Turn
from hfchat_gui.network.client import HttpClient, HttpRequest, HttpStream
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
