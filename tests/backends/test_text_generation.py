"""Tests for the pipeline backend against a real server on loopback."""

from __future__ import annotations

import asyncio
from contextlib import aclosing
from dataclasses import replace

import pytest

from hfchat_gui.backends.refused_fields import MOST_ROUNDS
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Served,
    TextDelta,
    ThinkingDelta,
    WaitReason,
)
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run


def asking(**sampling: object) -> ChatRequest:
    options = SamplingOptions(**sampling)  # type: ignore[arg-type]
    turns = (Turn(Role.SYSTEM, "Be kind."), Turn(Role.USER, "Joke?"))
    return ChatRequest(ModelRef(Source.ADDRESS, "org/m"), turns, options)


async def reply(
    server: ScriptedServer, request: ChatRequest, *, as_text: bool = False
) -> list[ReplyEvent]:
    client = HttpClient()
    try:
        credential = Credential.for_url(server.url, Secret("hf_key"))
        backend = TextGeneration(client, server.url, credential=credential, as_text=as_text)
        async with aclosing(backend.reply(request)) as events:
            return [event async for event in events]
    finally:
        await client.aclose()


def test_messages_go_in_and_the_answer_comes_whole(run: Run) -> None:
    with ScriptedServer() as server:
        answer = [{"generated_text": "Knock knock."}]
        server.on("POST", "/", Answer.json(answer, headers={"X-Request-Id": "r1"}))
        events = run(reply(server, asking()))
        assert events[0] == ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
        assert isinstance(events[1], ReplyNoted)
        assert "all at once" in events[1].text
        assert events[2:] == [
            Served(request_id="r1"),
            TextDelta("Knock knock."),
            ReplyFinished("stop"),
        ]
        sent = server.requests[0]
        assert sent.json() == {
            "inputs": [
                {"role": "system", "content": "Be kind."},
                {"role": "user", "content": "Joke?"},
            ],
            "parameters": {"max_new_tokens": 512, "return_full_text": False},
        }
        assert sent.header("accept") == "application/json"
        assert sent.header("authorization") == "Bearer hf_key"


def test_stop_strings_are_cut_here_and_the_seed_is_told(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json([{"generated_text": "one END two</s>"}]))
        events = run(reply(server, asking(stop=("END",), seed=4, temperature=0.0)))
        assert TextDelta("one ") in events
        assert [e.text for e in events if isinstance(e, ReplyNoted)][1:] == [
            "This server has no setting for seed; it was left out."
        ]
        assert server.requests[0].json()["parameters"] == {
            "max_new_tokens": 512,
            "do_sample": False,
            "return_full_text": False,
        }


def test_thinking_is_kept_apart_and_an_end_mark_is_dropped(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json([{"generated_text": "<think>hm</think>\nYes.</s>"}]))
        events = run(reply(server, asking()))
        assert events[2:] == [ThinkingDelta("hm"), TextDelta("Yes."), ReplyFinished("stop")]


def test_a_stop_string_in_the_thinking_ends_nothing(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json([{"generated_text": "<think>a END b</think>Yes END."}]))
        events = run(reply(server, asking(stop=("END", ""))))
        assert events[2:] == [ThinkingDelta("a END b"), TextDelta("Yes "), ReplyFinished("stop")]


UNUSED = {
    "error": "The following `model_kwargs` are not used by the model: ['top_p', 'other'] (note: "
    "typos in the generate arguments will also show up in this list)"
}


def test_a_parameter_that_the_model_refuses_is_dropped_once(run: Run) -> None:
    with ScriptedServer() as server:
        ok = Answer.json([{"generated_text": "Yes."}])
        server.on("POST", "/", Answer.json(UNUSED, 400), ok)
        events = run(reply(server, asking(top_p=0.5)))
        assert ReplyNoted("This model has no setting for top_p; left out.") in events
        assert "top_p" not in server.requests[1].json()["parameters"]
        server.on("POST", "/", Answer.json(UNUSED, 400))
        with pytest.raises(errors.RequestRefused):
            run(reply(server, asking(top_p=0.5)))
        assert len(server.requests) == 4


def unused(name: str) -> Answer:
    said = f"The following `model_kwargs` are not used by the model: ['{name}'] (note: typos)"
    return Answer.json({"error": said}, 400)


def test_parameters_that_are_refused_one_after_the_other_are_dropped_one_by_one(run: Run) -> None:
    with ScriptedServer() as server:
        ok = Answer.json([{"generated_text": "Yes."}])
        server.on("POST", "/", unused("return_full_text"), unused("top_k"), unused("top_p"), ok)
        events = run(reply(server, asking(top_p=0.5, top_k=7)))
        sent = [list(asked.json()["parameters"]) for asked in server.requests]
        assert sent == [
            ["return_full_text", "top_p", "top_k", "max_new_tokens", "do_sample"],
            ["top_p", "top_k", "max_new_tokens", "do_sample"],
            ["top_p", "max_new_tokens", "do_sample"],
            ["max_new_tokens", "do_sample"],
        ]
        # A field of ours that is refused needs no word.
        assert [event.text for event in events if isinstance(event, ReplyNoted)][1:] == [
            "This model has no setting for top_k; left out.",
            "This model has no setting for top_p; left out.",
        ]
        assert TextDelta("Yes.") in events


