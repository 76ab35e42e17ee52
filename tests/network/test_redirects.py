"""Tests for where a redirect may lead."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import BadAddress, NotAChatServer
from hfchat_gui.network.client import HttpRequest
from hfchat_gui.network.redirects import redirected
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, failure, key_for

SIGN_IN = "asks you to sign in first"


@pytest.mark.parametrize("status", [307, 308])
def test_a_post_follows_within_its_origin_whole(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/a", Answer.redirect("/b?x=1", status))
        server.on("POST", "/b", Answer.text("there"))
        request = HttpRequest("POST", f"{server.url}/a", {"k": 1}, key_for(server.url))
        reached = answer(run, request)
        assert (reached.body, reached.url) == (b"there", f"{server.url}/b?x=1")
        assert server.requests[1].json() == {"k": 1}
        assert server.requests[1].header("authorization") == "Bearer hf_key"


@pytest.mark.parametrize("status", [301, 302, 303])
def test_a_post_never_becomes_a_get(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/a", Answer.redirect(f"{server.url}/b", status))
        refused = failure(run, HttpRequest("POST", f"{server.url}/a", {}))
        assert isinstance(refused, BadAddress)
        assert f"{server.url}/b" in refused.user_text
        assert len(server.requests) == 1


def test_a_post_never_goes_to_another_origin(run: Run) -> None:
    with ScriptedServer() as server, ScriptedServer() as other:
        server.on("POST", "/", Answer.redirect(f"{other.url}/b", 308))
        refused = failure(run, HttpRequest("POST", server.url, {}, key_for(server.url)))
        assert f"{other.url}/b" in refused.user_text
        assert other.connections == 0


def test_where_a_redirect_leads_is_shown_shortened_and_steers_nothing(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.redirect("http://a.example/\x9b\xadb" + "c" * 50_000, 308))
        told = failure(run, HttpRequest("POST", server.url, {})).user_text
        assert "on to http://a.example/bccc" in told
        assert len(told) < 350
        assert printable(told) == told


def test_a_get_follows_elsewhere_without_its_credential_and_headers(run: Run) -> None:
    with ScriptedServer() as server, ScriptedServer() as other:
        server.on("GET", "/", Answer.redirect(f"{other.url}/b#part", 302))
        other.on("GET", "/b", Answer.text("there"))
        request = HttpRequest(
            "GET", server.url, credential=key_for(server.url), headers={"X-HF-Bill-To": "org"}
        )
        reached = answer(run, request)
        assert reached.body == b"there"
        seen = other.requests[0]
        assert seen.header("authorization") is None
        assert seen.header("x-hf-bill-to") is None
        assert server.requests[0].header("x-hf-bill-to") == "org"


def test_going_round_in_circles_ends(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.redirect("/", 302))
        server.on("POST", "/", Answer.redirect("/", 307))
        assert isinstance(failure(run, HttpRequest("GET", server.url)), NotAChatServer)
        assert len(server.requests) == 6
        assert isinstance(failure(run, HttpRequest("POST", server.url)), NotAChatServer)
        assert len(server.requests) == 6 + 4


@pytest.mark.parametrize("nowhere", ["mailto:me@example.com", "http://[bad", "http://[::1"])
def test_a_redirect_to_nowhere_is_told(run: Run, nowhere: str) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/", Answer.redirect(nowhere, 302))
        assert "no web address" in failure(run, HttpRequest("GET", server.url)).user_text


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_nothing_leaves_https_for_http(method: str, status: int) -> None:
    url = "https://gpu.example/v1/models"
    with pytest.raises(BadAddress, match="no encryption") as told:
        redirected(HttpRequest(method, url), url, status, "http://gpu.example/v1/models?t=hf_x")
    assert "http://gpu.example/v1/models" in told.value.user_text
    assert "hf_x" not in told.value.user_text


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_redirect_to_nowhere_at_all_is_told(run: Run, method: str) -> None:
    with ScriptedServer() as server:
        server.on(method, "/", Answer.text("", 302))
        told = failure(run, HttpRequest(method, server.url, {} if method == "POST" else None))
        assert isinstance(told, NotAChatServer)
        assert "without saying where" in told.user_text
        assert len(server.requests) == 1


def test_a_request_that_never_left_http_may_be_held_up_by_a_sign_in_page() -> None:
    url = "http://gpu.example/v1/chat/completions"
    post = HttpRequest("POST", url, {})
    with pytest.raises(BadAddress, match=SIGN_IN) as told:
        redirected(post, url, 302, "http://login.hotel.example/?from=x")
    assert "http://login.hotel.example/. Nothing was sent" in told.value.user_text
    for same in ("https://gpu.example/v1/chat/completions", "http://gpu.example:8080/v1"):
        with pytest.raises(BadAddress) as told:
            redirected(post, url, 308, same)
        assert SIGN_IN not in told.value.user_text
        assert same in told.value.user_text


def test_https_proves_that_a_redirect_is_the_servers_own() -> None:
    url = "https://gpu.example/v1"
    with pytest.raises(BadAddress) as told:
        redirected(HttpRequest("POST", url, {}), url, 307, "https://other.example/v1")
    assert SIGN_IN not in told.value.user_text
    assert "https://other.example/v1" in told.value.user_text
