"""An unknown address is asked once, by its native routes, and never handed a secret unasked."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import pytest

from hfchat_gui.conversation.error_record import enter_key
from hfchat_gui.conversation.errors import (
    ChatError,
    ModelUnknown,
    NotAChatServer,
    ServerBusy,
    ServerFailed,
    SignInNeeded,
    TimedOut,
    Unreachable,
)
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.probe import Probe, Probed
from tests.helpers.http_server import Answer, ScriptedServer, refused_address
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.routing import shapes


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


@asynccontextmanager
async def probe() -> AsyncIterator[Probe]:
    client = HttpClient()
    try:
        yield Probe(client)
    finally:
        await client.aclose()


async def asked(base: str, key: str | None = None) -> Probed:
    credential = Credential.for_url(base, Secret(key)) if key else None
    async with probe() as asking:
        return await asking.ask(base, credential)


def learnt(run: Run, base: str, key: str | None = None) -> ServerFacts:
    return run(asked(base, key)).facts


def problem(run: Run, base: str, key: str | None = None) -> ChatError:
    with pytest.raises(ChatError) as caught:
        run(asked(base, key))
    return caught.value


@pytest.mark.parametrize(
    ("shape", "told"),
    [
        (shapes.tgi, ("tgi", ("org/some-model",), 4096)),
        (shapes.llama_cpp, ("llama.cpp", ("../models/a.gguf",), 2048)),
        (shapes.ollama, ("ollama", ("llama3.2:latest", "nomic-embed-text:latest"), None)),
        (shapes.lm_studio, ("lmstudio", ("b", "org/a"), 4096)),
        (shapes.old_lm_studio, ("lmstudio", ("a",), 8192)),
        (shapes.vllm, ("vllm", ("org/m",), 16384)),
        (shapes.transformers_serve, ("transformers-serve", ("org/cached",), None)),
        (shapes.plain, ("", ("talker", "bge-small"), None)),
    ],
)
def test_each_kind_of_chat_server_is_told_from_the_others(
    run: Run,
    server: ScriptedServer,
    shape: Callable[[ScriptedServer], None],
    told: tuple[str, tuple[str, ...], int | None],
) -> None:
    shape(server)
    began = time.time()
    facts = learnt(run, server.url)
    assert facts.wire is WireKind.CHAT_COMPLETIONS
    assert (facts.server, facts.models, facts.context_tokens) == told
    assert facts.base == server.url
    assert began <= facts.learnt <= time.time()
    assert {request.method for request in server.requests} == {"GET"}


def test_the_transformers_pipeline_is_told_by_its_refusal(run: Run, server: ScriptedServer) -> None:
    shapes.toolkit(server)
    facts = learnt(run, server.url)
    assert (facts.wire, facts.server) == (WireKind.TEXT_GENERATION, "toolkit")
    posted = [request.json() for request in server.requests if request.method == "POST"]
    assert posted == [{}]


def test_a_pipeline_without_a_health_route_is_told_too(run: Run, server: ScriptedServer) -> None:
    server.otherwise(Answer.html("<html>Unsupported method</html>", 501))
    server.on("POST", "/", Answer.json({"error": "no `inputs`"}, 400))
    assert learnt(run, server.url).wire is WireKind.TEXT_GENERATION


def test_a_healthy_pipeline_may_refuse_in_other_words(run: Run, server: ScriptedServer) -> None:
    shapes.toolkit(server)
    server.on("POST", "/", Answer.json({"error": "missing argument"}, 400))
    assert learnt(run, server.url).wire is WireKind.TEXT_GENERATION


def test_an_address_below_the_root_keeps_its_prefix(run: Run, server: ScriptedServer) -> None:
    shapes.tgi(server, "/models/x")
    facts = learnt(run, f"{server.url}/models/x")
    assert (facts.server, facts.base) == ("tgi", f"{server.url}/models/x")
    assert all(request.path.startswith("/models/x/") for request in server.requests)


@pytest.mark.parametrize("route", ["/generate", "/generate/"])
def test_a_pipeline_below_the_root_is_found_with_and_without_a_slash(
    run: Run, server: ScriptedServer, route: str
) -> None:
    shapes.toolkit(server, route=route)
    facts = learnt(run, f"{server.url}/generate")
    assert (facts.wire, facts.base) == (WireKind.TEXT_GENERATION, f"{server.url}{route}")


def test_where_nothing_is_proven_but_json_answers_a_chat_is_assumed(
    run: Run, server: ScriptedServer
) -> None:
    facts = learnt(run, server.url)  # this server answers everything 404 in JSON
    assert facts.wire is WireKind.CHAT_COMPLETIONS
    assert (facts.server, facts.models) == ("", ())
    assert not [request for request in server.requests if "chat" in request.path]


@pytest.mark.parametrize(
    "otherwise",
    [Answer.html("<html>Unsupported method (GET)</html>", 501), Answer.text("Not Found", 404)],
)
def test_a_server_with_nothing_but_a_chat_is_asked_for_that(
    run: Run, server: ScriptedServer, otherwise: Answer
) -> None:
    server.otherwise(otherwise)
    server.on("POST", "/v1/chat/completions", Answer.json({"error": "messages missing"}, 422))
    assert learnt(run, server.url).wire is WireKind.CHAT_COMPLETIONS


@pytest.mark.parametrize(
    "otherwise",
    [
        Answer.html("<!doctype html><title>My router</title>"),
        Answer.html("<html>no such page</html>", 404),
        Answer.text("File not found", 404),
    ],
)
def test_a_web_site_is_no_chat_server_and_is_named(
    run: Run, server: ScriptedServer, otherwise: Answer
) -> None:
    server.otherwise(otherwise)
    error = problem(run, server.url)
    assert isinstance(error, NotAChatServer)
    assert f"127.0.0.1:{server.port}" in error.user_text


def test_a_refused_connection_is_told_after_one_try(run: Run) -> None:
    with refused_address() as address:
        began = time.monotonic()
        assert isinstance(problem(run, address), Unreachable)
        assert time.monotonic() - began < SOON


def test_a_server_that_wants_a_key_says_so_and_is_asked_no_further(
    run: Run, server: ScriptedServer
) -> None:
    server.otherwise(Answer.json({"error": "unauthorized"}, 401))
    without = problem(run, server.url)
    assert isinstance(without, SignInNeeded)
    assert "none was sent" in without.user_text
    assert without.action == enter_key(server.url)
    assert len(server.requests) == 1
    assert server.requests[0].header("authorization") is None
    refused = problem(run, server.url, "wrong-key")
    assert isinstance(refused, SignInNeeded)
    assert "wrong-key" not in refused.user_text + refused.detail


def test_a_key_that_is_handed_over_goes_to_every_question(run: Run, server: ScriptedServer) -> None:
    shapes.vllm(server)
    learnt(run, server.url, "my-key")
    assert {request.header("authorization") for request in server.requests} == {"Bearer my-key"}


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("ollama", ("ollama/llama3.1", "mixtral")),
        ("x", ("mixtral",)),
        ("stream", ("stream-model",)),
        ("1", ("llama3.1",)),
        ("Qwen3-Coder-30B", ("Qwen/Qwen3-Coder-30B-A3B",)),
    ],
)
def test_a_key_of_words_takes_no_model_out_of_the_list(
    run: Run, server: ScriptedServer, key: str, names: tuple[str, ...]
) -> None:
    listed = Answer.json({"object": "list", "data": [{"id": name} for name in names]})
    server.on("GET", "/v1/models", listed)
    assert learnt(run, server.url, key).models == names


def test_a_server_that_only_repeats_the_key_as_a_models_name_is_not_asked_without_one(
    run: Run, server: ScriptedServer
) -> None:
    key = "aB3dE5fG7hI9"
    listed = Answer.json({"object": "list", "data": [{"id": f"chat-{key}"}]})
    server.on("GET", "/v1/models", listed)
    refused = problem(run, server.url, key)
    assert isinstance(refused, ModelUnknown)
    assert key not in refused.user_text + refused.detail
    assert refused.action == enter_key(server.url)


@pytest.mark.parametrize(("status", "kind"), [(503, ServerBusy), (500, ServerFailed)])
def test_a_server_that_is_loading_or_broken_is_told_as_such(
    run: Run, server: ScriptedServer, status: int, kind: type[ChatError]
) -> None:
    server.otherwise(Answer.json({"error": {"message": "Loading model"}}, 503))
    server.on("GET", "/v1/models", Answer.json({"error": "broken"}, status))
    assert isinstance(problem(run, server.url), kind)


def test_a_route_that_never_answers_does_not_hold_up_the_others(
    run: Run, server: ScriptedServer
) -> None:
    shapes.plain(server)
    for route in ("/info", "/props", "/", "/version"):
        server.on("GET", route, Answer.hang())
    server.on("GET", "/health", Answer.reset())
    began = time.monotonic()
    probed = run(asked(server.url))
    assert probed.facts.models == ("talker", "bge-small")
    assert not probed.is_complete
    assert time.monotonic() - began < SOON


def test_a_recognised_server_is_known_whatever_else_is_silent(
    run: Run, server: ScriptedServer
) -> None:
    shapes.ollama(server)
    server.on("GET", "/info", Answer.hang())
    assert run(asked(server.url)).is_complete


def test_a_server_that_never_answers_is_given_up(
    run: Run, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    from hfchat_gui.routing import probe as module

    monkeypatch.setattr(module, "_NEAR", module.Limits(first=0.3, others=0.3))
    server.otherwise(Answer.hang())
    assert isinstance(problem(run, server.url), TimedOut)
