"""Turns the bytes of a chat-completions answer into reply events, streamed or whole.

Runs in the reader thread, once a frame. A reply is complete when `[DONE]` or a reason to finish
was seen; an error object ends it at any time; an end with neither means that it was cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.delta_parts import content_of, reasoning_of
from hfchat_gui.backends.generated_text import generated_text
from hfchat_gui.backends.json_reading import NotJson, count_of, read_json
from hfchat_gui.backends.output import Output
from hfchat_gui.backends.replies import not_a_chat_server, stream_error
from hfchat_gui.backends.server_warnings import warnings_in
from hfchat_gui.backends.server_words import ServerWords, name_in, read_words, words_of
from hfchat_gui.backends.sse import EventDecoder, EventTooLong, ServerEvent
from hfchat_gui.backends.tool_calls import ToolCalls
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer, Interrupted, ServerFailed
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Served,
    Usage,
    UsageReported,
    WaitReason,
)

Item = ReplyEvent | ChatError
_LONGEST_WHOLE = 8 * 1024 * 1024
_LONGEST_REPLY = 16 * 1024 * 1024  # characters; what is larger can be neither shown nor kept


class ReplyReader:
    """Reads one answer. Its last item is `ReplyFinished` or a `ChatError`; later bytes are
    ignored.
    """

    def __init__(self, headers: Mapping[str, str], asked: Asked) -> None:
        self._headers = headers
        self._asked = asked
        self._decoder = EventDecoder()
        self._output = Output()
        self._calls = ToolCalls()
        self._has_calls = False
        self._size = 0
        self._unframed: list[bytes] | None = []  # until the first event: it may be none at all
        self._unframed_size = 0
        self._usage: Usage | None = None
        self._served = False
        self._reason = ""
        self._done = False
        self._failure: ChatError | None = None
        self._over = False

    @property
    def has_reason(self) -> bool:
        """Whether the server has said why it stopped: only usage and `[DONE]` may follow."""
        return bool(self._reason)

    def feed(self, piece: bytes) -> list[Item]:
        """Return what `piece` adds to the reply."""
        if self._over:
            return []
        try:
            events = self._decoder.feed(piece)
        except EventTooLong:
            self._failure = not_a_chat_server(ServerWords(), self._asked)
            return self._ended()
        self._keep_unframed(piece, any_event=bool(events))
        for event in events:
            self._on_event(event)
            if self._done or self._failure is not None:
                return self._ended()
        return list(self._output.take())

    def finish(self) -> list[Item]:
        """Return the last of the reply, now that the server has ended it."""
        if self._over:
            return []
        for event in self._decoder.rest():
            self._unframed = None
            self._on_event(event, may_be_cut=True)
        if self._unframed is not None and not self._done and self._failure is None:
            self._read_whole(b"".join(self._unframed))
        return self._ended()

    def break_off(self, failure: ChatError) -> list[Item]:
        """Return the last of the reply, now that the connection has failed."""
        if self._over:
            return []
        if not self._reason:
            self._failure = failure
        return self._ended()

    # --- the end ---------------------------------------------------------------------------------

    def _ended(self) -> list[Item]:
        self._over = True
        items: list[Item] = [*self._output.take(), *self._output.close()]
        if self._usage is not None:
            items.append(UsageReported(self._usage))
        return [*items, self._last_item()]

    def _last_item(self) -> Item:
        host = self._asked.host
        if self._failure is not None:
            return self._failure
        if not self._done and not self._reason:
            return Interrupted(
                f"{host} ended the reply in the middle; what came is kept. Try again for the rest."
            )
        if self._output.has_text or self._has_calls:
            return ReplyFinished(self._reason or "stop")
        if self._output.has_thinking:
            return EmptyAnswer(
                "The model only thought and gave no answer. Raise the reply length, or try again."
            )
        return EmptyAnswer(
            f"{host} returned no text. The chat may be longer than the model's window; try again, "
            "or start a new chat."
        )

    # --- events ----------------------------------------------------------------------------------

    def _keep_unframed(self, piece: bytes, *, any_event: bool) -> None:
        if any_event:
            self._unframed = None
        elif self._unframed is not None and self._unframed_size <= _LONGEST_WHOLE:
            self._unframed.append(piece)
            self._unframed_size += len(piece)

    def _on_event(self, event: ServerEvent, *, may_be_cut: bool = False) -> None:
        if event.data.strip() == b"[DONE]":
            self._done = True
            return
        try:
            value = read_json(event.data)
        except NotJson:
            if not may_be_cut:
                self._failure = self._unreadable(event)
            return
        if event.name == b"error" or _has_error(value):
            if isinstance(value, dict):
                self._on_chunk(value)
            self._failure = stream_error(words_of(value), self._headers, self._asked)
        elif isinstance(value, dict):
            self._on_chunk(value)

    def _unreadable(self, event: ServerEvent) -> ChatError:
        if event.name == b"error" or event.data.lstrip().startswith(b'{"error"'):
            # transformers serve writes its error into JSON without escaping it
            text = event.data.decode("utf-8", "replace").strip().strip('{}"')
            words = words_of(text.removeprefix('error"').lstrip(': "'))
            return stream_error(words, self._headers, self._asked)
        return ServerFailed(
            f"{self._asked.host} sent a piece of the reply that cannot be read. What came before "
            "is kept; try again."
        )

    def _read_whole(self, body: bytes) -> None:
        """Read an answer that is no event stream: one JSON object, a page, nothing."""
        if not body.strip():
            self._done = True
            return
        try:
            value = read_json(body)
        except NotJson:
            value = None
        if _has_error(value) or (isinstance(value, list) and value and _has_error(value[0])):
            self._failure = stream_error(words_of(value), self._headers, self._asked)
        elif isinstance(value, dict) and _first_choice(value) is not None:
            self._on_chunk(value)
            self._done = True
        elif (text := generated_text(value, self._asked.turns)) is not None:
            self._on_generated(text, value)
        else:
            words = read_words(body, self._headers.get("content-type", ""))
            self._failure = not_a_chat_server(words, self._asked)

    def _on_generated(self, text: str, value: Any) -> None:
        """Take the answer of an old transformers backend, which knew no chat completions."""
        for warning in warnings_in(value, self._asked):
            self._output.event(ReplyNoted(warning))
        self._on_delta({"content": text})
        self._done = True

    # --- one chunk -------------------------------------------------------------------------------

    def _on_chunk(self, chunk: dict[str, Any]) -> None:
        self._note_served(chunk)
        groq = chunk.get("x_groq")
        for usage in (chunk.get("usage"), groq.get("usage") if isinstance(groq, dict) else None):
            self._usage = _usage(usage) or self._usage
        if progress := _progress(chunk.get("prompt_progress")):
            self._output.event(progress)
        choice = _first_choice(chunk)
        if choice is None:
            return
        delta = choice.get("delta") or choice.get("message")
        if isinstance(delta, dict):
            self._on_delta(delta)
        reason = choice.get("finish_reason")
        if isinstance(reason, str) and reason:
            self._reason = name_in(reason)

    def _on_delta(self, delta: dict[str, Any]) -> None:
        text, thinking = content_of(delta)
        thinking = reasoning_of(delta) or thinking
        calls = self._calls.read(delta)
        self._size += len(text) + len(thinking) + sum(len(call.arguments) for call in calls)
        if self._size > _LONGEST_REPLY:
            self._failure = self._too_long()
            return
        if thinking:
            self._output.thinking(thinking)
        if text:
            self._output.text(text)
        for call in calls:
            self._has_calls = True
            self._output.event(call)

    def _too_long(self) -> ChatError:
        return Interrupted(
            f"{self._asked.host} sent more than {_LONGEST_REPLY // 1024**2} MB for one reply, so "
            "it was ended; what came before is kept. Try again, or choose another model."
        )

    def _note_served(self, chunk: dict[str, Any]) -> None:
        if self._served:
            return
        self._served = True
        model, provider = chunk.get("model"), chunk.get("provider")
        header = self._headers.get("x-inference-provider", "")
        served = Served(
            name_in(model),
            name_in(header) or name_in(provider),
            name_in(self._headers.get("x-request-id")),
        )
        if served != Served():
            self._output.event(served)


def _has_error(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    # Old vLLM marks its errors so; some relays spread them over two keys.
    marked = value.get("object") == "error" or bool(value.get("error_message"))
    return marked or bool(value.get("error"))


def _first_choice(chunk: dict[str, Any]) -> dict[str, Any] | None:
    choices = chunk.get("choices")
    if not isinstance(choices, list):
        return None
    usable = (choice for choice in choices if isinstance(choice, dict))
    return next((choice for choice in usable if not choice.get("index")), None)


def _usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    counts = [value.get(name) for name in ("prompt_tokens", "completion_tokens", "total_tokens")]
    prompt, completion, total = (count_of(count) or 0 for count in counts)
    return Usage(prompt, completion, total or prompt + completion)


def _progress(value: Any) -> ReplyWaiting | None:
    """Read llama.cpp's account of how much of the prompt it has read."""
    if not isinstance(value, dict):
        return None
    counts = [value.get(name) for name in ("total", "cache", "processed")]
    total, cached, processed = (count_of(count) or 0 for count in counts)
    fraction = (processed - cached) / (total - cached) if total > cached else 1.0
    return ReplyWaiting(WaitReason.READING_PROMPT, min(1.0, max(0.0, fraction)))
