"""Tests for the HTTP client against real servers on loopback."""

from __future__ import annotations

import asyncio
import gzip
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncGenerator, AsyncIterator, Sequence
from contextlib import aclosing, asynccontextmanager

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    Interrupted,
    NotAChatServer,
    ServerFailed,
    TimedOut,
    Unreachable,
)
from hfchat_gui.network.client import HttpClient, HttpRequest, HttpStream
from tests.helpers.answers import HangUp, Pause, Send, head
from tests.helpers.http_server import Answer, Hold, ScriptedServer, refused_address
from tests.helpers.running import Run


@pytest.fixture(params=["run", "qt_run"])
def any_loop(request: pytest.FixtureRequest) -> Run:
    """Plain asyncio, and Qt's loop unless the run is one of the core alone."""
    if request.param == "qt_run" and not request.config.pluginmanager.has_plugin("pytest-qt"):
        pytest.skip("this run leaves Qt out")
    fixture: Run = request.getfixturevalue(request.param)
    return fixture


@asynccontextmanager
async def client(frame: float = 0.05) -> AsyncIterator[HttpClient]:
    made = HttpClient(frame)
    try:
        yield made
    finally:
        await made.aclose()


async def all_batches(http: HttpClient, request: HttpRequest) -> list[bytes]:
    """Every batch of an answer's raw body, one entry a read, and `end`."""
    async with http.open(request) as stream, aclosing(raw(stream)) as batches:
        return [piece async for batch in batches for piece in batch]


def raw(stream: HttpStream) -> AsyncGenerator[Sequence[bytes], None]:
    """The body as it is read."""
    return stream.batches(lambda data: [data], lambda: [b"end"])


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
                client(frame=2.0) as http,
                http.open(HttpRequest("POST", f"{server.url}/s", {})) as stream,
                aclosing(raw(stream)) as batches,
            ):
                before = time.monotonic()
                assert list(await anext(batches)) == [b"a"]
                assert time.monotonic() - before < 1.0
                hold.release()

    run(scenario())


def test_a_large_body_is_not_held_up_by_the_frame(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/l", Answer.text("x" * 6_000_000))
            async with client(frame=1.0) as http:
                before = time.monotonic()
                answer = await http.fetch(HttpRequest("GET", f"{server.url}/l"))
                assert len(answer.body) == 6_000_000
                assert time.monotonic() - before < 5.0

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


def test_what_decoding_raises_comes_out(run: Run) -> None:
    def decode(data: bytes) -> list[bytes]:
        raise KeyError("a fault of the decoder")

    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/s", Answer.stream([b"a"]))
            async with (
                client() as http,
                http.open(HttpRequest("POST", f"{server.url}/s")) as stream,
            ):
                with pytest.raises(KeyError):
                    await anext(stream.batches(decode, list))

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


# --- ending it -----------------------------------------------------------------------------------


async def cancelled_after(seconds: float, http: HttpClient, request: HttpRequest) -> float:
    """Cancel a reading task after a while; return how long it took to be free."""
    task = asyncio.ensure_future(all_batches(http, request))
    await asyncio.sleep(seconds)
    before = time.monotonic()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    return time.monotonic() - before


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


# --- what goes wrong -----------------------------------------------------------------------------


async def failure_of(request: HttpRequest) -> ChatError:
    async with client() as http:
        with pytest.raises(ChatError) as caught:
            await http.fetch(request)
    assert caught.value.detail
    return caught.value


def test_a_refused_connection_names_the_host(run: Run) -> None:
    with refused_address() as address:
        failure = run(failure_of(HttpRequest("GET", address)))
    assert isinstance(failure, Unreachable)
    assert address.removeprefix("http://") in failure.user_text
    assert "refused" in failure.user_text


@pytest.mark.parametrize(
    ("answer", "kind", "words"),
    [
        (Answer.close(), Unreachable, "closed the connection"),
        (Answer.reset(), Unreachable, "closed the connection"),
        (Answer.raw(b"SSH-2.0-OpenSSH_9.2\r\n", HangUp()), NotAChatServer, "does not speak HTTP"),
        (Answer.stream([b"a"], complete=False).then(HangUp()), Interrupted, "broke off"),
        (
            Answer.raw(Send(head(200, {"Content-Length": "9"})), b"a", HangUp(reset=True)),
            Interrupted,
            "broke off",
        ),
    ],
)
def test_broken_answers_are_told_apart(
    run: Run, answer: Answer, kind: type[ChatError], words: str
) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", answer)
        failure = run(failure_of(HttpRequest("GET", server.url)))
    assert isinstance(failure, kind)
    assert words in failure.user_text
    assert f"127.0.0.1:{server.port}" in failure.user_text


def test_text_before_a_break_is_kept(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on(
                "POST", "/s", Answer.stream([b"kept"], complete=False).then(Pause(0.1), HangUp())
            )
            async with (
                client() as http,
                http.open(HttpRequest("POST", f"{server.url}/s")) as stream,
            ):
                batches = raw(stream)
                assert list(await anext(batches)) == [b"kept"]
                with pytest.raises(Interrupted):
                    await anext(batches)

    run(scenario())


def test_a_server_that_takes_the_request_and_says_nothing_is_given_up(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.hang())
        failure = run(failure_of(HttpRequest("GET", server.url, first_byte=0.1)))
    assert isinstance(failure, TimedOut)
    assert "did not answer" in failure.user_text


def test_a_head_without_a_body_counts_as_no_answer_yet(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream([Pause(0.3), b"late"]))
        failure = run(failure_of(HttpRequest("GET", server.url, first_byte=0.1)))
        assert "did not answer" in failure.user_text
        late = HttpRequest("GET", server.url, first_byte=5.0, silence=0.1)

        async def patient() -> bytes:
            async with client() as http:
                return (await http.fetch(late)).body

        assert run(patient()) == b"late"


def test_a_server_that_falls_silent_is_given_up(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream([b"a", Pause(5)]))
        failure = run(failure_of(HttpRequest("GET", server.url, silence=0.1)))
    assert isinstance(failure, TimedOut)
    assert "fell silent" in failure.user_text


def test_without_limits_a_slow_answer_comes(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/", Answer.stream([Pause(0.2), b"a", Pause(0.2), b"b"]))
            async with client() as http:
                request = HttpRequest("GET", server.url, first_byte=None, silence=None)
                assert (await http.fetch(request)).body == b"ab"

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
