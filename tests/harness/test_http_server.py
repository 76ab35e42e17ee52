"""The scripted server does to a client what its script says, and sees what the client does."""

from __future__ import annotations

import socket
import time

import httpx
import pytest

from tests.helpers.answers import HangUp, Pause
from tests.helpers.chat_stream import DONE, chat_events
from tests.helpers.http_server import Answer, Hold, ScriptedServer, refused_address
from tests.helpers.patience import SOON


def test_a_request_is_recorded_and_answered() -> None:
    with ScriptedServer() as server:
        server.on("POST", "/v1/x", Answer.json({"ok": True}, headers={"X-A": "1"}))
        answer = httpx.post(server.url + "/v1/x?a=b", json={"q": "ä"}, headers={"X-B": "2"})
    assert (answer.json(), answer.headers["x-a"]) == ({"ok": True}, "1")
    (request,) = server.requests
    assert (request.method, request.target, request.path) == ("POST", "/v1/x?a=b", "/v1/x")
    assert request.json() == {"q": "ä"}
    assert request.header("x-b") == "2"
    assert request.at <= time.monotonic()


def test_answers_come_in_their_order_and_the_last_one_stays() -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.text("one", 503), Answer.text("two"))
        with httpx.Client(base_url=server.url) as client:
            seen = [client.get("/").text for _ in range(3)]
    assert seen == ["one", "two", "two"]
    assert server.connections == 1


def test_a_path_without_a_script_is_not_found() -> None:
    with ScriptedServer() as server:
        assert httpx.get(server.url + "/nowhere").status_code == 404


def test_a_chunked_request_is_read() -> None:
    with ScriptedServer() as server:
        httpx.post(server.url, content=iter([b"ab", b"cd"]))
    assert server.requests[0].body == b"abcd"


def test_a_stream_comes_chunk_by_chunk_with_pauses() -> None:
    events = chat_events("Hello", " world")
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream(events, pause=0.02))
        started = time.monotonic()
        with httpx.stream("GET", server.url) as answer:
            body = b"".join(answer.iter_raw())
    assert body == b"".join(events)
    assert body.endswith(DONE)
    assert time.monotonic() - started >= 0.02 * len(events)


def test_a_hold_keeps_the_stream_open_until_released() -> None:
    hold = Hold()
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream(["a", hold, "b"]))
        with httpx.stream("GET", server.url) as answer:
            parts = answer.iter_raw()
            assert next(parts) == b"a"
            hold.release()
            assert next(parts) == b"b"


def test_a_client_that_hangs_up_is_seen() -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.stream(["a", Hold()]))
        with httpx.stream("GET", server.url) as answer:
            next(answer.iter_raw())
            left = time.monotonic()
        gone = server.wait_for_disconnect()
    assert gone.request.path == "/"
    assert gone.at - left < SOON


def test_a_reset_in_mid_chunk_reaches_the_client() -> None:
    with ScriptedServer() as server:
        cut = Answer.stream(["a"], complete=False).then(Pause(0.05), HangUp(reset=True))
        server.on("GET", "/", cut)
        with httpx.stream("GET", server.url) as answer, pytest.raises(httpx.ReadError):
            list(answer.iter_raw())


def test_a_body_cut_short_reaches_the_client() -> None:
    with ScriptedServer() as server:
        head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
        server.on("GET", "/", Answer.raw(head, b"5\r\nab", HangUp()))
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(server.url)


def test_no_answer_at_all_reaches_the_client() -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.close(), Answer.reset())
        with pytest.raises(httpx.RemoteProtocolError):
            httpx.get(server.url)
        with pytest.raises(httpx.ReadError):
            httpx.get(server.url)


def test_a_server_that_hangs_is_ended_with_the_block() -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.hang())
        with pytest.raises(httpx.ReadTimeout):
            httpx.get(server.url, timeout=0.1)
        started = time.monotonic()
    assert time.monotonic() - started < SOON


def test_waiting_for_a_request_that_never_comes_ends() -> None:
    with ScriptedServer() as server, pytest.raises(TimeoutError, match="no request 1"):
        server.wait_for_request(timeout=0.05)


def test_a_refused_address_refuses() -> None:
    with refused_address() as url, pytest.raises(httpx.ConnectError):
        httpx.get(url)


def test_nonsense_from_a_client_is_reported_to_the_test() -> None:
    server = ScriptedServer().__enter__()
    with socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"nonsense\r\n\r\n")
        client.recv(1)
    with pytest.raises(AssertionError, match="ValueError"):
        server.__exit__()
