"""Faults that others met in public, played over real sockets through the whole router."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.errors import (
    ChatError,
    EmptyAnswer,
    ModelCannotChat,
    ModelUnknown,
    NotAChatServer,
    PromptTooLong,
    RequestRefused,
    TemplateRefused,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.network.addresses import read_address
from tests.helpers.chat_stream import event
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Keys, at, events, request, router, text_of

CHAT = "/v1/chat/completions"
OVER = (
    "Input validation error: `inputs` tokens + `max_new_tokens` must be <= {}. Given: {} `inputs` "
)
OVER += "tokens and 1024 `max_new_tokens`"


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def answer(run: Run, server: ScriptedServer, model: ModelRef) -> str:
    async def ask() -> str:
        keys = Keys({server.url: "hf_key"})
        async with router(keys, router_base=server.url) as made:
            return text_of(await events(await made.route(model), request(model)))

    return run(ask())


def failure(run: Run, server: ScriptedServer, model: ModelRef) -> ChatError:
    with pytest.raises(ChatError) as raised:
        answer(run, server, model)
    return raised.value


def chats(server: ScriptedServer) -> list[str]:
    return [sent.path for sent in server.requests if sent.method == "POST" and len(sent.body) > 2]


@pytest.mark.parametrize(
    ("form", "path"),
    [
        ("{}", CHAT),
        ("{}/", CHAT),
        ("{}/v1", CHAT),
        ("{}/v1/", CHAT),
        ("{}/v1/chat/completions", CHAT),
        ("{}/v1/chat/completions/", CHAT),
        ("{}/v1/models", CHAT),
        ("  {}/v1  ", CHAT),
        ("{}/api/paas/v4/chat/completions", "/api/paas/v4/chat/completions"),
        ("{}/openai/v1", "/openai/v1/chat/completions"),
    ],
)
def test_every_form_of_an_address_leads_to_one_request_at_the_right_path(
    run: Run, server: ScriptedServer, form: str, path: str
) -> None:
    shapes.chat(server, "ok")
    server.on("POST", path, Answer.json({"choices": [{"message": {"content": "ok"}}]}))
    address = read_address(form.format(server.url)).base
    assert answer(run, server, at(address, "org/m")) == "ok"
    assert chats(server) == [path]


def test_a_bind_address_is_reached_at_this_computer(run: Run, server: ScriptedServer) -> None:
    shapes.chat(server, "ok")
    address = read_address(f"http://0.0.0.0:{server.port}/v1").base
    assert answer(run, server, at(address, "m")) == "ok"


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_moved_server_is_named_and_no_chat_becomes_a_get(
    run: Run, server: ScriptedServer, status: int
) -> None:
    with ScriptedServer() as other:
        shapes.plain(server)
        server.on("POST", CHAT, Answer.redirect(f"{other.url}{CHAT}", status))
        told = failure(run, server, at(server.url, "m"))
        assert str(other.port) in told.user_text
        assert other.requests == []
    assert ("GET", CHAT) not in [(sent.method, sent.path) for sent in server.requests]


@pytest.mark.parametrize("name", ["Qwen/Qwen3-Coder", "llama3.2:latest", "mistralai/M-7B:x", "a"])
def test_a_models_name_is_sent_as_it_is(run: Run, server: ScriptedServer, name: str) -> None:
    shapes.chat(server, "ok")
    answer(run, server, at(server.url, name))
    assert server.requests[-1].json()["model"] == name
    assert server.requests[-1].path == CHAT


def test_an_embedder_is_not_the_automatic_choice_and_says_no_if_chosen(
    run: Run, server: ScriptedServer
) -> None:
    server.on("GET", "/v1/models", shapes.model_list("nomic-embed-text:latest", "qwen2.5:7b"))
    refusal = {"error": {"message": '"nomic-embed-text:latest" does not support chat'}}
    server.on("POST", CHAT, Answer.json({"choices": [{"message": {"content": "ok"}}]}))
    assert answer(run, server, at(server.url)) == "ok"
    assert server.requests[-1].json()["model"] == "qwen2.5:7b"
    server.on("POST", CHAT, Answer.json(refusal, 400))
    told = failure(run, server, at(server.url, "nomic-embed-text:latest"))
    assert isinstance(told, ModelCannotChat)
    assert "does not support chat" in told.user_text


def test_a_server_with_an_empty_list_takes_a_typed_name(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.json({"object": "list", "data": []}))
    shapes.chat(server, "ok")
    assert answer(run, server, at(server.url, "org/x")) == "ok"
    assert server.requests[-1].json()["model"] == "org/x"


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (
            400,
            {
                "error": {
                    "message": "The requested model 'org/m' is not supported by any provider you "
                    "have enabled.",
                    "code": "model_not_supported",
                }
            },
            "not served by any provider that you have enabled",
        ),
        (404, {"error": "Model org/m does not exist"}, "settings/inference-providers"),
        (
            400,
            {"error": "Model org/m is served by provider x for task conversational only"},
            "not served for chats",
        ),
    ],
)
def test_a_model_that_the_router_does_not_serve_has_cause_and_next_step(
    run: Run, server: ScriptedServer, status: int, body: dict[str, object], words: str
) -> None:
    server.on("POST", CHAT, Answer.json(body, status))
    told = failure(run, server, ModelRef(Source.ROUTER, "org/m"))
    assert isinstance(told, ModelUnknown | ModelCannotChat)
    assert words in told.user_text
    assert told.action.kind is ActionKind.CHOOSE_MODEL
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("refusal", "kind", "words"),
    [
        (Answer.json({"error": OVER.format(4096, 3500)}, 422), PromptTooLong, "596 or less"),
        (Answer.json({"error": OVER.format(2048, 1500)}, 422), PromptTooLong, "548 or less"),
        (
            Answer.json(
                {"error": {"message": "'stop' is too long: at most 4 items", "param": "stop"}}, 400
            ),
            RequestRefused,
            "at most 4 items",
        ),
        (
            Answer.json({"error": "Template error: template not found"}, 422),
            ModelCannotChat,
            "no chat template",
        ),
        (
            Answer.json({"error": {"message": "Roles must alternate user/assistant, at"}}, 500),
            TemplateRefused,
            "strictly in turn",
        ),
        (
            Answer.stream([event({"error": "Template error: roles must alternate user/x"})]),
            TemplateRefused,
            "strictly in turn",
        ),
        (Answer.text(""), EmptyAnswer, "no text"),
        (Answer.html("<html><title>Sign in</title>"), NotAChatServer, "web page"),
    ],
)
def test_each_refusal_is_told_once_and_not_repeated(
    run: Run, server: ScriptedServer, refusal: Answer, kind: type[ChatError], words: str
) -> None:
    shapes.plain(server)
    server.on("POST", CHAT, refusal)
    told = failure(run, server, at(server.url, "m"))
    assert isinstance(told, kind)
    assert words in told.user_text
    assert len(chats(server)) == 1
