"""Tests for the HTTP client when a request is ended from this side."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import aclosing

import pytest

from hfchat_gui.conversation.errors import Interrupted, TimedOut
from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.helpers.http_server import Answer, Hold, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.network.asking import all_batches, cancelled_after, client, raw

# Seconds: a busy machine may hold a thread up for long; without the cut it would be for ever.


@pytest.mark.parametrize(
    "answer",
    [
        Answer.hang(),
        Answer.stream([b"a"], complete=False).then(Hold()),
        Answer.stream([b"x"] * 4000, pause=0.005),
    ],
    ids=["before the head", "in a silence", "while text comes"],
)
def test_cancelling_frees_the_caller_and_closes_the_connection(
    any_loop: Run, answer: Answer
) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", answer)
            async with client() as http:
                wanted = HttpRequest("POST", f"{server.url}/s", {})
                began = time.monotonic()
                free = await cancelled_after(0.2, http, wanted)
                assert free < SOON
                seen = server.wait_for_disconnect()
                assert seen.at - began < 0.2 + SOON

    any_loop(scenario())


def test_the_server_sees_the_end_at_once(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.hang())
            async with client() as http:
                task = asyncio.ensure_future(http.fetch(HttpRequest("POST", f"{server.url}/s", {})))
                await asyncio.to_thread(server.wait_for_request)
                before = time.monotonic()
                task.cancel()
                seen = await asyncio.to_thread(server.wait_for_disconnect)
                assert seen.at - before < SOON
                with pytest.raises(asyncio.CancelledError):
                    await task

    run(scenario())


def test_a_request_cancelled_while_its_name_is_looked_up_is_never_sent(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = threading.Event()

    def slow(*_: object, **__: object) -> list[object]:
        answer.wait(5)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", server.port))]

    async def scenario() -> None:
        monkeypatch.setattr(socket, "getaddrinfo", slow)
        async with client() as http:
            free = await cancelled_after(
                0.1, http, HttpRequest("POST", f"http://server.test:{server.port}/s", {})
            )
            assert free < SOON
            answer.set()
            await asyncio.sleep(0.1)
            assert server.connections == 0

    with ScriptedServer() as server:
        run(scenario())


def test_leaving_in_order_before_the_end_closes_the_connection(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.stream([b"a"], complete=False).then(Hold()))
            async with client() as http:
                wanted = HttpRequest("POST", f"{server.url}/s", {})
                async with http.open(wanted) as stream, aclosing(raw(stream)) as batches:
                    await anext(batches)
                await asyncio.to_thread(server.wait_for_disconnect)
                async with http.open(wanted):
                    pass
                await asyncio.to_thread(server.wait_for_disconnect, 2)

    run(scenario())


def test_closing_the_client_ends_what_is_open(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.hang())
            http = HttpClient()
            task = asyncio.ensure_future(http.fetch(HttpRequest("POST", f"{server.url}/s", {})))
            await asyncio.to_thread(server.wait_for_request)
            await http.aclose()
            with pytest.raises(Interrupted):
                await task
            assert not [t for t in threading.enumerate() if t.name == "hfchat-reader"]
            with pytest.raises(RuntimeError, match="closed"):
                await http.fetch(HttpRequest("GET", server.url))

    run(scenario())


def test_closing_while_a_name_is_looked_up_does_not_wait_for_the_answer(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = threading.Event()
    looking = threading.Event()

    def hanging(*_: object, **__: object) -> list[object]:
        looking.set()
        answer.wait(30)
        return []

    async def scenario() -> None:
        http = HttpClient()
        task = asyncio.ensure_future(http.fetch(HttpRequest("GET", "http://server.test")))
        await asyncio.to_thread(looking.wait)
        before = time.monotonic()
        await http.aclose()
        assert time.monotonic() - before < SOON
        assert not [t for t in threading.enumerate() if t.name == "hfchat-reader"]
        with pytest.raises(Interrupted):
            await task

    monkeypatch.setattr(socket, "getaddrinfo", hanging)
    run(scenario())
    answer.set()
    join_all("hfchat-look-up")


def test_a_thread_that_cannot_be_ended_holds_up_no_closing(run: Run) -> None:
    answer = threading.Event()
    decoding = threading.Event()

    def stuck(_: bytes) -> list[int]:
        decoding.set()
        answer.wait(30)
        return []

    async def read(http: HttpClient, url: str) -> None:
        async with (
            http.open(HttpRequest("POST", url, {})) as stream,
            aclosing(stream.batches(stuck, list)) as batches,
        ):
            await anext(batches)

    async def scenario(url: str) -> None:
        http = HttpClient()
        task = asyncio.ensure_future(read(http, url))
        await asyncio.to_thread(decoding.wait)
        before = time.monotonic()
        await http.aclose()
        assert time.monotonic() - before < SOON
        assert not task.done()  # what is read is not touched while the thread is still at it
        answer.set()
        with pytest.raises(Interrupted):
            await task

    with ScriptedServer() as server:
        server.on("POST", "/s", Answer.stream([b"a", Hold()]))
        run(scenario(f"{server.url}/s"))
    join_all("hfchat-reader")


def join_all(name: str) -> None:
    for thread in threading.enumerate():
        if thread.name == name:
            thread.join(SOON)


def test_a_body_can_be_broken_off_from_its_own_reader(run: Run) -> None:
    async def scenario(url: str) -> None:
        async with client() as http, http.open(HttpRequest("POST", url, {})) as stream:

            def decode(piece: bytes) -> list[bytes]:
                stream.end_within(0.05)
                return [piece]

            async with aclosing(stream.batches(decode, list)) as batches:
                assert list(await anext(batches)) == [b"a"]
                with pytest.raises(TimedOut):
                    await anext(batches)

    with ScriptedServer() as server:
        server.on("POST", "/s", Answer.stream([b"a", Hold()]))
        run(scenario(f"{server.url}/s"))


def test_a_server_that_drips_is_not_waited_for_without_end(run: Run) -> None:
    async def scenario(url: str) -> None:
        async with client() as http:
            began = time.monotonic()
            with pytest.raises(TimedOut, match="bit by bit"):
                await http.fetch(HttpRequest("GET", url, silence=15.0), within=0.3)
            assert time.monotonic() - began < 0.3 + SOON

    with ScriptedServer() as server:
        server.on("GET", "/s", Answer.stream([b'{"data":[', *[b" "] * 400], pause=0.05))
        run(scenario(f"{server.url}/s"))


def test_a_whole_answer_may_be_given_all_the_time_there_is(run: Run) -> None:
    async def scenario(url: str) -> None:
        async with client() as http:
            answer = await http.fetch(HttpRequest("GET", url), within=None)
            assert answer.body == b"ab"

    with ScriptedServer() as server:
        server.on("GET", "/s", Answer.stream([b"a", b"b"], pause=0.05))
        run(scenario(f"{server.url}/s"))


def test_a_client_that_never_asked_closes_too(run: Run) -> None:
    async def scenario() -> None:
        async with client():
            pass

    run(scenario())


def test_a_loop_that_ends_first_is_no_error() -> None:
    with ScriptedServer() as server:
        server.on("POST", "/s", Answer.stream([b"x"] * 200, pause=0.005))

        async def scenario() -> None:
            task = asyncio.ensure_future(
                all_batches(HttpClient(), HttpRequest("POST", f"{server.url}/s", {}))
            )
            await asyncio.sleep(0.1)
            task.cancel()

        asyncio.run(scenario())
        server.wait_for_disconnect()
