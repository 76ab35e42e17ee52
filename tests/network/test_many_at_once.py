"""Tests for chats that stream side by side over one client, and for how soon a stopped one ends."""

from __future__ import annotations

import asyncio
import time

import pytest

from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.helpers.answers import Hold, Pause
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import all_batches, client

CHATS = 20


def stream(name: str) -> Answer:
    return Answer.stream([f"{name}:{number} ".encode() for number in range(10)], pause=0.02)


def test_twenty_chats_stream_at_once_and_none_gets_anothers_words(any_loop: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            stuck, slow = Hold(), Answer.stream([b"slow ", Pause(1.0), b"but whole"])
            server.on("POST", "/stuck", Answer.raw(stuck))
            server.on("POST", "/slow", slow)
            for name in range(CHATS):
                server.on("POST", f"/{name}", stream(str(name)))
            async with client() as http:
                waiting = asyncio.ensure_future(all_batches(http, post(server, "stuck")))
                late = asyncio.ensure_future(all_batches(http, post(server, "slow")))
                read = await asyncio.gather(
                    *(all_batches(http, post(server, str(name))) for name in range(CHATS))
                )
                assert not waiting.done()
                for name, pieces in enumerate(read):
                    words = b"".join(pieces).decode()
                    assert words == "".join(f"{name}:{n} " for n in range(10)) + "end"
                assert b"".join(await late) == b"slow but wholeend"
                waiting.cancel()
                await asyncio.to_thread(server.wait_for_disconnect)

    any_loop(scenario())


def post(server: ScriptedServer, name: str) -> HttpRequest:
    return HttpRequest("POST", f"{server.url}/{name}", {})


async def _stopped(http: HttpClient, server: ScriptedServer, count: int) -> float:
    task = asyncio.ensure_future(all_batches(http, post(server, "s")))
    await asyncio.to_thread(server.wait_for_request, count)
    await asyncio.sleep(0.12)  # text comes meanwhile, or silence
    before = time.monotonic()
    task.cancel()
    seen = await asyncio.to_thread(server.wait_for_disconnect, count)
    with pytest.raises(asyncio.CancelledError):
        await task
    return seen.at - before


@pytest.mark.parametrize(
    "answer",
    [
        Answer.hang(),
        Answer.stream([b"a"], complete=False).then(Hold()),
        Answer.stream([b"x"] * 2000, pause=0.005),
    ],
    ids=["before the head", "in a silence", "while text comes"],
)
def test_a_server_sees_a_stopped_chat_end_within_a_tenth_of_a_second(
    any_loop: Run, answer: Answer
) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", answer)
            async with client() as http:
                took = [await _stopped(http, server, count) for count in range(1, 6)]
        # The best of five, since a busy machine may hold any of them up.
        assert min(took) < 0.1

    any_loop(scenario())
