"""A wrong memory of an address is dropped: what is asked again, and when."""

from __future__ import annotations

import time
from collections.abc import Iterator
from functools import partial

import pytest

from hfchat_gui.conversation.errors import ModelUnknown, NotAChatServer
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted, Rerouted
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.routing import address_memory as routing
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts, at, events, request, router, text_of


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


async def route_of(model: ModelRef, facts: Facts) -> Route:
    async with router(facts=facts) as made:
        return (await made.route(model)).route


def memory(server: ScriptedServer, model: str = "old", age: float = 0.0) -> Facts:
    wire = WireKind.CHAT_COMPLETIONS
    known = ServerFacts(wire, server.url, "vllm", (model,), 16384, learnt=time.time() - age)
    return Facts({server.url: known})


def reply_to(run: Run, model: ModelRef, facts: Facts) -> list[ReplyEvent]:
    async def ask() -> list[ReplyEvent]:
        async with router(facts=facts) as made:
            return await events(await made.route(model), request(model))

    return run(ask())


def unknown(model: str) -> Answer:
    return Answer.json({"error": {"message": f"The model `{model}` does not exist."}}, 404)


def test_a_server_that_was_started_with_another_model_is_asked_anew_and_answers(
    run: Run, server: ScriptedServer
) -> None:
    shapes.vllm(server)
    server.on(
        "POST", "/v1/chat/completions", unknown("old"), Answer.stream(chat_events("Hi", " there"))
    )
    facts = memory(server)
    reply = reply_to(run, at(server.url), facts)
    assert text_of(reply) == "Hi there"
    assert [event for event in reply if isinstance(event, ReplyNoted) and "changed" in event.text]
    chats = [asked.json()["model"] for asked in server.requests if asked.method == "POST"]
    assert chats == ["old", "org/m"]
    assert facts.known[server.url].models == ("org/m",)
    [rerouted] = [event for event in reply if isinstance(event, Rerouted)]
    assert rerouted.route.model == "org/m"


def test_what_another_chat_has_learnt_meanwhile_is_taken_without_asking(
    run: Run, server: ScriptedServer
) -> None:
    shapes.vllm(server)
    hello = Answer.stream(chat_events("Hi"))
    server.on("POST", "/v1/chat/completions", unknown("old"), hello, unknown("old"), hello)

    async def both() -> list[str]:
        async with router(facts=memory(server)) as made:
            decided = [await made.route(at(server.url)) for _ in range(2)]
            return [text_of(await events(one, request(at(server.url)))) for one in decided]

    assert run(both()) == ["Hi", "Hi"]
    chats = [asked.json()["model"] for asked in server.requests if asked.method == "POST"]
    assert chats == ["old", "org/m"] * 2
    assert len([asked for asked in server.requests if asked.path == "/v1/models"]) == 1


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (404, {"error": "nothing here"}),
        (405, {"detail": "Method Not Allowed"}),
        (404, {"error": {"message": "the model `m` does not exist"}}),
    ],
)
def test_another_kind_of_server_at_a_known_address_is_recognised_and_answers(
    run: Run, server: ScriptedServer, status: int, body: dict[str, object]
) -> None:
    shapes.toolkit(server)
    server.on("POST", "/v1/chat/completions", Answer.json(body, status))
    assert text_of(reply_to(run, at(server.url), memory(server))) == "Four."


def test_a_model_that_is_not_served_is_told_once_it_was_asked_again(
    run: Run, server: ScriptedServer
) -> None:
    shapes.vllm(server)
    server.on("POST", "/v1/chat/completions", unknown("typo"))
    facts = memory(server, "org/m")
    with pytest.raises(ModelUnknown, match="typo is not served"):
        reply_to(run, at(server.url, "typo"), facts)
    assert len([asked for asked in server.requests if asked.method == "POST"]) == 1
    assert facts.known[server.url].models == ("org/m",)


def test_what_no_longer_chats_at_all_is_told_and_not_remembered(
    run: Run, server: ScriptedServer
) -> None:
    server.otherwise(Answer.html("<!doctype html><title>My router</title>", 200))
    server.on("POST", "/v1/chat/completions", Answer.json({"error": "nothing here"}, 404))
    facts = memory(server)
    with pytest.raises(NotAChatServer):
        reply_to(run, at(server.url), facts)
    assert not facts.known


@pytest.mark.parametrize(
    ("age", "model"), [(3600.0, "old"), (25 * 3600.0, "org/m"), (-25 * 3600.0, "org/m")]
)
def test_what_was_learnt_long_ago_is_asked_again(
    run: Run, server: ScriptedServer, age: float, model: str
) -> None:
    shapes.vllm(server)
    assert run(route_of(at(server.url), memory(server, age=age))).model == model


def test_what_was_learnt_in_a_hurry_is_not_remembered(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    server.on("GET", "/info", Answer.hang())
    facts = Facts()
    run(route_of(at(server.url), facts))
    assert not facts.known


def test_who_is_silent_is_asked_once_and_again_only_after_a_while(
    run: Run, server: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapes.plain(server)
    server.on("GET", "/info", Answer.hang())

    async def ask_three_times() -> list[int]:
        asked = []
        async with router() as made:
            for age in (0.0, 0.0, 601.0):
                now = time.monotonic() + age
                monkeypatch.setattr(routing, "monotonic", partial(float, now))
                assert (await made.route(at(server.url))).route.model == "talker"
                asked.append(len(server.requests))
        return asked

    first, second, third = run(ask_three_times())
    assert first == second < third


def test_a_guess_that_proves_wrong_is_dropped(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    server.on("GET", "/info", Answer.hang())
    server.on("POST", "/v1/chat/completions", unknown("talker"))

    async def ask() -> str:
        async with router() as made:
            decision = await made.route(at(server.url))
            shapes.vllm(server)
            server.on("POST", "/v1/chat/completions", Answer.json({"error": "no"}, 404))
            with pytest.raises(NotAChatServer):
                await events(decision, request(at(server.url)))
            return (await made.route(at(server.url))).route.server

    assert run(ask()) == "vllm"
