"""Tests that no header repeats the password of the proxy, and that no body is altered for it."""

from __future__ import annotations

import base64
from urllib.parse import quote

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpRequest
from hfchat_gui.network.hushing import answers_itself
from hfchat_gui.network.proxies import HERE, Proxy
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, answers, failure
from tests.network.proxy_servers import TunnelProxy

PLAIN = HttpRequest("GET", "http://server.test/x")
PASSWORD = "s3cret-word"
LOGIN = base64.b64encode(f"me:{PASSWORD}".encode()).decode()
SAID = f"Basic {LOGIN} | me:{PASSWORD} | {PASSWORD.upper()} | me%3As3cret-word"


def by_proxy(monkeypatch: pytest.MonkeyPatch, port: int, password: str = PASSWORD) -> None:
    monkeypatch.setenv("ALL_PROXY", f"http://me:{password}@127.0.0.1:{port}")


@pytest.mark.parametrize("status", [200, 302, 403, 500])
def test_no_header_repeats_it(run: Run, monkeypatch: pytest.MonkeyPatch, status: int) -> None:
    with ScriptedServer() as proxy:
        said = {"X-Request-Id": SAID, "Server": f"squid for {PASSWORD}"}
        proxy.otherwise(Answer.text("{}", status, headers=said))
        by_proxy(monkeypatch, proxy.port)
        if status == 302:
            told = str(failure(run, PLAIN).record())
        else:
            told = str(answer(run, PLAIN).headers)
            assert "squid for ..." in told
    assert PASSWORD not in told.lower()
    assert LOGIN not in told


def test_a_place_to_ask_instead_is_named_without_it(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    with ScriptedServer() as proxy:
        headers = {"Location": f"http://portal.test/me/{PASSWORD}"}
        proxy.otherwise(Answer.text("", 302, headers=headers))
        by_proxy(monkeypatch, proxy.port)
        told = failure(run, HttpRequest("POST", PLAIN.url, {}))
    assert isinstance(told, BadAddress)
    assert "portal.test/me/" in told.user_text
    assert PASSWORD not in told.user_text


@pytest.mark.parametrize("password", [PASSWORD, "word", "Sunshine1", "hello-world", '"choices"'])
def test_a_body_stays_as_it_is_and_what_to_leave_out_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch, password: str
) -> None:
    said = f"Sunshine1 said hello-world in a word, and me:{password} too"
    with ScriptedServer() as proxy:
        proxy.on("GET", PLAIN.url, Answer.stream([said.encode()]))
        by_proxy(monkeypatch, proxy.port, quote(password))
        given = run(answers(PLAIN, PLAIN))
        assert {one.body.decode() for one in given} == {said}
        assert proxy.requests[0].header("accept-encoding") == "identity"
        assert proxy.connections == 1
    assert {password, f"me:{password}"} <= set(given[0].unsaid)


def test_nothing_is_left_out_where_no_proxy_was_given_a_password(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/x", Answer.text("x"))
        assert answer(run, HttpRequest("GET", f"{server.url}/x")).unsaid == ()


def test_what_an_answer_is_read_by_stays(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as proxy:
        proxy.on("GET", PLAIN.url, Answer.json({"a": 1}))
        by_proxy(monkeypatch, proxy.port, "application/json")
        given = answer(run, PLAIN)
    assert given.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize(
    ("proxy", "url", "itself"),
    [
        (None, "http://a", False),
        (Proxy("http://p:1", HERE), "http://a", False),
        (Proxy("http://p:1", HERE, "me", Secret("pw")), "HTTP://a", True),
        (Proxy("https://p:1", HERE, "me", Secret("pw")), "http://a", True),
        (Proxy("http://p:1", HERE, "me", Secret("pw")), "https://a", False),
        (Proxy("socks5://p:1", HERE, "me", Secret("pw")), "http://a", False),
    ],
)
def test_who_may_answer_itself_is_known(proxy: Proxy | None, url: str, itself: bool) -> None:
    assert answers_itself(proxy, url) == itself


def test_a_tunnels_server_is_heard_as_it_speaks(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    with ScriptedServer() as server, TunnelProxy(server.port, socks=True) as proxy:
        server.on("GET", "/x", Answer.text(SAID))
        monkeypatch.setenv("ALL_PROXY", f"socks5://127.0.0.1:{proxy.port}")
        assert answer(run, PLAIN).body.decode() == SAID
