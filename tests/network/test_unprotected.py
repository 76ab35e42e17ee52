"""A key goes over plain http to near servers only, or where the person agreed."""

from __future__ import annotations

import socket
from dataclasses import replace
from time import monotonic

import pytest

from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.errors import ChatError, KeyUnprotected
from hfchat_gui.conversation.origin import is_private_host, origin
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network import connecting
from hfchat_gui.network.credentials import Credential
from hfchat_gui.network.line import CONNECT_LIMIT
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.network.unprotected import check_peer, must_stay_near
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.network.asking import answer, answers, failure, key_for


class _Connection(socket.socket):
    """A connection to a host that cannot be reached from a test."""

    def __init__(self, peer: str) -> None:
        self._peer = peer

    def getpeername(self) -> tuple[str, int]:
        return self._peer, 80


def _agreed(url: str) -> Credential:
    return Credential.for_url(url, Secret("sk-PLANTED", may_be_read=True))


@pytest.mark.parametrize(
    "url",
    [
        "https://far.example/v1",
        "http://127.0.0.1:1/v1",
        "http://192.168.1.7/v1",
        "http://[fd00::1]/v1",
        "http://[fe80::1%eth0]/v1",
    ],
)
def test_a_near_or_protected_server_is_asked_without_a_question(url: str) -> None:
    assert must_stay_near(key_for(url), url, through_proxy=False) is None


@pytest.mark.parametrize(
    "url", ["http://8.8.8.8/v1", "http://192.0.2.7:8000", "http://[2001:db8::1]"]
)
def test_a_number_of_the_open_network_is_refused_at_once(url: str) -> None:
    with pytest.raises(KeyUnprotected) as refused:
        must_stay_near(key_for(url, "sk-PLANTED"), url, through_proxy=False)
    assert origin(url).place in refused.value.user_text
    assert "PLANTED" not in refused.value.user_text
    assert refused.value.action.kind is ActionKind.ALLOW_PLAIN_HTTP
    assert refused.value.action.target == str(origin(url))


@pytest.mark.parametrize("host", ["nas.local", "nas.local.", "nas", "nas.lan", "app.localhost"])
def test_a_name_that_ought_to_be_near_waits_for_who_answers_to_it(host: str) -> None:
    url = f"http://{host}/v1"
    assert must_stay_near(key_for(url), url, through_proxy=False) == origin(url)
    with pytest.raises(KeyUnprotected):
        must_stay_near(key_for(url), url, through_proxy=True)


@pytest.mark.parametrize("host", ["nas.local", "app.localhost"])
def test_what_cannot_be_agreed_to_is_not_offered(host: str) -> None:
    with pytest.raises(KeyUnprotected, match="leads out of this network") as refused:
        check_peer(origin(f"http://{host}"), _Connection("192.0.2.7"))
    assert refused.value.action.kind is ActionKind.CHOOSE_MODEL


def test_a_name_waits_for_who_answers_to_it() -> None:
    url = "http://far.example/v1"
    assert must_stay_near(key_for(url), url, through_proxy=False) == origin(url)
    assert must_stay_near(None, url, through_proxy=False) is None
    assert must_stay_near(key_for("http://other.example"), url, through_proxy=False) is None
    assert must_stay_near(_agreed(url), url, through_proxy=True) is None


def test_a_proxy_must_be_near_too_and_is_not_asked_for_a_name() -> None:
    near, far = "http://192.168.1.7", "http://far.example"
    assert must_stay_near(key_for(near), near, through_proxy=True) == origin(near)
    with pytest.raises(KeyUnprotected):
        must_stay_near(key_for(far), far, through_proxy=True)


@pytest.mark.parametrize("peer", ["8.8.8.8", "2001:db8::1", "192.0.2.7", "::ffff:8.8.8.8"])
def test_who_is_far_hears_no_key(peer: str) -> None:
    with pytest.raises(KeyUnprotected):
        check_peer(origin("http://far.example"), _Connection(peer))


@pytest.mark.parametrize("peer", ["10.0.0.1", "fe80::1%eth0", "127.0.0.1", "::ffff:192.168.0.1"])
def test_who_is_near_may_hear_it(peer: str) -> None:
    check_peer(origin("http://far.example"), _Connection(peer))


def test_nothing_of_the_request_arrives_where_the_peer_is_far(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hfchat_gui.network.unprotected.is_private_host", lambda _: False)
    with ScriptedServer() as server:
        server.otherwise(Answer.json({}))
        named = server.url.replace("127.0.0.1", "far.example")
        monkeypatch.setattr(connecting, "_addresses", _here)
        request = HttpRequest("POST", f"{named}/v1/chat/completions", body={"a": "prompt"})
        refused = failure(run, replace(request, credential=key_for(named, "sk-PLANTED")))
        assert isinstance(refused, KeyUnprotected)
        assert server.requests == []
        assert answer(run, replace(request, credential=_agreed(named))).status == 200
        assert server.requests[0].header("authorization") == "Bearer sk-PLANTED"
        assert answer(run, request).status == 200  # without a key there is nothing to ask


@pytest.mark.parametrize("name", ["dual.example", "dual.local"])
def test_of_two_peers_the_near_one_hears_the_key(
    run: Run, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    def far(host: str) -> bool:
        return host not in ("127.0.0.2", "::ffff:127.0.0.2") and is_private_host(host)

    for module in ("unprotected", "connecting"):
        monkeypatch.setattr(f"hfchat_gui.network.{module}.is_private_host", far)
    with ScriptedServer() as server:
        server.otherwise(Answer.json({}))
        url = server.url.replace("127.0.0.1", name)
        monkeypatch.setattr(connecting, "_addresses", _there_and_here)
        request = HttpRequest("GET", f"{url}/v1/models", credential=key_for(url))
        assert answer(run, request).status == 200
        assert server.requests[0].header("authorization") == "Bearer hf_key"


def test_an_idle_connection_to_a_far_peer_is_not_the_last_word(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    verdicts = iter([False, False])  # the address, and the peer of the idle connection
    monkeypatch.setattr(
        "hfchat_gui.network.unprotected.is_private_host", lambda _: next(verdicts, True)
    )
    with ScriptedServer() as server:
        server.otherwise(Answer.json({}))
        url = server.url.replace("127.0.0.1", "dual.example")
        monkeypatch.setattr(connecting, "_addresses", _here)
        bare = HttpRequest("GET", f"{url}/v1/models")
        with_key = replace(bare, credential=key_for(url))
        given = run(answers(bare, with_key))
        assert [one.status for one in given] == [200, 200]
        assert server.connections == 2


def test_a_far_number_is_not_even_connected_to(run: Run) -> None:
    began = monotonic()
    url = "http://192.0.2.7:8000/v1/models"
    error: ChatError = failure(run, HttpRequest("GET", url, credential=key_for(url)))
    assert isinstance(error, KeyUnprotected)
    assert monotonic() - began < CONNECT_LIMIT / 2


def _there_and_here(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
    return [(socket.AF_INET, ("127.0.0.2", port)), *_here(host, port)]


def _here(host: str, port: int) -> list[tuple[socket.AddressFamily, tuple[object, ...]]]:
    return [(socket.AF_INET, ("127.0.0.1", port))]
