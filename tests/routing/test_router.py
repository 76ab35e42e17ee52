"""Each place has its backend, its key and a reason; a wrong memory is dropped."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path
from typing import Any

import pytest

from hfchat_gui.conversation.errors import ModelFileMissing, ModelUnknown
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    WaitReason,
)
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.local.models import find_model, model_folders
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts, Keys, at, events, request, router, text_of

LOCAL = ModelRef(Source.LOCAL)


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


async def route_of(model: ModelRef, facts: Facts | None = None, keys: Keys | None = None) -> Route:
    async with router(keys, facts) as made:
        return (await made.route(model)).route


# --- Hugging Face --------------------------------------------------------------------------------


def test_what_is_no_model_id_is_refused_before_the_token_is_looked_for(run: Run) -> None:
    with pytest.raises(ModelUnknown):
        run(route_of(ModelRef(Source.ROUTER, "gpt-4")))


DEAD = "https://api-inference.huggingface.co/models/Qwen/Qwen3-32B"


def test_a_chat_of_the_dead_host_goes_to_the_routers_model_with_a_note(
    run: Run, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes.chat(server, "Good", " day")
    looked_up: list[str] = []
    really = socket.getaddrinfo

    def look_up(host: str, *rest: Any, **more: Any) -> Any:
        looked_up.append(host)
        return really(host, *rest, **more)

    monkeypatch.setattr(socket, "getaddrinfo", look_up)

    async def ask() -> tuple[Route, list[ReplyEvent]]:
        async with router(Keys({server.url: "hf_token"}), router_base=server.url) as made:
            decision = await made.route(at(DEAD, "tgi"))
            return decision.route, await events(decision, request(at(DEAD, "tgi")))

    route, reply = run(ask())
    assert text_of(reply) == "Good day"
    assert isinstance(reply[0], ReplyNoted)
    assert "api-inference.huggingface.co was shut down" in reply[0].text
    assert route.summary == (
        "Qwen/Qwen3-32B through Hugging Face, in place of api-inference.huggingface.co"
    )
    assert route.reasons[0] == reply[0].text
    assert (route.model, route.address) == ("Qwen/Qwen3-32B", server.url)
    assert server.requests[0].json()["model"] == "Qwen/Qwen3-32B"
    assert set(looked_up) == {"127.0.0.1"}


def test_a_dead_address_without_a_model_asks_to_choose_one(run: Run) -> None:
    with pytest.raises(ModelUnknown, match="Choose a model"):
        run(route_of(at("https://api-inference.huggingface.co/v1", "tgi")))


def test_an_old_url_as_a_models_name_is_read_as_the_model(run: Run) -> None:
    async def ask() -> Route:
        keys = Keys({"http://127.0.0.1:9": "hf_token"})
        async with router(keys) as made:
            return (await made.route(ModelRef(Source.ROUTER, DEAD))).route

    assert run(ask()).summary == "Qwen/Qwen3-32B through Hugging Face"


# --- typed addresses -----------------------------------------------------------------------------


def test_an_address_is_asked_once_and_its_first_chat_model_answers(
    run: Run, server: ScriptedServer
) -> None:
    shapes.ollama(server)
    shapes.chat(server, "Hi")
    facts = Facts()

    async def twice() -> list[Route]:
        async with router(facts=facts) as made:
            routes = []
            for _ in range(2):
                decision = await made.route(at(server.url))
                routes.append(decision.route)
                assert text_of(await events(decision, request(at(server.url)))) == "Hi"
            return routes

    first, second = run(twice())
    assert first == second
    host = f"127.0.0.1:{server.port}"
    assert first.summary == f"llama3.2:latest at {host} (Ollama)"
    assert first.model == "llama3.2:latest"
    assert first.reasons[0] == f"{host} was recognised as Ollama by its own routes."
    assert "first chat model" in first.reasons[1]
    assert [r.path for r in server.requests].count("/v1/models") == 1
    chats = [r for r in server.requests if r.method == "POST"]
    assert [r.json()["model"] for r in chats] == ["llama3.2:latest"] * 2
    assert all(r.header("authorization") is None for r in server.requests)


def test_a_named_model_is_sent_even_if_it_is_not_listed(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    route = run(route_of(at(server.url, "org/other")))
    assert route.model == "org/other"
    assert route.summary == f"other at 127.0.0.1:{server.port}"
    assert route.reasons == (
        f"127.0.0.1:{server.port} lists models, so it is spoken to as a chat completions server.",
        "It does not list org/other; the name is sent all the same.",
    )


def test_a_named_model_that_is_listed_needs_no_remark(run: Run, server: ScriptedServer) -> None:
    shapes.vllm(server)
    assert len(run(route_of(at(server.url, "org/m"))).reasons) == 1


def test_an_address_that_says_nothing_of_itself_is_told_so(
    run: Run, server: ScriptedServer
) -> None:
    route = run(route_of(at(server.url)))
    assert route.model == ""
    assert route.summary == f"The model at 127.0.0.1:{server.port}"
    assert "chat completions are assumed" in route.reasons[0]


def test_a_server_that_has_no_model_loaded_asks_for_one(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/", Answer.text("Ollama is running"))
    server.on("GET", "/v1/models", Answer.json({"object": "list", "data": None}))
    with pytest.raises(ModelUnknown) as caught:
        run(route_of(at(server.url)))
    assert "lists no model" in caught.value.user_text


def test_a_pipeline_answers_all_at_once_and_the_route_says_so(
    run: Run, server: ScriptedServer
) -> None:
    shapes.toolkit(server, route="/pipe")
    model = at(f"{server.url}/pipe")

    async def ask() -> tuple[Route, list[ReplyEvent]]:
        async with router() as made:
            decision = await made.route(model)
            return decision.route, await events(decision, request(model))

    route, reply = run(ask())
    assert route.wire is WireKind.TEXT_GENERATION
    assert route.summary == f"The model at 127.0.0.1:{server.port} (Transformers pipeline)"
    assert "all at once" in route.reasons[1]
    assert text_of(reply) == "Four."
    assert ReplyWaiting(WaitReason.ANSWERING_AT_ONCE) in reply


def test_a_key_goes_to_its_own_address_and_the_reasons_say_it(
    run: Run, server: ScriptedServer
) -> None:
    shapes.plain(server)
    shapes.chat(server)
    keys = Keys({server.url: "my-key"})

    async def ask() -> Route:
        async with router(keys) as made:
            decision = await made.route(at(server.url))
            await events(decision, request(at(server.url)))
            return decision.route

    route = run(ask())
    assert route.reasons[-1] == "The key for this address goes along."
    assert "my-key" not in repr(route)
    assert {r.header("authorization") for r in server.requests} == {"Bearer my-key"}


# --- this computer -------------------------------------------------------------------------------


def test_the_default_model_of_this_computer_has_its_route_without_starting(run: Run) -> None:
    async def ask() -> Route:
        async with router(folders=model_folders()) as made:
            return (await made.route(ModelRef(Source.LOCAL))).route

    route = run(ask())
    assert route.summary == "SmolLM2-135M-Instruct, on this computer"
    assert route.model == "SmolLM2-135M-Instruct.Q4_1"
    assert "nothing leaves it" in route.reasons[0]


def test_a_model_that_is_not_on_this_computer_is_missing(run: Run, tmp_path: Path) -> None:
    async def ask() -> None:
        async with router(folders=[tmp_path]) as made:
            await made.route(ModelRef(Source.LOCAL, "gone"))

    with pytest.raises(ModelFileMissing):
        run(ask())


def test_two_models_of_this_computer_answer_at_the_same_time(run: Run, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.gguf").symlink_to(find_model("", model_folders()))

    async def both() -> list[str]:
        async with router(folders=[tmp_path]) as made:

            async def other() -> list[ReplyEvent]:
                two = await made.route(ModelRef(Source.LOCAL, "two"))
                return await events(two, asked)

            one = await made.route(ModelRef(Source.LOCAL, "one"))
            async with aclosing(one.backend.reply(asked)) as reply:
                assert await anext(reply) == ReplyWaiting(WaitReason.LOADING_MODEL)
                second = asyncio.ensure_future(other())
                first = [event async for event in reply]
            return [text_of(first), text_of(await second)]

    asked = request(LOCAL, "What is 2+2?")
    assert all("4" in text for text in run(both()))
