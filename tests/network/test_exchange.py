"""Tests for one request in its own thread, where the client cannot reach."""

from __future__ import annotations

import asyncio
import gzip
import sys
import time
from collections.abc import Iterable, Iterator

import pytest

from hfchat_gui.conversation.errors import InternalFault, Interrupted, TimedOut
from hfchat_gui.network import failures
from hfchat_gui.network.exchange import Exchange
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.network.transport import Transport
from tests.helpers.http_server import Answer, ScriptedServer, refused_address
from tests.helpers.patience import SOON
from tests.helpers.running import Run

GZIP = {"Content-Encoding": "gzip"}


def test_a_request_cut_before_its_thread_runs_is_never_sent(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            exchange = Exchange(HttpRequest("POST", server.url, {}), Transport, 0.05)
            exchange.cut()
            exchange.start()
            with pytest.raises(Interrupted):
                await exchange.head()
            await exchange.ended
            exchange.join(SOON)
            assert server.connections == 0

    run(scenario())


def test_a_fault_of_ours_comes_out_as_it_is(run: Run) -> None:
    def broken() -> Transport:
        raise LookupError("no transport")

    async def scenario() -> None:
        exchange = Exchange(HttpRequest("GET", "http://127.0.0.1:1"), broken, 0.05)
        exchange.start()
        with pytest.raises(LookupError):
            await exchange.head()
        await exchange.ended

    run(scenario())


def test_an_end_that_nobody_waits_for_any_more_is_no_error(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/", Answer.text("a"))
            exchange = Exchange(HttpRequest("GET", server.url), Transport, 0.05)
            exchange.start()
            await exchange.head()
            exchange.ended.cancel()
            exchange.let_go()
            exchange.join(SOON)
            await asyncio.sleep(0.01)

    run(scenario())


def test_a_failure_that_cannot_be_explained_ends_the_request_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "hfchat_gui.network.failures", None)  # cannot be imported

    async def scenario() -> None:
        with refused_address() as address:
            exchange = Exchange(HttpRequest("GET", address), Transport, 0.05)
            exchange.start()
            with pytest.raises(InternalFault, match="open no more files") as caught:
                await asyncio.wait_for(exchange.head(), SOON)
            assert caught.value.detail == "ConnectionRefusedError, then ModuleNotFoundError"
            await exchange.ended

    run(scenario())


def test_a_fault_in_explaining_ends_the_request_all_the_same(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise LookupError

    monkeypatch.setattr(failures, "chat_error", broken)

    async def scenario() -> None:
        with refused_address() as address:
            exchange = Exchange(HttpRequest("GET", address), Transport, 0.05)
            exchange.start()
            with pytest.raises(LookupError) as told:
                await asyncio.wait_for(exchange.head(), SOON)
            assert isinstance(told.value.__context__, ConnectionRefusedError)
            await exchange.ended
            exchange.join(SOON)

    run(scenario())


_BOMB = gzip.compress(b":\n" * 60_000_000, 1)


def _endless(pieces: Iterable[bytes]) -> Iterator[object]:
    """Make nothing of what is read, slowly enough that unpacking would take minutes."""
    for _ in pieces:
        time.sleep(0.02)
        yield from ()


def test_unpacking_ends_at_stop(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/", Answer.of(_BOMB, 200, kind="a/b", headers=GZIP))
            exchange = Exchange(HttpRequest("GET", server.url), Transport, 0.05)
            exchange.start()
            await exchange.head()
            exchange.read(_endless)
            await asyncio.sleep(0.3)
            exchange.cut()
            await asyncio.wait_for(exchange.ended, SOON)
            exchange.join(SOON)

    run(scenario())


def test_signs_of_life_that_are_already_here_end_like_all_others(run: Run) -> None:
    async def scenario() -> None:
        with ScriptedServer() as server:
            server.on("GET", "/", Answer.of(_BOMB, 200, kind="a/b", headers=GZIP))
            request = HttpRequest("GET", server.url, without_content=0.5)
            exchange = Exchange(request, Transport, 0.05)
            exchange.start()
            await exchange.head()
            exchange.read(_endless)
            with pytest.raises(TimedOut, match="sent no text"):
                await asyncio.wait_for(exchange.take(), SOON)

    run(scenario())
