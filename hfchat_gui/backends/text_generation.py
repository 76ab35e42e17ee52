"""Speaks to the transformers pipeline: messages or one text go in, the answer comes whole."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping
from typing import Any

from hfchat_gui.backends.asked import Asked, asked_at
from hfchat_gui.backends.continuation import continued
from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.generated_text import generated_text
from hfchat_gui.backends.json_reading import NotJson, read_json
from hfchat_gui.backends.masking import masked_name
from hfchat_gui.backends.output import Output
from hfchat_gui.backends.plain_prompt import NEXT_TURN, plain_prompt
from hfchat_gui.backends.refused_fields import (
    MOST_ROUNDS,
    LeftOut,
    left_out_note,
    one_after_another,
    refused_fields,
)
from hfchat_gui.backends.replies import not_a_chat_server, refusal, stream_error
from hfchat_gui.backends.sampling_fields import sampling_fields
from hfchat_gui.backends.server_warnings import warnings_in
from hfchat_gui.backends.server_words import ServerWords, read_words
from hfchat_gui.backends.stop_strings import stopped_at
from hfchat_gui.backends.strict_turns import spoken
from hfchat_gui.conversation.errors import EmptyAnswer
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Served,
    WaitReason,
)
from hfchat_gui.conversation.request import ChatRequest
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.client import HttpAnswer, HttpClient, HttpRequest
from hfchat_gui.network.credentials import Credential

_AT_ONCE = "This backend answers all at once; there is nothing to see until the answer is complete."

_WHOLE_WITHIN = 600.0  # seconds for an answer that has begun to come, however slow the way is


class TextGeneration:
    """A backend for the model behind one pipeline address, which is used as it is.

    `as_text`: the conversation goes in as one text of a plain pattern instead of messages.
    `left_out`: the parameters that the address is known to refuse.
    """

    def __init__(
        self,
        client: HttpClient,
        base: str,
        *,
        credential: Credential | None = None,
        as_text: bool = False,
        left_out: LeftOut | None = None,
    ) -> None:
        self._client = client
        self._base = base
        self._credential = credential
        self._as_text = as_text
        self._left_out = left_out or LeftOut()

    def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield that the answer comes all at once, then the answer; raise a `ChatError`."""
        events = self._reply(request)
        if stops := [stop for stop in request.sampling.stop if stop]:
            events = stopped_at(events, stops, reads_on=True)  # all of it comes at once
        return continued(events, request.turns[-1].text) if request.continues else events

    async def _reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        speech = dialect("toolkit")
        sampling = sampling_fields(speech, request.sampling)
        yield ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
        yield ReplyNoted(_AT_ONCE)
        known = self._left_out.of(sampling.values)
        for note in (*sampling.notes, *([left_out_note(known)] if known else [])):
            yield ReplyNoted(note)
        parameters = self._left_out.without({**speech.always, **sampling.values})
        answer = await self._ask(request, parameters)
        rounds, gone = 0, list[str]()
        while refused := await asyncio.to_thread(_refused_in, answer, parameters):
            new = await self._left_out.learn(refused, sampling.values)
            if rounds == MOST_ROUNDS:
                raise one_after_another(host_of(self._base), refused)
            rounds, gone = rounds + 1, refused
            if new:
                yield ReplyNoted(left_out_note(new))
            parameters = self._left_out.without(parameters)
            answer = await self._ask(request, parameters)
        if gone:
            await self._left_out.forget(await asyncio.to_thread(_refused_in, answer, gone))
        for event in await asyncio.to_thread(self._events, answer, request):
            yield event
            await asyncio.sleep(0)  # whoever shows one may take long over it

    async def _ask(self, request: ChatRequest, parameters: Mapping[str, object]) -> HttpAnswer:
        return await self._client.fetch(
            HttpRequest(
                "POST",
                self._base,
                {"inputs": self._inputs(request), "parameters": parameters},
                credential=self._credential,
                headers={"Accept": "application/json"},
                first_byte=None,
            ),
            within=_WHOLE_WITHIN,
        )

    def _inputs(self, request: ChatRequest) -> str | list[dict[str, str]]:
        if self._as_text:
            return plain_prompt(spoken(request.turns), continues=request.continues)
        return [{"role": turn.role.value, "content": turn.text} for turn in spoken(request.turns)]

    def _events(self, answer: HttpAnswer, request: ChatRequest) -> list[ReplyEvent]:
        asked = asked_at(
            self._base, self._base, request.model.name, self._credential, request.turns
        ).hiding(answer.unsaid)
        if not 200 <= answer.status < 300:
            raise refusal(answer.status, answer.headers, answer.body, asked)
        words = _words(answer)
        try:
            value = read_json(answer.body)
        except NotJson:
            raise not_a_chat_server(words, asked) from None
        text = self._answer_in(value, request)
        if text is None:
            if words.fields.get("error"):
                raise stream_error(words, answer.headers, asked)
            raise not_a_chat_server(words, asked)
        notes = [ReplyNoted(warning) for warning in warnings_in(value, asked)]
        return [*notes, *_as_reply(text, answer, asked)]

    def _answer_in(self, value: Any, request: ChatRequest) -> str | None:
        inputs = self._inputs(request)
        if not isinstance(inputs, str):
            return generated_text(value, [turn.text for turn in request.turns])
        text = generated_text(value, (), prompt=inputs)
        if text is None:
            return None
        answer, _, _ = text.partition(NEXT_TURN)
        return answer.rstrip() if request.continues else answer.strip()


def _words(answer: HttpAnswer) -> ServerWords:
    return read_words(answer.body, answer.headers.get("content-type", ""))


def _refused_in(answer: HttpAnswer, parameters: Collection[str]) -> list[str]:
    return refused_fields(answer.status, _words(answer), parameters)


def _as_reply(text: str, answer: HttpAnswer, asked: Asked) -> list[ReplyEvent]:
    output = Output()
    if request_id := masked_name(answer.headers.get("x-request-id"), asked.keys):
        output.event(Served(request_id=request_id))
    output.text(text)
    events = [*output.take(), *output.close()]
    if not output.has_text:
        raise EmptyAnswer(f"{asked.host} returned no text. Try again, or raise the reply length.")
    return [*events, ReplyFinished()]
