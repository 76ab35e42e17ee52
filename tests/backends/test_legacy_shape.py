"""The conversational request of old is never sent, and an old server's answer in it is read."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Backend
from hfchat_gui.conversation.reply_events import ReplyEvent, ReplyFinished, ReplyNoted, TextDelta
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.servers import SERVER_KINDS
from hfchat_gui.network.client import HttpClient
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run

PADDING = "Setting `pad_token_id` to `eos_token_id`:50256 for open-end generation."
LEGACY = {
    "generated_text": "I am the one who knocks.",
    "conversation": {
        "generated_responses": ["I am the one who knocks.", "I am the one who knocks."],
        "past_user_inputs": ["Hi, who are you?", "Wow, that's scary!"],
    },
    "warnings": [PADDING],
}
WITHOUT_TEXT = {"conversation": LEGACY["conversation"]}
TURNS = (
    Turn(Role.SYSTEM, "Be kind."),
    Turn(Role.USER, "Hi, who are you?"),
    Turn(Role.ASSISTANT, "I am the one who knocks."),
    Turn(Role.USER, "Wow, that's scary!"),
)
FULL = SamplingOptions(max_tokens=9, temperature=0.5, top_p=0.5, seed=3, stop=("a", "b"))
KINDS = [*SERVER_KINDS, "", "hf-router"]

Make = Callable[[HttpClient, str], Backend]


def chat(kind: str) -> Make:
    return lambda client, base: ChatCompletions(client, base, "m", server=kind)


def pipeline(*, as_text: bool) -> Make:
    return lambda client, base: TextGeneration(client, base, as_text=as_text)


BACKENDS = [*map(chat, KINDS), pipeline(as_text=False), pipeline(as_text=True)]


def reply(
    run: Run, server: ScriptedServer, make: Make, asked: ChatRequest | None = None
) -> list[ReplyEvent]:
    async def read() -> list[ReplyEvent]:
        client = HttpClient()
        try:
            backend = make(client, server.url)
            events = backend.reply(asked or ChatRequest(ModelRef(Source.ADDRESS, "m"), TURNS))
            return [event async for event in events]
        finally:
            await client.aclose()

    return run(read())


def names(value: Any) -> set[str]:
    """Every key in a body, however deep."""
    if isinstance(value, dict):
        return set(value).union(*map(names, value.values()))
    return set().union(*map(names, value)) if isinstance(value, list) else set()


def test_no_backend_ever_sends_the_conversational_shape(run: Run) -> None:
    with ScriptedServer() as server:
        server.otherwise(Answer.json(LEGACY))
        for make, sampling, continues in product(
            BACKENDS, (SamplingOptions(), FULL), (False, True)
        ):
            turns = TURNS[:-1] if continues else TURNS
            model = ModelRef(Source.ADDRESS, "m")
            asked = ChatRequest(model, turns, sampling, continues=continues)
            reply(run, server, make, asked)
        assert len(server.requests) == 4 * len(BACKENDS)
        for sent in server.requests:
            body = sent.json()
            assert not names(body) & {"past_user_inputs", "generated_responses", "text"}
            assert isinstance(body.get("messages", body.get("inputs")), list | str)


@pytest.mark.parametrize("make", [chat(""), pipeline(as_text=False), pipeline(as_text=True)])
@pytest.mark.parametrize("body", [LEGACY, [LEGACY], [[LEGACY]], WITHOUT_TEXT, [WITHOUT_TEXT]])
def test_an_old_answer_is_read(run: Run, make: Make, body: Any) -> None:
    with ScriptedServer() as server:
        server.otherwise(Answer.json(body))
        events = reply(run, server, make)
    texts = [event.text for event in events if isinstance(event, TextDelta)]
    assert "".join(texts) == "I am the one who knocks."
    assert events[-1] == ReplyFinished("stop")
    assert "pad_token" not in repr(events)


@pytest.mark.parametrize("make", [chat(""), pipeline(as_text=False)])
def test_a_warning_for_the_person_is_a_note(run: Run, make: Make) -> None:
    body = {**LEGACY, "warnings": [PADDING, "This model is retired on Friday."]}
    with ScriptedServer() as server:
        server.otherwise(Answer.json(body))
        told = [event.text for event in reply(run, server, make) if isinstance(event, ReplyNoted)]
    assert "retired on Friday" in told[-1]


def test_every_kind_that_can_be_set_has_its_dialect() -> None:
    for kind in set(SERVER_KINDS) - {"openai", "lmstudio"}:
        assert dialect(kind) is not dialect("openai")
