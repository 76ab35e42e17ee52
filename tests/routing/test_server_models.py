"""Servers are asked for their models with their own keys, and not at every opening of a list."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import RateLimited, ServerBusy, SignInNeeded, Unreachable
from hfchat_gui.conversation.model_ref import ModelInfo
from hfchat_gui.conversation.servers import Server
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing import server_models
from hfchat_gui.routing.server_models import ServerModels
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.servers import ServerList
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer, refused_address
from tests.helpers.running import Run
from tests.routing.core import Keys, Waits, at

PATH = "/v1/models"
TWO = Answer.json({"data": [{"id": "one"}, {"id": "two"}]})


@pytest.fixture
def servers(tmp_path: Path) -> ServerList:
    """An empty list."""
    return ServerList(PreferencesFile(tmp_path / "p.json"))


@asynccontextmanager
async def asking(
    servers: ServerList, keys: Keys | None = None, waits: Waits | None = None
) -> AsyncIterator[ServerModels]:
    """The models of servers; connections end with the block."""
    client = HttpClient()
    try:
        yield ServerModels(client, keys or Keys(), servers, (waits or Waits()).clock)
    finally:
        await client.aclose()


def of(
    run: Run,
    servers: ServerList,
    address: str,
    keys: Keys | None = None,
    waits: Waits | None = None,
) -> list[ModelInfo]:
    """What one address has."""

    async def scenario() -> Sequence[ModelInfo]:
        async with asking(servers, keys, waits) as models:
            return await models.of(address)

    return list(run(scenario()))


def test_a_server_names_its_models(run: Run, servers: ServerList) -> None:
    with ScriptedServer() as server:
        server.on("GET", PATH, TWO)
        server.otherwise(Answer.text("no", 404))
        found = of(run, servers, server.url)
        expected = [ModelInfo(at(server.url, name)) for name in ("one", "two")]
    assert found == expected


def test_the_window_is_that_of_the_first_model(run: Run, servers: ServerList) -> None:
    with ScriptedServer() as server:
        server.on("GET", PATH, TWO)
        server.on("GET", "/props", Answer.json({"default_generation_settings": {"n_ctx": 4096}}))
        server.otherwise(Answer.text("no", 404))
        found = of(run, servers, server.url)
    assert [model.context_tokens for model in found] == [4096, None]


def test_the_key_of_the_server_goes_along_and_to_no_other(run: Run, servers: ServerList) -> None:
    with ScriptedServer() as mine, ScriptedServer() as other:
        for server in (mine, other):
            server.on("GET", PATH, TWO)
            server.otherwise(Answer.redirect(f"{other.url}{PATH}", 302))
        keys = Keys({mine.url: "sk-mine"})
        of(run, servers, mine.url, keys)
        of(run, servers, other.url, keys)
        sent = {one.header("authorization") for one in mine.requests}
        leaked = {one.header("authorization") for one in other.requests}
    assert (sent, leaked) == ({"Bearer sk-mine"}, {None})


def test_what_was_listed_is_not_asked_again_for_some_minutes(
    run: Run, servers: ServerList, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(address: str) -> list[int]:
        counts = []
        async with asking(servers) as models:
            await asyncio.gather(*(models.of(address) for _ in range(3)))
            counts.append(len(server.requests))
            await models.of(address)
            counts.append(len(server.requests))
            monkeypatch.setattr(server_models, "KEPT_SECONDS", 0.0)
            await models.of(address)
            return [*counts, len(server.requests)]

    with ScriptedServer() as server:
        server.on("GET", PATH, TWO)
        server.otherwise(Answer.text("no", 404))
        first, second, third = run(scenario(server.url))
    assert first == second
    assert third == 2 * first


def test_a_failure_is_raised_and_asked_anew(run: Run, servers: ServerList) -> None:
    async def scenario(address: str) -> Sequence[ModelInfo]:
        async with asking(servers) as models:
            with pytest.raises(SignInNeeded):
                await models.of(address)
            return await models.of(address)

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json({"error": "key"}, 401), TWO)
        server.otherwise(Answer.text("no", 404))
        assert len(run(scenario(server.url))) == 2
    with refused_address() as nowhere, pytest.raises(Unreachable):
        of(run, servers, nowhere)


def test_lists_that_ask_at_once_share_a_failure_too(run: Run, servers: ServerList) -> None:
    async def scenario(address: str) -> list[Sequence[ModelInfo] | BaseException]:
        async with asking(servers) as models:
            asked = (models.of(address) for _ in range(3))
            return await asyncio.gather(*asked, return_exceptions=True)

    with ScriptedServer() as server:
        server.on("GET", PATH, Answer.json({"error": "key"}, 401))
        told = run(scenario(server.url))
        assert {type(failure) for failure in told} == {SignInNeeded}
        assert len(server.requests) == 1


def test_the_list_fills_by_itself_once_the_model_is_loaded(run: Run, servers: ServerList) -> None:
    loading = Answer.json({"error": {"code": 503, "message": "Loading model"}}, 503)
    waits = Waits()
    with ScriptedServer() as server:
        server.on("GET", PATH, loading, loading, TWO)
        server.otherwise(Answer.text("no", 404))
        assert len(of(run, servers, server.url, waits=waits)) == 2
    assert waits.all == [1.0, 2.0]


@pytest.mark.parametrize(
    ("answer", "waited"),
    [
        (Answer.json({"error": {"code": 503, "message": "Loading model"}}, 503), [1, 2, 4, 8]),
        (Answer.json({"error": "overloaded"}, 503), [1, 2, 4]),
        (Answer.json({"error": "slowly"}, 429, headers={"Retry-After": "20"}), []),
    ],
)
def test_a_server_that_stays_busy_is_told(
    run: Run, servers: ServerList, answer: Answer, waited: list[float]
) -> None:
    waits = Waits()
    with ScriptedServer() as server:
        server.on("GET", PATH, answer)
        with pytest.raises((ServerBusy, RateLimited)):
            of(run, servers, server.url, waits=waits)
    assert waits.all == waited


def test_a_server_set_to_the_pipeline_lists_nothing_and_is_not_asked(
    run: Run, servers: ServerList
) -> None:
    with ScriptedServer() as server:
        servers.put(Server("Pipeline", server.url, "toolkit"))
        servers.put(Server("Other", f"{server.url}/other", "vllm"))
        assert of(run, servers, server.url) == []
        assert server.requests == []
