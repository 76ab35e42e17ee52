"""Tests for the chat-completions backend against a real server on loopback."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing

import pytest

from hfchat_gui.backends import chat_completions
from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.error_record import enter_key
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    TextDelta,
)
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from tests.helpers.answers import HangUp, Pause, Step
from tests.helpers.chat_stream import DONE, chat_chunk, chat_events, event
from tests.helpers.clocks import Clocks
from tests.helpers.http_server import Answer, Hold, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run

PATH = "/v1/chat/completions"


def asking(*stop: str) -> ChatRequest:
    return ChatRequest(
        ModelRef(Source.ADDRESS, "org/m"),
        (Turn(Role.SYSTEM, "Be kind."), Turn(Role.USER, "Hello there")),
        SamplingOptions(temperature=0.0, stop=stop),
    )


async def reply(
    server: ScriptedServer,
    kind: str = "",
    model: str = "org/m",
    key: str = "",
    stop: tuple[str, ...] = (),
    *,
    note: Callable[[ReplyEvent], None] = lambda _: None,
) -> list[ReplyEvent]:
    client = HttpClient()
    credential = Credential.for_url(server.url, Secret(key)) if key else None
    backend = ChatCompletions(client, server.url, model, server=kind, credential=credential)
    try:
        async with aclosing(backend.reply(asking(*stop))) as items:
            got = []
            async for item in items:
                note(item)
                got.append(item)
            return got
    finally:
        await client.aclose()


def text_of(events: list[ReplyEvent]) -> str:
    return "".join(item.text for item in events if isinstance(item, TextDelta))


def test_a_chat_is_asked_and_answered(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("Hel", "lo"), pause=0.01))
        events = run(reply(server, key="sk-key"))
        assert text_of(events) == "Hello"
        assert events[-1] == ReplyFinished("stop")
        sent = server.requests[0]
        assert sent.body.startswith(b'{"model":"org/m","messages":')
        assert sent.json() == {
            "model": "org/m",
            "messages": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": "Hello there"},
            ],
            "stream": True,
            "stream_options": {"include_usage": True},
            "temperature": 0.0,
        }
        assert sent.header("authorization") == "Bearer sk-key"
        assert "text/event-stream" in (sent.header("accept") or "")


def test_text_that_comes_after_a_reason_to_stop_is_waited_for(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat_completions, "REST_SECONDS", 60.0)
    clocks = Clocks(monkeypatch)
    words = [f"w{number} " for number in range(8)]
    slowly: list[bytes | str | Step] = []
    pauses = [Hold() for _ in words]
    for word, pause in zip(words, pauses, strict=True):
        slowly += [chat_chunk(word, finish_reason="stop"), pause]
    waited_for = iter(pauses)

    def note(event: ReplyEvent) -> None:
        if isinstance(event, TextDelta):
            clocks.sleep(40, counted=True)
            next(waited_for).release()

    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream([*slowly, DONE]))
        events = run(reply(server, note=note))
        assert text_of(events) == "".join(words)
        assert events[-1] == ReplyFinished("stop")


@pytest.mark.parametrize(
    "rest",
    [
        [chat_chunk(finish_reason="stop"), Hold()],
        [Pause(0.2), chat_chunk(finish_reason="stop"), Hold()],
        [Pause(0.2), chat_chunk(finish_reason="stop"), *[": still here\n\n", Pause(0.01)] * 3000],
    ],
    ids=["with the text", "by itself", "and goes on with comments"],
)
def test_a_server_that_stays_after_its_reason_does_not_hold_the_reply_open(
    run: Run, monkeypatch: pytest.MonkeyPatch, rest: list[bytes | str | Step]
) -> None:
    monkeypatch.setattr(chat_completions, "REST_SECONDS", 0.1)
    with ScriptedServer() as server:
        stays = Answer.stream([chat_chunk("Hello"), *rest])
        server.on("POST", PATH, stays)
        told = run(reply(server))
        assert text_of(told) == "Hello"
        assert told[-1] == ReplyFinished("stop")
        server.wait_for_disconnect()


@pytest.mark.parametrize(
    ("kind", "model", "fields"),
    [
        ("llama.cpp", "m", {"model": "m", "return_progress": True, "cache_prompt": True}),
        ("tgi", "", {"model": "tgi"}),
        ("vllm", "m", {"model": "m"}),
    ],
)
def test_each_kind_of_server_gets_its_fields(
    run: Run, kind: str, model: str, fields: dict[str, object]
) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("a")))
        run(reply(server, kind, model))
        sent = server.requests[0].json()
        assert {name: sent[name] for name in fields} == fields


def test_a_model_without_a_name_is_not_named(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("a")))
        run(reply(server, "transformers-serve", ""))
        assert set(server.requests[0].json()) == {"messages", "stream", "temperature"}


def test_what_a_server_cannot_do_is_told(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("a")))
        events = run(reply(server, "tgi", stop=("1", "2", "3", "4", "5")))
        assert isinstance(events[0], ReplyNoted)


@pytest.mark.parametrize("status", [400, 422])
def test_a_server_that_refuses_an_optional_field_is_asked_without_it(run: Run, status: int) -> None:
    with ScriptedServer() as server:
        detail = [{"loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]
        server.on(
            "POST",
            PATH,
            Answer.json({"detail": detail}, status),
            Answer.stream(chat_events("ok")),
        )
        assert text_of(run(reply(server))) == "ok"
        assert "stream_options" not in server.requests[1].json()
        assert server.connections == 1


def test_it_is_asked_again_once_only(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json({"error": "stream_options again"}, 400))
        with pytest.raises(errors.RequestRefused):
            run(reply(server))
        assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer.json({"error": "no"}, 401), errors.SignInNeeded),
        (Answer.json({"error": "Model x does not exist"}, 404), errors.ModelUnknown),
        (Answer.text("Not Found", 404), errors.NotAChatServer),
        (Answer.json({"error": "stream_options"}, 429), errors.RateLimited),
        (Answer.json({"error": "boom"}, 500), errors.ServerFailed),
        (Answer.json({"error": "m is loading", "estimated_time": 1}, 503), errors.ServerBusy),
        (Answer.html("<html><title>Sign in to Wi-Fi</title>"), errors.NotAChatServer),
        (Answer.json({"hello": "world"}), errors.NotAChatServer),
        (Answer.stream([DONE]), errors.EmptyAnswer),
        (Answer.text(""), errors.EmptyAnswer),
        (Answer.redirect("https://elsewhere.example/v1", 301), errors.BadAddress),
    ],
)
def test_failures_are_told_with_the_host(
    run: Run, answer: Answer, kind: type[errors.ChatError]
) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, answer)
        with pytest.raises(kind) as failed:
            run(reply(server))
        assert f"127.0.0.1:{server.port}" in failed.value.user_text
        assert len(server.requests) == 1


def test_the_router_is_called_by_its_name(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json({"error": "Invalid username or password."}, 401))
        with pytest.raises(errors.SignInNeeded, match="Hugging Face does not accept"):
            run(reply(server, "hf-router", key="hf_secretkey"))


def test_a_key_that_comes_back_in_an_error_is_masked(run: Run) -> None:
    with ScriptedServer() as server:
        body = {"error": "key local-secret-1 is wrong, you said Hello there"}
        server.on("POST", PATH, Answer.json(body, 401))
        with pytest.raises(errors.SignInNeeded) as failed:
            run(reply(server, key="local-secret-1"))
        assert failed.value.action == enter_key(server.url)
        assert "local-secret-1" not in failed.value.user_text
        assert "Hello there" not in failed.value.user_text


def test_a_json_answer_is_taken_whole(run: Run) -> None:
    with ScriptedServer() as server:
        whole = {"choices": [{"message": {"content": "hi"}, "finish_reason": "stop"}]}
        server.on("POST", PATH, Answer.json(whole))
        assert text_of(run(reply(server))) == "hi"


async def until_failure(server: ScriptedServer) -> tuple[str, errors.ChatError]:
    client = HttpClient()
    text = ""
    try:
        async with aclosing(ChatCompletions(client, server.url, "m").reply(asking())) as events:
            async for item in events:
                text += item.text if isinstance(item, TextDelta) else ""
    except errors.ChatError as failure:
        return text, failure
    finally:
        await client.aclose()
    raise AssertionError("nothing failed")


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer.stream([chat_chunk("The answer is"), chat_chunk(" <")]), errors.Interrupted),
        (
            Answer.stream([chat_chunk("The answer is"), chat_chunk(" <")], complete=False).then(
                Pause(0.1), HangUp(reset=True)
            ),
            errors.Interrupted,
        ),
        (
            Answer.stream([chat_chunk("The answer is"), chat_chunk(" <"), event({"error": "x"})]),
            errors.ServerFailed,
        ),
    ],
)
def test_text_before_a_failure_is_kept(
    run: Run, answer: Answer, kind: type[errors.ChatError]
) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, answer)
        text, failure = run(until_failure(server))
    assert text == "The answer is <"
    assert isinstance(failure, kind)


def test_a_reply_that_was_complete_survives_a_broken_end(run: Run) -> None:
    with ScriptedServer() as server:
        chunks = [chat_chunk("done"), chat_chunk(finish_reason="stop")]
        server.on("POST", PATH, Answer.stream(chunks, complete=False).then(HangUp()))
        assert run(reply(server))[-1] == ReplyFinished("stop")


def test_a_server_that_keeps_the_stream_open_after_done_is_left(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream([*chat_events("a"), Hold()]))
        before = time.monotonic()
        assert run(reply(server))[-1] == ReplyFinished("stop")
        assert time.monotonic() - before < SOON


@pytest.mark.parametrize("read_first", [True, False])
def test_stopping_frees_the_caller_and_ends_the_request(run: Run, read_first: bool) -> None:
    async def scenario(server: ScriptedServer) -> None:
        client = HttpClient()
        replying = ChatCompletions(client, server.url, "m").reply(asking())
        if read_first:
            await anext(replying)
            before = time.monotonic()
            await replying.aclose()
        else:
            waiting = asyncio.ensure_future(anext(replying))
            await asyncio.to_thread(server.wait_for_request)
            before = time.monotonic()
            waiting.cancel()
            await asyncio.wait([waiting])
        assert time.monotonic() - before < SOON
        seen = await asyncio.to_thread(server.wait_for_disconnect)
        assert seen.at - before < SOON
        await client.aclose()

    parts = [chat_chunk("word ") for _ in range(4000)] if read_first else [Hold()]
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(parts, pause=0.005))
        run(scenario(server))


def test_the_loop_has_a_turn_between_two_events(run: Run) -> None:
    async def scenario() -> int:
        turns: list[int] = []
        client = HttpClient()
        call = {"index": 0, "id": "1", "function": {"name": "f", "arguments": "b"}}
        parts = [{"content": "a"}, {"tool_calls": [call]}] * 500
        many = b"".join(event({"choices": [{"delta": delta}]}) for delta in parts)
        with ScriptedServer() as server:
            server.on("POST", PATH, Answer.stream([many + DONE]))
            backend = ChatCompletions(client, server.url, "m")
            seen = 0
            async with aclosing(backend.reply(asking())) as events:
                async for item in events:
                    if isinstance(item, TextDelta):
                        assert len(turns) >= seen
                        seen += 1
                        asyncio.get_running_loop().call_soon(turns.append, seen)
        await client.aclose()
        return seen

    assert run(scenario()) == 500
