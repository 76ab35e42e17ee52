"""The router is asked now and then, by all at once, and its last list serves without a network."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import time
from typing import Any

import pytest

from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing import hub_list
from hfchat_gui.routing.hub_list import YOUNG_SECONDS, HubList
from tests.helpers.answers import Answer, Pause
from tests.helpers.http_server import ScriptedServer, refused_address
from tests.helpers.running import Run
from tests.routing.listed import LIST, Slate

PATH = "/v1/models"


@asynccontextmanager
async def listing(base: str, slate: Slate | None = None) -> AsyncIterator[HubList]:
    """A list whose connections end with the block."""
    client = HttpClient()
    try:
        yield HubList(client, slate or Slate(), base)
    finally:
        await client.aclose()


def names(found: RouterModels) -> list[str]:
    """The ids in the list."""
    return [model.ref.name for model in found.models]


BOTH = ["Qwen/Qwen3-32B", "org/other"]


def kept(base: str, age: float, **more: Any) -> Slate:
    """What an earlier run left, `age` seconds ago."""
    return Slate(json.dumps({**LIST, "router": base, "read_at": time() - age, **more}).encode())


def test_the_list_is_asked_for_without_a_credential_and_kept(run: Run) -> None:
    slate = Slate()

    async def scenario(base: str) -> RouterModels:
        async with listing(base, slate) as models:
            first = await models.models()
            assert await models.models() is first
            return first

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json(LIST))
        found = run(scenario(server.url))
        assert len(server.requests) == 1
        assert server.requests[0].header("authorization") is None
    assert names(found) == BOTH
    assert found.problem is None
    assert abs(time() - found.read_at) < 10
    assert slate.content is not None


def test_the_next_start_has_the_list_without_a_question(run: Run) -> None:
    slate = Slate()

    async def scenario(base: str) -> RouterModels:
        async with listing(base, slate) as models:
            return await models.models()

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json(LIST))
        first, second = run(scenario(server.url)), run(scenario(server.url))
        assert len(server.requests) == 1
    assert first == second


def test_without_a_network_the_last_list_is_there_with_its_age(run: Run) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base, kept(base, 3 * 86400)) as models:
            return await models.models()

    with refused_address() as base:
        found = run(scenario(base))
    assert names(found) == BOTH
    assert found.read_at == pytest.approx(time() - 3 * 86400, abs=20)
    assert found.problem is not None
    assert found.problem.kind == "unreachable"
    assert found.problem.message.endswith(" HFCHAT_ROUTER names this address.")
    assert found.problem.action.kind is not ActionKind.NONE


def test_of_hugging_faces_own_address_no_variable_is_named(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(base: str) -> RouterModels:
        monkeypatch.setattr(hub_list, "ROUTER_BASE", base)
        async with listing(base) as models:
            return await models.models()

    with refused_address() as base:
        found = run(scenario(base))
    assert found.problem is not None
    assert "HFCHAT_ROUTER" not in found.problem.message


@pytest.mark.parametrize("age", [YOUNG_SECONDS + 60, -3600])
def test_an_old_list_and_one_from_the_future_are_asked_for_anew(run: Run, age: float) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base, kept(base, age)) as models:
            return await models.models()

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json({"data": []}))
        found = run(scenario(server.url))
    assert (found.models, found.problem) == ((), None)


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'"x"', b'{"data": 5}', b'{"data": [], "router": "http://b"}']
)
def test_a_kept_list_that_is_broken_or_anothers_is_none(run: Run, content: bytes) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base, Slate(content)) as models:
            return await models.models()

    with refused_address() as base:
        found = run(scenario(base))
    assert (found.models, found.read_at) == ((), 0.0)
    assert found.problem is not None


@pytest.mark.parametrize("read_at", [None, "yesterday", -5, True, 1e300])
def test_a_kept_list_of_unknown_age_is_old(run: Run, read_at: Any) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base, kept(base, 0, read_at=read_at)) as models:
            return await models.models()

    with refused_address() as base:
        found = run(scenario(base))
    assert (names(found), found.read_at) == (BOTH, 0.0)


def test_who_asks_at_once_shares_one_question(run: Run) -> None:
    async def scenario(base: str) -> list[RouterModels]:
        async with listing(base) as models:
            asking = (models.models(fresh=number % 2 == 0) for number in range(6))
            return await asyncio.gather(*asking)

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.raw(Pause(0.1)).then(*Answer.json(LIST).steps))
        found = run(scenario(server.url))
        assert len(server.requests) == 1
    assert all(names(one) == BOTH for one in found)


def test_who_leaves_early_takes_the_answer_from_nobody(run: Run) -> None:
    async def scenario(server: ScriptedServer) -> RouterModels:
        async with listing(server.url) as models:
            leaving = asyncio.ensure_future(models.models())
            await asyncio.to_thread(server.wait_for_request)
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
            return await models.models()

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.hang(), Answer.json(LIST))
        assert names(run(scenario(server))) == BOTH


def test_a_fresh_list_is_asked_for_but_not_at_every_click(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base) as models:
            await models.models()
            await models.models(fresh=True)
            monkeypatch.setattr(hub_list, "PAUSE_SECONDS", 0.0)
            return await models.models(fresh=True)

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json({"data": []}), Answer.json(LIST))
        assert names(run(scenario(server.url))) == BOTH
        assert len(server.requests) == 2


def test_a_failure_is_told_until_the_list_can_be_had(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(base: str) -> list[RouterModels]:
        async with listing(base) as models:
            first, again = await models.models(), await models.models()
            monkeypatch.setattr(hub_list, "PAUSE_SECONDS", 0.0)
            return [first, again, await models.models()]

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json({"error": "down"}, 500), Answer.json(LIST))
        first, again, last = run(scenario(server.url))
        assert len(server.requests) == 2
    assert first.problem is not None
    assert again is first
    assert (names(last), last.problem) == (BOTH, None)


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer.html("<html>Log in to the hotel's network</html>"), "server"),
        (Answer.json({"data": "none"}), "server"),
        (Answer.of(b"\xff\xfe{", kind="application/json"), "server"),
        (Answer.of(b"[" * 100_000, kind="application/json"), "server"),
        (Answer.json({"error": "slow down"}, 429), "rate_limited"),
        (Answer.json({"error": "no"}, 503), "busy"),
        (Answer.close(), "unreachable"),
        (Answer.of(b'{"data": [' + b" " * 5_000_000 + b"]}", kind="application/json"), "server"),
        (
            Answer.of(
                gzip.compress(b" " * 50_000_000),
                kind="application/json",
                headers={"Content-Encoding": "gzip"},
            ),
            "server",
        ),
    ],
)
def test_an_answer_that_is_no_list_is_a_problem_with_a_cause(
    run: Run, answer: Answer, kind: str
) -> None:
    async def scenario(base: str) -> RouterModels:
        async with listing(base, kept(base, 86400)) as models:
            return await models.models()

    with ScriptedServer() as server:
        server.on("GET", PATH, answer)
        found = run(scenario(server.url))
    assert names(found) == BOTH
    assert found.problem is not None
    assert found.problem.kind == kind
    assert found.problem.action.kind is not ActionKind.NONE
