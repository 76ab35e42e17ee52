"""What the chat-completions backend sends: fields that were refused, answers to go on with."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import aclosing
from typing import Any

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.refused_fields import MOST_ROUNDS, LeftOut
from hfchat_gui.conversation.errors import PromptTooLong, RequestRefused
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, ReplyNoted, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.network.client import HttpClient
from tests.helpers.chat_stream import chat_chunk, chat_events, event
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run

PATH = "/v1/chat/completions"
QUESTION = Turn(Role.USER, "Count to four.")
BEGUN = Turn(Role.ASSISTANT, "One, two,")
WARM = SamplingOptions(temperature=0.5)
UNSUPPORTED = Answer.json(
    {"error": {"message": "not here", "code": "unsupported_parameter", "param": "temperature"}}, 400
)
OVERFLOW = {"error": {"type": "exceed_context_size_error", "n_prompt_tokens": 900, "n_ctx": 512}}


def reply(
    run: Run,
    server: ScriptedServer,
    kind: str = "",
    *,
    continues: bool = False,
    left_out: LeftOut | None = None,
    is_embedded: bool = False,
    sampling: SamplingOptions = WARM,
    turns: tuple[Turn, ...] = (),
) -> list[ReplyEvent]:
    turns = turns or ((QUESTION, BEGUN) if continues else (QUESTION,))
    asked = ChatRequest(ModelRef(Source.ADDRESS, "m"), turns, sampling, continues=continues)

    async def read() -> list[ReplyEvent]:
        client = HttpClient()
        backend = ChatCompletions(
            client, server.url, "m", server=kind, left_out=left_out, is_embedded=is_embedded
        )
        try:
            async with aclosing(backend.reply(asked)) as items:
                return [item async for item in items]
        finally:
            await client.aclose()

    return run(read())


def text_of(events: list[ReplyEvent]) -> str:
    return "".join(item.text for item in events if isinstance(item, TextDelta))


def notes(events: list[ReplyEvent]) -> list[str]:
    return [item.text for item in events if isinstance(item, ReplyNoted)]


def test_an_option_that_is_refused_by_name_is_left_out_told_and_kept(run: Run) -> None:
    kept: list[tuple[str, ...]] = []

    async def keep(names: tuple[str, ...]) -> None:
        kept.append(names)

    with ScriptedServer() as server:
        server.on("POST", PATH, UNSUPPORTED, Answer.stream(chat_events("Hi")))
        first = reply(run, server, left_out=LeftOut((), keep))
        again = reply(run, server, left_out=LeftOut(kept[0], keep))
        assert kept == [("temperature",)]
        told = ["This model has no setting for temperature; left out."]
        assert notes(first) == notes(again) == told
        assert text_of(first) == text_of(again) == "Hi"
        sent = ["temperature" in asked.json() for asked in server.requests]
        assert sent == [True, False, False]


def test_a_server_that_refuses_one_field_after_the_other_is_asked_a_few_times(run: Run) -> None:
    names = ["temperature", "top_p", "seed", "min_p", "top_k"]
    refusals = [Answer.json({"error": f"Unsupported parameter: {name}"}, 400) for name in names]
    many = SamplingOptions(temperature=0.5, top_p=0.5, seed=1, min_p=0.1, top_k=5)
    left_out = LeftOut()
    with ScriptedServer() as server:
        server.on("POST", PATH, *refusals, Answer.stream(chat_events("Hi")))
        with pytest.raises(RequestRefused, match="top_k"):
            reply(run, server, sampling=many, left_out=left_out)
        assert len(server.requests) == 1 + MOST_ROUNDS
        events = reply(run, server, sampling=many, left_out=left_out)
        assert text_of(events) == "Hi"
        told = "This model has no setting for temperature, top_p, top_k, min_p, seed; left out."
        assert sorted(notes(events)[0]) == sorted(told)
        assert len(server.requests) == 2 + MOST_ROUNDS


def test_a_field_that_is_named_again_once_it_is_gone_is_not_held_against_the_server(
    run: Run,
) -> None:
    kept: list[tuple[str, ...]] = []

    async def keep(names: tuple[str, ...]) -> None:
        kept.append(names)

    said = "Your message says: temperature is not supported. (request {})"
    with ScriptedServer() as server:
        refusals = [Answer.json({"error": said.format(number)}, 400) for number in range(2)]
        server.on("POST", PATH, *refusals)
        with pytest.raises(RequestRefused):
            reply(run, server, left_out=LeftOut(["seed"], keep))
    assert kept == [("seed", "temperature"), ("seed",)]


def test_a_length_that_is_too_great_is_neither_renamed_nor_left_out(run: Run) -> None:
    refusal = {"error": {"message": "This model does not support max_tokens above 50"}}
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json(refusal, 400))
        with pytest.raises(RequestRefused, match="at most 50 tokens") as refused:
            reply(run, server, sampling=SamplingOptions(max_tokens=100))
        assert refused.value.action.target == "50"
        assert len(server.requests) == 1


def test_a_length_is_sent_under_the_name_that_is_taken_and_needs_no_word(run: Run) -> None:
    said = (
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use "
        "'max_completion_tokens' instead."
    )
    refusal = {"error": {"message": said, "param": "max_tokens", "code": "unsupported_parameter"}}
    sampling = SamplingOptions(max_tokens=5)
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json(refusal, 400), Answer.stream(chat_events("Hi")))
        assert notes(reply(run, server, sampling=sampling)) == []
        assert "max_tokens" not in server.requests[1].json()
        assert server.requests[1].json()["max_completion_tokens"] == 5


def test_stop_strings_that_are_refused_or_unknown_still_end_the_answer(run: Run) -> None:
    refusal = Answer.json({"error": "stop is not supported"}, 400)
    sampling = SamplingOptions(stop=("END",))
    with ScriptedServer() as server:
        server.on("POST", PATH, refusal, Answer.stream(chat_events("Hi E", "ND and more")))
        events = reply(run, server, sampling=sampling)
        assert text_of(events) == "Hi "
        assert events[-1] == ReplyFinished("stop")
        assert "stop" not in server.requests[1].json()


def test_a_turn_without_a_word_is_not_sent(run: Run) -> None:
    asked = (Turn(Role.SYSTEM, " "), QUESTION, Turn(Role.ASSISTANT, ""), QUESTION)
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("Hi")))
        reply(run, server, turns=asked)
        sent = server.requests[0].json()["messages"]
        assert sent == [{"role": "user", "content": QUESTION.text}] * 2


def test_a_field_that_is_refused_inside_the_stream_is_left_out_too(run: Run) -> None:
    said = {"message": "Unsupported parameter: 'temperature'", "code": 400}
    refusal, sampling = event({"error": said}), SamplingOptions(temperature=0.5)
    with ScriptedServer() as server:
        answers = Answer.stream([refusal]), Answer.stream(chat_events("Hi"))
        server.on("POST", PATH, *answers, Answer.stream([chat_chunk("Hi"), refusal]))
        events = reply(run, server, sampling=sampling)
        assert (text_of(events), len(notes(events))) == ("Hi", 1)
        assert "temperature" not in server.requests[1].json()
        with pytest.raises(RequestRefused):  # an answer that has begun is not asked for anew
            reply(run, server, sampling=sampling)
        assert len(server.requests) == 3


def test_a_field_of_ours_that_is_refused_needs_no_word(run: Run) -> None:
    refusal = Answer.json({"error": "stream_options is unknown"}, 422)
    with ScriptedServer() as server:
        server.on("POST", PATH, refusal, Answer.stream(chat_events("Hi")))
        assert notes(reply(run, server)) == []
        assert "stream_options" not in server.requests[1].json()


def test_what_a_chat_cannot_do_without_is_never_left_out(run: Run) -> None:
    wrong = {"error": {"message": "no", "code": "unsupported_parameter", "param": "messages"}}
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json(wrong, 400))
        with pytest.raises(RequestRefused):
            reply(run, server)
        assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("kind", "fields", "is_sure"),
    [
        ("vllm", {"add_generation_prompt": False, "continue_final_message": True}, True),
        ("llama.cpp", {"chat_template_kwargs": {"enable_thinking": False}}, True),
        ("tgi", {}, True),
        ("ollama", {}, True),
        ("lmstudio", {}, False),
        ("hf-router", {}, False),
        ("transformers-serve", {}, False),
        ("", {}, False),
    ],
)
def test_each_kind_is_told_to_go_on_in_its_own_way(
    run: Run, kind: str, fields: Mapping[str, Any], is_sure: bool
) -> None:
    extra = {"add_generation_prompt", "continue_final_message", "chat_template_kwargs"}
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events(" three")))
        events = reply(run, server, kind, continues=True)
        assert text_of(events) == " three"
        assert [("begins it anew" in note) for note in notes(events)] == [True] * (not is_sure)
        body = server.requests[0].json()
        assert body["messages"][-1] == {"role": "assistant", "content": "One, two,"}
        assert {name: body[name] for name in extra & set(body)} == fields
        reply(run, server, kind)
        assert not extra & set(server.requests[1].json())


def test_a_server_that_repeats_the_beginning_does_not_double_it(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream(chat_events("One, ", "two, three")))
        assert text_of(reply(run, server, "tgi", continues=True)) == " three"


def test_a_server_with_nothing_to_add_has_completed_the_answer(run: Run) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.stream([chat_chunk(finish_reason="stop")]))
        events = reply(run, server, "tgi", continues=True)
        assert notes(events) == ["The model had nothing to add."]
        assert events[-1] == ReplyFinished()


@pytest.mark.parametrize(
    ("is_embedded", "place"), [(True, "model on this computer"), (False, "model at 127.0.0.1:")]
)
def test_an_overflow_has_its_numbers_and_its_place(run: Run, is_embedded: bool, place: str) -> None:
    with ScriptedServer() as server:
        server.on("POST", PATH, Answer.json(OVERFLOW, 400))
        with pytest.raises(PromptTooLong, match=place) as refused:
            reply(run, server, "llama.cpp", is_embedded=is_embedded)
    assert (refused.value.prompt_tokens, refused.value.window_tokens) == (900, 512)


def test_an_overflow_within_a_stream_has_its_numbers_too(run: Run) -> None:
    said = "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 17 `inputs` tokens and 10000"
    with ScriptedServer() as server:
        body = {"error": f"Input validation error: {said} `max_new_tokens`"}
        server.on("POST", PATH, Answer.stream([event({**body, "error_type": "validation"})]))
        with pytest.raises(PromptTooLong) as refused:
            reply(run, server, "tgi")
    assert (refused.value.prompt_tokens, refused.value.window_tokens) == (17, 4096)
