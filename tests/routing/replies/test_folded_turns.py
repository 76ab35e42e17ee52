"""Turns are changed only for a template that refuses them, with a word, and it is remembered."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hfchat_gui.backends.strict_turns import told as folding_told
from hfchat_gui.conversation.errors import ChatError, ModelCannotChat, TemplateRefused
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyNoted, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.routing.replies.folded_turns import FoldedTurns
from tests.helpers.chat_stream import chat_chunk, chat_events, event
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts, Keys, at, events, router, text_of
from tests.routing.replies.played import Played, all_of

CHAT = "/v1/chat/completions"
OK = Answer.stream(chat_events("ok"))
TURNS = (Turn(Role.SYSTEM, "Be brief."), Turn(Role.USER, "Hi"), Turn(Role.USER, "there"))
FOLDED = [{"role": "user", "content": "Be brief.\n\nHi\n\nthere"}]
VLLM_OLD = {"object": "error", "message": "System role not supported", "code": 400}
FOLDING = ReplyNoted(folding_told(TURNS))
REFUSALS = [
    Answer.json(VLLM_OLD, 400),
    Answer.json({"error": {**VLLM_OLD, "type": "BadRequestError"}}, 400),
    Answer.json({"error": "Template error: Conversation roles must alternate user/assistant"}, 422),
    Answer.json(
        {"error": {"code": 500, "message": "Roles must alternate user/assistant, at"}}, 500
    ),
    Answer.stream([event({"error": "Template error: roles must alternate user/assistant"})]),
]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        shapes.plain(running)
        yield running


def ask(
    run: Run,
    server: ScriptedServer,
    facts: Facts,
    model: ModelRef | None = None,
    turns: tuple[Turn, ...] = TURNS,
) -> list[ReplyEvent]:
    asked = ChatRequest(model or at(server.url, "m"), turns, SamplingOptions(top_k=5))

    async def read() -> list[ReplyEvent]:
        keys = Keys({server.url: "hf_key"})
        async with router(keys, facts, router_base=server.url) as made:
            return await events(await made.route(asked.model), asked)

    return run(read())


def sent(server: ScriptedServer) -> list[list[dict[str, str]]]:
    posts = [asked for asked in server.requests if asked.path == CHAT and len(asked.body) > 2]
    return [asked.json()["messages"] for asked in posts]


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("source", [Source.ADDRESS, Source.ROUTER])
def test_a_refusal_of_roles_is_answered_by_folded_turns_once(
    run: Run, server: ScriptedServer, refusal: Answer, source: Source
) -> None:
    server.on("POST", CHAT, refusal, OK)
    model = ModelRef(source, "org/m", server.url if source is Source.ADDRESS else "")
    facts = Facts()
    told = ask(run, server, facts, model)
    assert text_of(told) == "ok"
    assert told.count(FOLDING) == 1
    assert len(sent(server)) == 2
    assert [turn["role"] for turn in sent(server)[0]] == ["system", "user", "user"]
    assert sent(server)[1] == FOLDED
    # From now on they are folded at once, and it is said again.
    told = ask(run, server, facts, model)
    assert FOLDING in told
    assert sent(server)[2:] == [FOLDED]
    assert [known.strict for known in facts.known.values()] == [("org/m",)]


def test_turns_that_are_taken_are_handed_on_and_nothing_is_kept(run: Run) -> None:
    kept: list[bool] = []

    async def keep() -> None:
        kept.append(True)

    note = ReplyNoted("Seed is left out.")
    backend = Played(note, note, TextDelta("ok"))
    folding = FoldedTurns(backend, is_strict=False, keep=keep)
    assert run(all_of(folding)) == [note, TextDelta("ok")]
    assert kept == []


def test_another_model_of_the_same_server_is_sent_the_turns_as_they_are(
    run: Run, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, REFUSALS[0], OK)
    facts = Facts()
    ask(run, server, facts, at(server.url, "strict"))
    assert FOLDING not in ask(run, server, facts, at(server.url, "other"))
    assert len(sent(server)[-1]) == 3


def test_notes_of_both_tries_are_said_once(run: Run, server: ScriptedServer) -> None:
    shapes.tgi(server)
    server.on("POST", CHAT, REFUSALS[2], OK)
    notes = [item for item in ask(run, server, Facts()) if isinstance(item, ReplyNoted)]
    assert [note.text.split()[0] for note in notes] == ["This", "This"]
    assert len(set(notes)) == 2


@pytest.mark.parametrize("refusal", REFUSALS)
def test_where_nothing_can_be_folded_the_refusal_is_told_at_once(
    run: Run, server: ScriptedServer, refusal: Answer
) -> None:
    server.on("POST", CHAT, refusal)
    with pytest.raises(TemplateRefused):
        ask(run, server, Facts(), turns=(Turn(Role.USER, "Hi"),))
    assert len(sent(server)) == 1


def test_folded_turns_that_are_refused_too_are_not_tried_again_and_nothing_is_learnt(
    run: Run, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, REFUSALS[0])
    facts = Facts()
    with pytest.raises(TemplateRefused):
        ask(run, server, facts)
    assert len(sent(server)) == 2
    assert [known.strict for known in facts.known.values()] in ([], [()])


def test_a_base_model_is_not_tried_again(run: Run, server: ScriptedServer) -> None:
    server.on("POST", CHAT, Answer.json({"error": "Template error: template not found"}, 422))
    with pytest.raises(ModelCannotChat, match="no chat template"):
        ask(run, server, Facts())
    assert len(sent(server)) == 1


def test_a_refusal_after_the_first_word_ends_the_reply(run: Run, server: ScriptedServer) -> None:
    parts = [chat_chunk("Once"), event({"error": "Template error: roles must alternate"})]
    server.on("POST", CHAT, Answer.stream(parts))
    with pytest.raises(TemplateRefused):
        ask(run, server, Facts())
    assert len(sent(server)) == 1


def test_a_page_of_template_source_is_a_detail(run: Run, server: ScriptedServer) -> None:
    said = "Roles must alternate user/assistant, at row 3, column 9:\n{%- if a != b -%}\n^" * 9
    server.on("POST", CHAT, Answer.json({"error": {"code": 500, "message": said}}, 500))
    with pytest.raises(ChatError) as raised:
        ask(run, server, Facts())
    assert "{%" not in raised.value.user_text
    assert raised.value.user_text.endswith("“Roles must alternate user/assistant”.")
    assert "{%- if a != b -%}" in raised.value.detail
