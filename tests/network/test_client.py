"""Tests for the HTTP client against real servers on loopback."""

from __future__ import annotations

import asyncio
import gzip
import subprocess
import sys
import time
from contextlib import aclosing

import pytest

from hfchat_gui.conversation.errors import Interrupted, ServerFailed
from hfchat_gui.network import exchange
from hfchat_gui.network.client import HttpRequest
from tests.helpers.answers import Pause
from tests.helpers.http_server import Answer, Hold, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.network.asking import all_batches, client, raw


def test_a_request_says_what_it_must(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/x", Answer.json({"ok": True}, headers={"X-A": "1", "x-a": "2"}))
            async with client() as http:
                answer = await http.fetch(
                    HttpRequest(
                        "POST",
                        f"{server.url}/x?q=é b",
                        {"model": "m", "text": "grüße \ud83d"},
                        headers={"Accept": "application/json"},
                    )
                )
            assert answer.status == 200
            assert answer.body == b'{"ok": true}'
            assert answer.headers["x-a"] == "1, 2" or answer.headers["x-a"] == "2"
            request = server.requests[0]
            assert request.target == "/x?q=%C3%A9%20b"
            assert request.json() == {"model": "m", "text": "grüße ?"}
            assert request.header("host") == f"127.0.0.1:{server.port}"
            assert request.header("accept") == "application/json"
            assert request.header("content-type") == "application/json"
            assert request.header("authorization") is None
            assert (request.header("user-agent") or "").startswith("HFChat/")

    run(scenario())


def test_one_connection_serves_one_request_after_another(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/a", Answer.text("a"))
            server.on("POST", "/s", Answer.stream([b"1", b"2"]))
            async with client() as http:
                for _ in range(3):
                    await http.fetch(HttpRequest("GET", f"{server.url}/a"))
                    await all_batches(http, HttpRequest("POST", f"{server.url}/s", {}))
            assert server.connections == 1

    run(scenario())


def test_requests_at_one_time_have_connections_of_their_own(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/a", Answer.raw(Pause(0.1), *Answer.text("a").steps))
            async with client() as http:
                request = HttpRequest("GET", f"{server.url}/a")
                answers = await asyncio.gather(*(http.fetch(request) for _ in range(20)))
            assert [answer.body for answer in answers] == [b"a"] * 20

    run(scenario())


def test_a_stream_is_read_once_a_frame(any_loop: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            parts = [b"%03d" % number for number in range(60)]
            server.on("POST", "/s", Answer.stream(parts, pause=0.004))
            async with client() as http:
                pieces = await all_batches(http, HttpRequest("POST", f"{server.url}/s", {}))
            assert b"".join(pieces) == b"".join(parts) + b"end"
            assert len(pieces) < 20

    any_loop(scenario())


def test_the_first_read_after_a_pause_is_not_delayed(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            hold = Hold()
            server.on("POST", "/s", Answer.stream([b"a", hold, b"b"]))
            async with (
                client(frame=30.0) as http,
                http.open(HttpRequest("POST", f"{server.url}/s", {})) as stream,
                aclosing(raw(stream)) as batches,
            ):
                before = time.monotonic()
                assert list(await anext(batches)) == [b"a"]
                assert time.monotonic() - before < SOON
                hold.release()

    run(scenario())


def test_a_large_body_is_not_held_up_by_the_frame(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/l", Answer.text("x" * 6_000_000))
            async with client(frame=30.0) as http:
                before = time.monotonic()
                answer = await http.fetch(HttpRequest("GET", f"{server.url}/l"))
                assert len(answer.body) == 6_000_000
                assert time.monotonic() - before < SOON

    run(scenario())


def test_gzip_is_undone(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            packed = gzip.compress(b"hello")
            server.on(
                "GET",
                "/z",
                Answer.of(packed, kind="text/plain", headers={"Content-Encoding": "gzip"}),
            )
            async with client() as http:
                answer = await http.fetch(HttpRequest("GET", f"{server.url}/z"))
            assert answer.body == b"hello"
            assert server.requests[0].header("accept-encoding") == "gzip"

    run(scenario())


def test_a_body_above_the_limit_is_refused(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/l", Answer.text("x" * 5000))
            async with client() as http:
                with pytest.raises(ServerFailed, match="more than 1 KiB"):
                    await http.fetch(HttpRequest("GET", f"{server.url}/l"), limit=1024)

    run(scenario())


def test_a_body_is_read_once(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/a", Answer.text("a"))
            async with client() as http, http.open(HttpRequest("GET", f"{server.url}/a")) as stream:
                assert stream.url == f"{server.url}/a"
                assert await stream.body() == b"a"
                with pytest.raises(RuntimeError, match="read once"):
                    await stream.body()

    run(scenario())


@pytest.mark.parametrize(
    "fault",
    [
        KeyError("x"),
        UnicodeDecodeError("utf-8", b"x", 0, 1, "x"),
        FileNotFoundError("x"),
        ConnectionResetError("x"),
        TimeoutError("x"),
    ],
    ids=lambda fault: type(fault).__name__,
)
@pytest.mark.parametrize("where", ["decode", "finish"])
def test_a_fault_of_the_decoder_is_not_told_as_one_of_the_network(
    run: Run, fault: Exception, where: str
) -> None:
    def failing(*_: bytes) -> list[bytes]:
        raise fault

    def decode(data: bytes) -> list[bytes]:
        return failing() if where == "decode" else []

    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.stream([b"a"]))
            async with (
                client() as http,
                http.open(HttpRequest("POST", f"{server.url}/s")) as stream,
            ):
                with pytest.raises(type(fault)) as told:
                    await anext(stream.batches(decode, failing))
                assert told.value is fault

    run(scenario())


def test_nothing_decoded_is_no_batch(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.stream([b": ping"]))
            async with (
                client() as http,
                http.open(HttpRequest("POST", f"{server.url}/s")) as stream,
            ):
                nothing: list[bytes] = []
                assert [b async for b in stream.batches(lambda _: nothing, list)] == []

    run(scenario())


def test_the_http_library_is_not_loaded_before_the_first_request() -> None:
    probe = (
        "import sys, hfchat_gui.network.client, hfchat_gui.backends.chat_completions;"
        "print([m for m in ('httpx', 'httpcore', 'h11', 'truststore') if m in sys.modules])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, check=True
    )
    assert shown.stdout.strip() == "[]"


def test_the_loop_has_a_turn_between_two_batches_however_fast_they_come(run: Run) -> None:
    async def scenario() -> None:
        turns = 0

        def turn() -> None:
            nonlocal turns
            turns += 1

        with ScriptedServer() as server:
            server.on("GET", "/s", Answer.stream([b"x" * 4_000_000]))
            async with client() as http, http.open(HttpRequest("GET", f"{server.url}/s")) as stream:
                seen = 0
                async with aclosing(raw(stream)) as batches:
                    async for _ in batches:
                        assert turns == seen
                        seen += 1
                        asyncio.get_running_loop().call_soon(turn)
                        time.sleep(0.05)  # noqa: ASYNC251 - the reader gets ahead meanwhile
                assert seen > 3

    run(scenario())


def test_an_answer_without_end_is_broken_off(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "_MOST_BYTES", 100_000)

    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/s", Answer.stream([b"x" * 4_000_000]))
            async with client() as http:
                with pytest.raises(Interrupted, match="sent more than 97 KiB"):
                    await all_batches(http, HttpRequest("GET", f"{server.url}/s"))

    run(scenario())
