"""What is sent, and what becomes of every kind of refusal, through the whole core to the disk."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import pairwise
from typing import Any

import pytest

from hfchat_gui.assembly import KEY_VARIABLE
from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.request import SamplingOptions
from tests.endtoend.wire_chat import CHAT, WireChat, wire_chat
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Waits

OK = Answer.stream(chat_events("fine"))
KEY = "hf_" + "q" * 30
PAGE = "<!DOCTYPE html><html><head><title>{}</title></head><body>{}</body></html>"


@pytest.fixture
def plain(server: ScriptedServer) -> ScriptedServer:
    """A server that has a chat and a list, and answers well."""
    server.on("POST", CHAT, OK)
    return server


@pytest.fixture
def key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server's key in the environment."""
    monkeypatch.setenv(KEY_VARIABLE, request.param)


def told(run: Run, server: ScriptedServer, story: Callable[[WireChat], Awaitable[Any]]) -> Any:
    """Run a story in a chat with this server, whose key is in the environment if there is one."""

    async def whole() -> Any:
        model = ModelRef(Source.ADDRESS, "m", server.url)
        async with wire_chat(model, Waits(), server.url) as chat:
            return await story(chat)

    return run(whole())


def refused(run: Run, server: ScriptedServer, *answers: Answer) -> Message:
    """The reply to one question that the server answers so."""
    server.on("POST", CHAT, *answers)
    reply: Message = told(run, server, lambda chat: chat.ask("hi"))
    assert reply.state is ReplyState.FAILED
    assert reply.error is not None
    assert not reply.text
    return reply


def bodies(server: ScriptedServer) -> list[dict[str, Any]]:
    """The questions that reached the server."""
    sent = [one for one in server.requests if one.method == "POST" and one.path == CHAT]
    return [one.json() for one in sent if b"messages" in one.body]


def test_what_nobody_set_is_not_sent(run: Run, plain: ScriptedServer) -> None:
    told(run, plain, lambda chat: chat.ask("hi"))
    (body,) = bodies(plain)
    assert set(body) == {"model", "messages", "stream", "stream_options"}
    assert body["messages"] == [{"role": "user", "content": "hi"}]


def test_a_top_p_of_one_is_not_sent_and_a_smaller_one_is(run: Run, plain: ScriptedServer) -> None:
    async def story(chat: WireChat) -> None:
        for top_p in (1.0, 0.5):
            chat.session.set_sampling(SamplingOptions(top_p=top_p))
            assert (await chat.ask("hi")).text == "fine"

    told(run, plain, story)
    assert [body.get("top_p") for body in bodies(plain)] == [None, 0.5]


@pytest.mark.parametrize(("window", "prompt", "fits"), [(4096, 3300, 796), (2048, 1600, 448)])
def test_a_reply_that_is_too_long_for_the_window_is_shortened_by_one_click(
    run: Run, plain: ScriptedServer, window: int, prompt: int, fits: int
) -> None:
    words = f"`inputs` tokens + `max_new_tokens` must be <= {window}. "
    words += f"Given: {prompt} `inputs` tokens and 1024 `max_new_tokens`"
    over = {"error": f"Input validation error: {words}", "error_type": "validation"}
    plain.on("POST", CHAT, OK, Answer.json(over, 422), OK)

    async def story(chat: WireChat) -> None:
        chat.session.set_sampling(SamplingOptions(max_tokens=1024))
        await chat.ask("first")
        reply = await chat.ask("second")
        assert reply.error is not None
        assert reply.error.kind == "too_long"
        assert str(window) in reply.error.message
        assert str(prompt) in reply.error.message
        assert reply.error.action.kind is ActionKind.SHORTEN_REPLY
        assert chat.session.shorten_reply(reply.id)
        assert (await chat.answered()).text == "fine"
        kept = await chat.core.store.load(chat.session.conversation.id)
        assert [turn.text for turn in kept.path] == ["first", "fine", "second", "fine"]
        assert kept.details.sampling.max_tokens == fits

    told(run, plain, story)
    first, over_long, again = bodies(plain)
    assert [body["max_tokens"] for body in (first, over_long, again)] == [1024, 1024, fits]
    assert again["messages"] == over_long["messages"]


