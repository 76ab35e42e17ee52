"""Tests for peers that are gone without a word; Linux can play one on loopback."""

from __future__ import annotations

import socket
import sys
import time

import pytest

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.network import line, paced, peers
from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.helpers.answers import Hold, Pause
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.network.asking import client
from tests.network.half_open import FallDeaf

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="plays the dead peer on Linux")

REUSED = 1.0


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(paced, "RECEIPT_LIMIT", REUSED)
    monkeypatch.setattr(line, "RECEIPT_LIMIT", REUSED)


async def fetched(http: HttpClient, url: str) -> bytes:
    request = HttpRequest("POST", url, {}, first_byte=None, silence=None)
    return (await http.fetch(request)).body


def test_a_pooled_connection_that_died_without_a_sign_costs_seconds_and_no_error(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on(
                "POST", "/", Answer.raw(FallDeaf(), *Answer.text("one").steps), Answer.text("two")
            )
            async with client() as http:
                assert await fetched(http, server.url) == b"one"
                before = time.monotonic()
                assert await fetched(http, server.url) == b"two"
                assert REUSED * 0.5 < time.monotonic() - before < REUSED + SOON
            assert server.connections == 2
            assert len(server.requests) == 2

    run(scenario())


def test_a_server_that_vanishes_while_it_works_is_noticed_where_no_limit_is_set(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(peers._ASKING, "TCP_KEEPIDLE", 1)
    monkeypatch.setitem(peers._ASKING, "TCP_KEEPINTVL", 1)
    monkeypatch.setitem(peers._ASKING, "TCP_KEEPCNT", 1)

    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("POST", "/", Answer.raw(FallDeaf(), Hold()))
            async with client() as http:
                with pytest.raises(Unreachable, match="lost without a sign"):
                    await fetched(http, server.url)
            assert len(server.requests) == 1

    run(scenario())


def test_a_slow_answer_on_a_connection_that_is_used_again_is_waited_for(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            slow = Answer.raw(Pause(REUSED * 1.5), *Answer.text("two").steps)
            server.on("POST", "/", Answer.text("one"), slow)
            async with client() as http:
                await fetched(http, server.url)
                assert await fetched(http, server.url) == b"two"
            assert server.connections == 1

    run(scenario())


def test_what_a_system_does_not_know_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    near, far = socket.socketpair()
    with near, far:
        peers.watch(near)  # no TCP at all
        monkeypatch.setattr(sys, "platform", "plan9")
        peers.expect_receipt(near, 1.0)
        monkeypatch.setattr(sys, "platform", "linux")
        peers.expect_receipt(near, 1.0)
