"""Speaks to the transformers pipeline: the list of messages goes in, the answer comes whole."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncGenerator, Mapping

from hfchat_gui.backends.dialects import dialect, sampling_fields
from hfchat_gui.backends.end_marks import EndMarks
from hfchat_gui.backends.generated_text import cut_at_stop, generated_text
from hfchat_gui.backends.json_reading import NotJson, read_json
from hfchat_gui.backends.output import Output
from hfchat_gui.backends.replies import Asked, not_a_chat_server, refusal, stream_error
from hfchat_gui.backends.server_words import name_in, read_words
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

_UNUSED = re.compile(rb"model_kwargs.{0,40}not used by the model: \[([^\]]{0,2000})\]")
_MOST_READ = 64 * 1024
_AT_ONCE = "This backend answers all at once; there is nothing to see until the answer is complete."


class TextGeneration:
    """A backend for the model behind one pipeline address, which is used as it is."""

    def __init__(
        self, client: HttpClient, base: str, *, credential: Credential | None = None
    ) -> None:
        self._client = client
        self._base = base
        self._credential = credential

    async def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield that the answer comes all at once, then the answer; raise a `ChatError`."""
        sampling = sampling_fields(dialect("toolkit"), request.sampling)
        yield ReplyWaiting(WaitReason.ANSWERING_AT_ONCE)
        yield ReplyNoted(_AT_ONCE)
        for note in sampling.notes:
            yield ReplyNoted(note)
        answer = await self._ask(request, sampling.values)
        if refused := _refused_names(answer, sampling.values):
            yield ReplyNoted(f"This model has no setting for {', '.join(refused)}; left out.")
            fewer = {name: v for name, v in sampling.values.items() if name not in refused}
            answer = await self._ask(request, fewer)
        for event in _events(answer, request, self._asked(request)):
            yield event
            await asyncio.sleep(0)  # whoever shows one may take long over it

    async def _ask(self, request: ChatRequest, parameters: Mapping[str, object]) -> HttpAnswer:
        inputs = [{"role": turn.role.value, "content": turn.text} for turn in request.turns]
        always = dialect("toolkit").always
        return await self._client.fetch(
            HttpRequest(
                "POST",
                self._base,
                {"inputs": inputs, "parameters": {**parameters, **always}},
                credential=self._credential,
                headers={"Accept": "application/json"},
                first_byte=None,
                silence=None,
            )
        )

    def _asked(self, request: ChatRequest) -> Asked:
        keys = (self._credential.secret.reveal(),) if self._credential else ()
        return Asked(
            host_of(self._base),
            request.model.name,
            has_credential=self._credential is not None,
            keys=keys,
            turns=tuple(turn.text for turn in request.turns),
        )


def _refused_names(answer: HttpAnswer, parameters: Mapping[str, object]) -> list[str]:
    """Return the parameters that the model does not know, from the words of its refusal."""
    found = _UNUSED.search(answer.body[:_MOST_READ]) if answer.status == 400 else None
    if found is None:
        return []
    named = re.findall(r"['\"](\w+)['\"]", found[1].decode("utf-8", "replace"))
    return [name for name in named if name in parameters]


def _events(answer: HttpAnswer, request: ChatRequest, asked: Asked) -> list[ReplyEvent]:
    content_type = answer.headers.get("content-type", "")
    if not 200 <= answer.status < 300:
        raise refusal(answer.status, answer.headers, answer.body, asked)
    words = read_words(answer.body, content_type)
    try:
        value = read_json(answer.body)
    except NotJson:
        raise not_a_chat_server(words, asked) from None
    text = generated_text(value, request.turns)
    if text is None:
        if words.fields.get("error"):
            raise stream_error(words, answer.headers, asked)
        raise not_a_chat_server(words, asked)
    return _as_reply(text, request, answer, asked)


def _as_reply(
    text: str, request: ChatRequest, answer: HttpAnswer, asked: Asked
) -> list[ReplyEvent]:
    marks = EndMarks()
    text = marks.feed(text) + marks.finish()
    output = Output()
    if request_id := name_in(answer.headers.get("x-request-id")):
        output.event(Served(request_id=request_id))
    output.text(cut_at_stop(text, request.sampling.stop))
    events = [*output.take(), *output.close()]
    if not output.has_text:
        raise EmptyAnswer(f"{asked.host} returned no text. Try again, or raise the reply length.")
    return [*events, ReplyFinished()]