def test_a_turn_without_an_answer_does_not_stand_beside_the_next(
    run: Run, plain: ScriptedServer
) -> None:
    plain.on("POST", CHAT, Answer.json({"error": "it broke"}, 500), OK)

    async def story(chat: WireChat) -> None:
        assert (await chat.ask("one")).state is ReplyState.FAILED
        assert (await chat.ask("two")).text == "fine"

    told(run, plain, story)
    turns = bodies(plain)[-1]["messages"]
    assert all(one["role"] != other["role"] for one, other in pairwise(turns))
    assert all(turn["content"].strip() for turn in turns)
    assert "two" in turns[-1]["content"]


def test_a_402_about_the_length_names_both_numbers(run: Run, plain: ScriptedServer) -> None:
    words = "This needs more credit, or fewer max_tokens: 9000 requested, 3100 affordable."
    reply = refused(run, plain, Answer.json({"error": {"message": words, "code": 402}}, 402))
    assert reply.error is not None
    assert reply.error.kind == "payment"
    assert "9000" in reply.error.message
    assert "3100" in reply.error.message
    assert len(bodies(plain)) == 1


def test_a_missing_permission_is_neither_a_bad_token_nor_a_licence(
    run: Run, plain: ScriptedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, KEY)
    words = "This token does not have sufficient permissions to call Inference Providers for x"
    reply = refused(run, plain, Answer.json({"error": words}, 403))
    assert reply.error is not None
    assert reply.error.kind == "permission"
    assert "Inference Providers" in reply.error.message
    assert reply.error.action.kind is ActionKind.OPEN_PAGE
    assert "settings/tokens" in reply.error.action.target
    assert len(bodies(plain)) == 1


@pytest.mark.parametrize(
    ("body", "kind"),
    [
        ('{"error":"Access to model org/m is restricted (gated). Please log in."}', "licence"),
        ('{"error":"Invalid username or password."}', "sign_in"),
        ("", "sign_in"),
    ],
)
@pytest.mark.usefixtures("key")
@pytest.mark.parametrize("key", [KEY, ""], indirect=True)
def test_a_401_is_told_by_its_words(run: Run, plain: ScriptedServer, body: str, kind: str) -> None:
    reply = refused(run, plain, Answer.of(body, 401, kind="application/json"))
    assert reply.error is not None
    assert reply.error.kind == kind
    if kind == "sign_in":
        assert any(word in reply.error.message for word in ("token", "key"))
    assert KEY not in reply.error.message + reply.error.detail
    assert len(bodies(plain)) == 1


def test_a_page_of_a_proxy_is_never_the_message(run: Run, plain: ScriptedServer) -> None:
    page = PAGE.format("521: Web server is down", "<div>sorry</div>" * 500)
    reply = refused(run, plain, Answer.html(page, 521))
    assert reply.error is not None
    assert "<" not in reply.error.message
    assert "sorry" not in reply.error.message
    assert len(reply.error.message) < 300
    assert "521" in reply.error.message + reply.error.detail
    assert len(bodies(plain)) == 2  # once more, and then it is told


def test_an_empty_404_names_what_was_asked_for(run: Run, plain: ScriptedServer) -> None:
    reply = refused(run, plain, Answer.raw(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n"))
    assert reply.error is not None
    assert "404" in reply.error.message
    assert CHAT in reply.error.message
    assert "Expecting value" not in reply.error.message + reply.error.detail


@pytest.mark.parametrize(
    ("before", "answer"),
    [
        ("<|user|>\nRiddle?</s>\n<|assistant|>\n", "An egg."),
        ("", "An egg."),
        ("", "Riddle? An egg is my answer to it."),
    ],
)
def test_the_prompt_that_a_pipeline_repeats_is_cut_off_once_and_nothing_else(
    run: Run, before: str, answer: str
) -> None:
    with ScriptedServer() as server:
        shapes.toolkit(server)
        probe = Answer.json({"error": shapes.NO_INPUTS}, 400)
        server.on("POST", "/", probe, Answer.json([{"generated_text": before + answer}]))

        async def story() -> Message:
            async with wire_chat(ModelRef(Source.ADDRESS, "", server.url)) as chat:
                return await chat.ask("Riddle?")

        reply = run(story())
    assert (reply.text, reply.state) == (answer, ReplyState.COMPLETE)
