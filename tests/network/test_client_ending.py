"""Tests for the HTTP client when a request is ended from this side."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from contextlib import aclosing

import pytest

from hfchat_gui.conversation.errors import (
    Interrupted,
)
from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.helpers.http_server import Answer, Hold, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import all_batches, cancelled_after, client, raw


@pytest.mark.parametrize(
    "answer",
    [
        Answer.hang(),
        Answer.stream([b"a"], complete=False).then(Hold()),
        Answer.stream([b"x"] * 1000, pause=0.005),
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
                assert free < 0.1
                seen = server.wait_for_disconnect()
                assert seen.at - began < 0.2 + 0.1 + 0.1

    any_loop(scenario())


def test_the_server_sees_the_end_within_a_tenth_of_a_second(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.hang())
            async with client() as http:
                task = asyncio.ensure_future(http.fetch(HttpRequest("POST", f"{server.url}/s", {})))
                await asyncio.to_thread(server.wait_for_request)
                before = time.monotonic()
                task.cancel()
                seen = await asyncio.to_thread(server.wait_for_disconnect)
                assert seen.at - before < 0.1
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
            assert free < 0.1
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


def test_a_thread_that_cannot_be_ended_holds_up_no_closing(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = threading.Event()
    monkeypatch.setattr("hfchat_gui.network.client._END_WITHIN", 0.05)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answer.wait(5) and [])

    async def scenario() -> None:
        http = HttpClient()
        await cancelled_after(0.05, http, HttpRequest("GET", "http://server.test"))
        await http.aclose()

    run(scenario())
    answer.set()
    for thread in threading.enumerate():
        if thread.name.startswith("hfchat-"):
            thread.join(5)


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