def test_a_backend_that_never_stops_refusing_is_asked_a_few_times_only(run: Run) -> None:
    fields = ["return_full_text", "top_k", "top_p", "do_sample", "max_new_tokens"]
    with ScriptedServer() as server:
        server.on("POST", "/", *map(unused, [*fields, "temperature"]))
        with pytest.raises(errors.RequestRefused, match="max_new_tokens"):
            run(reply(server, asking(top_p=0.5, top_k=7, temperature=0.5)))
        assert len(server.requests) == 1 + MOST_ROUNDS


def test_a_refused_name_that_was_not_sent_is_not_tried_again(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json(UNUSED, 400))
        with pytest.raises(errors.RequestRefused, match="other"):
            run(reply(server, asking()))
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer.json([{"error": "m is loading", "estimated_time": 20.0}], 503), errors.ServerBusy),
        (Answer.json([{"error": "m is loading"}]), errors.ServerBusy),
        (Answer.json({"ok": True}), errors.NotAChatServer),
        (Answer.html("<html><title>Sign in</title>"), errors.NotAChatServer),
        (Answer.json([{"generated_text": " "}]), errors.EmptyAnswer),
        (Answer.json({"error": "unknown error", "warnings": ["x"]}, 500), errors.ServerFailed),
        (Answer.text("Not Found", 404), errors.NotAChatServer),
    ],
)
def test_failures_are_told(run: Run, answer: Answer, kind: type[errors.ChatError]) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", answer)
        with pytest.raises(kind):
            run(reply(server, asking()))


def test_a_refusal_that_repeats_the_prompt_is_quoted_without_it(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json({"error": "cannot read 'Be kind.' here"}, 400))
        with pytest.raises(errors.RequestRefused) as refused:
            run(reply(server, asking()))
    assert "Be kind." not in refused.value.user_text


def test_a_base_without_a_credential_sends_none(run: Run) -> None:
    async def scenario(server: ScriptedServer) -> None:
        client = HttpClient()
        backend = TextGeneration(client, server.url)
        async with aclosing(backend.reply(asking())) as events:
            assert [event async for event in events][-1] == ReplyFinished("stop")
        await client.aclose()

    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json({"generated_text": "a"}))
        run(scenario(server))
        assert server.requests[0].header("authorization") is None


def test_stopping_ends_the_request(run: Run) -> None:
    async def scenario(server: ScriptedServer) -> None:
        client = HttpClient()
        replying = TextGeneration(client, server.url).reply(asking())
        await anext(replying)
        await anext(replying)
        waiting = asyncio.ensure_future(anext(replying))
        await asyncio.to_thread(server.wait_for_request)
        waiting.cancel()
        await asyncio.to_thread(server.wait_for_disconnect)
        await asyncio.wait([waiting])
        await replying.aclose()
        await client.aclose()

    with ScriptedServer() as server:
        server.on("POST", "/", Answer.hang())
        run(scenario(server))


PROMPT = "Be kind.\n\nUser: Joke?\n\nAssistant:"


@pytest.mark.parametrize(
    "answer",
    [
        f"{PROMPT} Knock knock.",
        " Knock knock.\n",
        f"{PROMPT} Knock knock.\n\nUser: Who is there?\n\nAssistant: Boo.",
    ],
)
def test_one_text_goes_in_and_the_answer_is_cut_out_of_what_comes(run: Run, answer: str) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json([{"generated_text": answer}]))
        assert TextDelta("Knock knock.") in run(reply(server, asking(), as_text=True))
        assert server.requests[0].json()["inputs"] == PROMPT


def test_one_text_without_an_answer_is_an_error(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json({"ok": True}))
        with pytest.raises(errors.NotAChatServer):
            run(reply(server, asking(), as_text=True))


@pytest.mark.parametrize(
    ("as_text", "answer"),
    [
        (False, " knock."),
        (False, [{"role": "user", "content": "Joke?"}, {"role": "assistant", "content": "Knock"}]),
        (False, [{"role": "assistant", "content": "Knock knock."}]),
        (True, f"{PROMPT} Knock knock."),
        (True, " knock."),
    ],
)
def test_a_cut_answer_is_gone_on_with_and_not_doubled(
    run: Run, as_text: bool, answer: object
) -> None:
    begun = Turn(Role.ASSISTANT, "Knock")
    request = asking()
    request = replace(request, turns=(*request.turns, begun), continues=True)
    with ScriptedServer() as server:
        server.on("POST", "/", Answer.json([{"generated_text": answer}]))
        events = run(reply(server, request, as_text=as_text))
    text = "".join(event.text for event in events if isinstance(event, TextDelta))
    assert text in (" knock.", "")
    assert events[-1] == ReplyFinished("stop")
