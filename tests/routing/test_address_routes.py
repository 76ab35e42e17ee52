"""Addresses over real sockets: the ladder, what it teaches, and the kinds that a person sets."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar

import pytest

from hfchat_gui.conversation.errors import (
    ModelUnknown,
    NotAChatServer,
    ServerFailed,
    SignInNeeded,
)
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted, Rerouted
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.address_routes import AddressRoutes
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts, at, events, request, text_of

T = TypeVar("T")

CHAT = "/v1/chat/completions"
CONCATENATION = 'can only concatenate str (not "dict") to str'
OLD_500 = Answer.json(
    {
        "error": "unknown error",
        "warnings": [f"There was an inference error: unknown error: {CONCATENATION}"],
    },
    500,
)
OLD_400 = Answer.json({"error": CONCATENATION}, 400)
UNUSED = Answer.json(
    {
        "error": "The following `model_kwargs` are not used by the model: ['temperature', 'top_p'] "
        "(note: typos in the generate arguments will also show up in this list)"
    },
    400,
)
ANSWER = Answer.json([{"generated_text": "Knock knock."}])


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


class Person:
    """Someone who sends messages to one address, with what is known of it from one to the next."""

    def __init__(self, run: Run, address: str, name: str = "m") -> None:
        self.model = at(address, name)
        self.facts = Facts()
        self.kind = ""
        self._run = run

    def asks(self, asked: ChatRequest | None = None) -> list[ReplyEvent]:
        """The reply to one message."""

        async def ask(routes: AddressRoutes) -> list[ReplyEvent]:
            decision = await routes.route(self.model, None)
            return await events(decision, asked or request(self.model))

        return self._with_routes(ask)

    def route(self) -> Route:
        """The route that the next message would take."""

        async def decide(routes: AddressRoutes) -> Route:
            return (await routes.route(self.model, None)).route

        return self._with_routes(decide)

    def _with_routes(self, work: Callable[[AddressRoutes], Awaitable[T]]) -> T:
        async def scenario() -> T:
            async with client() as made:
                memory = AddressMemory(made, self.facts)
                return await work(AddressRoutes(made, memory, lambda _: self.kind))

        return self._run(scenario())

    @property
    def known(self) -> ServerFacts:
        """What is remembered of the address."""
        return self.facts.known[self.model.address]


@asynccontextmanager
async def client() -> AsyncIterator[HttpClient]:
    made = HttpClient()
    try:
        yield made
    finally:
        await made.aclose()


def posts(server: ScriptedServer) -> list[tuple[str, Any]]:
    """Path and `inputs` of what was sent of the chat, without the questions of the probe."""
    bodies = [(sent.path, sent.json()) for sent in server.requests if sent.method == "POST"]
    return [(path, body.get("inputs", body.get("messages"))) for path, body in bodies if body]


def notes(reply: list[ReplyEvent]) -> str:
    return " ".join(event.text for event in reply if isinstance(event, ReplyNoted))


MESSAGES = [{"role": "user", "content": "Say hello."}]
PLAIN = "User: Say hello.\n\nAssistant:"


@pytest.mark.parametrize(
    "refusal",
    [OLD_500, OLD_400, Answer.text("Not Found", 404), Answer.json({"detail": "no"}, 405)],
    ids=["500", "400", "404", "405"],
)
def test_a_server_without_chats_gets_messages_at_its_model_route_and_is_remembered(
    run: Run, server: ScriptedServer, refusal: Answer
) -> None:
    server.on("POST", "/models/a/b/v1/chat/completions", refusal)
    server.on("POST", "/models/a/b", Answer.text("", 404), Answer.text("", 404), ANSWER)
    if refusal in (OLD_500, OLD_400):
        server.on("POST", "/models/a/b", Answer.text("", 404), ANSWER)
    person = Person(run, f"{server.url}/models/a/b")
    reply = person.asks()
    assert text_of(reply) == "Knock knock."
    assert "took no chat" in notes(reply)
    [rerouted] = [event for event in reply if isinstance(event, Rerouted)]
    assert rerouted.route.wire is WireKind.TEXT_GENERATION
    assert person.known.wire is WireKind.TEXT_GENERATION
    again = person.asks()
    assert text_of(again) == "Knock knock."
    assert "took no chat" not in notes(again)
    sent = posts(server)
    assert sent[-2:] == [("/models/a/b", MESSAGES)] * 2
    assert [path for path, _ in sent].count("/models/a/b/v1/chat/completions") == 1
    assert "took no chat before" in person.route().reasons[0]


def test_a_model_that_wants_text_gets_one_text_and_is_remembered(
    run: Run, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, OLD_500)
    answer = Answer.json([{"generated_text": f"{PLAIN} Knock knock.\nUser: Who is there?"}])
    server.on("POST", "/", Answer.text("", 404), OLD_500, answer)
    person = Person(run, server.url)
    reply = person.asks()
    assert text_of(reply) == "Knock knock."
    assert "one plain text" in notes(reply)
    assert "took no chat;" not in notes(reply)
    assert person.known.takes_text
    assert text_of(person.asks()) == "Knock knock."
    chat, *rest = posts(server)[-4:]
    assert chat == (CHAT, MESSAGES)
    assert rest == [("/", MESSAGES), ("/", PLAIN), ("/", PLAIN)]
    assert "one text only" in person.route().reasons[2]


def test_what_the_ladder_taught_is_asked_again_after_a_day(
    run: Run, server: ScriptedServer
) -> None:
    person = Person(run, server.url)
    learnt = time.time() - 25 * 3600
    person.facts.known[server.url] = ServerFacts(
        WireKind.TEXT_GENERATION, server.url, learnt=learnt, takes_text=True
    )
    shapes.vllm(server)
    shapes.chat(server, "Hi")
    assert text_of(person.asks()) == "Hi"
    assert person.known.server == "vllm"


def test_a_text_that_is_no_longer_taken_is_sent_as_messages(
    run: Run, server: ScriptedServer
) -> None:
    person = Person(run, server.url)
    person.facts.known[server.url] = ServerFacts(
        WireKind.TEXT_GENERATION, server.url, learnt=time.time(), takes_text=True
    )
    server.on("POST", "/", Answer.json({"error": "inputs must be a list"}, 400), ANSWER)
    assert text_of(person.asks()) == "Knock knock."
    assert not person.known.takes_text


def test_a_model_without_a_template_gets_one_text(run: Run, server: ScriptedServer) -> None:
    shapes.toolkit(server)
    refusal = Answer.json({"error": "tokenizer.chat_template is not set"}, 400)
    inputs = Answer.json({"error": shapes.NO_INPUTS}, 400)
    server.on("POST", "/", inputs, refusal, ANSWER)
    person = Person(run, server.url)
    assert text_of(person.asks()) == "Knock knock."
    assert posts(server) == [("/", MESSAGES), ("/", PLAIN)]


def test_an_old_tgi_takes_one_text(run: Run, server: ScriptedServer) -> None:
    shapes.tgi(server)
    wrong = "Failed to deserialize: inputs: invalid type: sequence, expected a string"
    server.on("POST", "/", Answer.text(wrong, 422), ANSWER)
    reply = Person(run, server.url).asks()
    assert text_of(reply) == "Knock knock."
    assert posts(server)[-1] == ("/", PLAIN)


@pytest.mark.parametrize("shape", [shapes.llama_cpp, shapes.plain, shapes.ollama])
def test_a_server_that_is_known_to_chat_is_not_sent_the_chat_elsewhere(
    run: Run, server: ScriptedServer, shape: Callable[[ScriptedServer], None]
) -> None:
    shape(server)
    with pytest.raises(NotAChatServer):
        Person(run, server.url).asks()
    assert {path for path, _ in posts(server)} == {CHAT}


def test_where_nothing_chats_the_chat_route_is_the_cause(run: Run, server: ScriptedServer) -> None:
    server.on("POST", CHAT, Answer.text("Not Found", 404))
    with pytest.raises(NotAChatServer, match=f"no chat at {CHAT}"):
        Person(run, server.url).asks()


def test_a_refused_parameter_is_left_out_told_and_remembered(
    run: Run, server: ScriptedServer
) -> None:
    shapes.toolkit(server)
    server.on("POST", "/", Answer.json({"error": shapes.NO_INPUTS}, 400), UNUSED, ANSWER)
    person = Person(run, server.url)
    asked = request(person.model)
    drawn = replace(asked, sampling=replace(asked.sampling, temperature=0.5, top_p=0.5))
    first, second = person.asks(drawn), person.asks(drawn)
    for reply in (first, second):
        assert text_of(reply) == "Knock knock."
        assert "no setting for temperature, top_p; left out" in notes(reply)
    assert person.known.refused == ("temperature", "top_p")
    assert person.known.server == "toolkit"
    sent = [sent.json().get("parameters", {}) for sent in server.requests if sent.body]
    assert ["temperature" in parameters for parameters in sent] == [False, True, False, False]


# --- kinds that the person sets ------------------------------------------------------------------


def test_a_set_kind_decides_wire_and_dialect_from_the_next_message_on(
    run: Run, server: ScriptedServer
) -> None:
    shapes.plain(server)
    shapes.chat(server, "Hi")
    server.on("POST", "/", ANSWER)
    person = Person(run, server.url)
    assert text_of(person.asks()) == "Hi"
    person.kind = "toolkit"
    assert text_of(person.asks()) == "Knock knock."
    route = person.route()
    assert route.reasons[0] == "You set this server to transformers pipeline (no stream)."
    assert (route.wire, route.server) == (WireKind.TEXT_GENERATION, "toolkit")
    person.kind = "llama.cpp"
    assert text_of(person.asks()) == "Hi"
    assert server.requests[-1].json()["cache_prompt"] is True
    person.kind = "openai"
    person.asks()
    assert "cache_prompt" not in server.requests[-1].json()
    assert person.known.server == ""
    assert [sent.path for sent in server.requests].count("/v1/models") == 1


def test_a_set_kind_needs_no_proof(run: Run, server: ScriptedServer) -> None:
    server.otherwise(Answer.html("<html>Not found</html>", 404))
    shapes.chat(server, "Hi")
    person = Person(run, server.url)
    person.kind = "vllm"
    server.on("GET", "/v1/models", Answer.json({"error": "broken"}, 500))
    assert text_of(person.asks()) == "Hi"
    person.model = at(server.url)
    with pytest.raises(ModelUnknown, match="lists no model"):
        person.asks()


def test_who_wants_a_key_is_told_whatever_was_set(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.json({"error": "no key"}, 401))
    person = Person(run, server.url)
    person.kind = "vllm"
    with pytest.raises(SignInNeeded):
        person.asks()


def test_a_server_set_to_chat_is_sent_messages_only_where_it_cannot_take_a_chat(
    run: Run, server: ScriptedServer
) -> None:
    person = Person(run, server.url)
    person.kind = "openai"
    with pytest.raises(NotAChatServer):
        person.asks()
    assert {path for path, _ in posts(server)} == {CHAT}
    server.on("POST", CHAT, OLD_500)
    server.on("POST", "/", ANSWER)
    assert text_of(person.asks()) == "Knock knock."


def test_without_a_set_kind_a_broken_server_stays_broken(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.json({"error": "broken"}, 500))
    with pytest.raises(ServerFailed):
        Person(run, server.url).asks()


@pytest.mark.parametrize("name", ["llama3.2:latest", "org/m:cheapest", "a/b:c/d"])
def test_a_name_with_a_colon_is_sent_as_it_is(run: Run, server: ScriptedServer, name: str) -> None:
    shapes.ollama(server)
    shapes.chat(server)
    Person(run, server.url, name).asks()
    assert server.requests[-1].json()["model"] == name
