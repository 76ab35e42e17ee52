"""Turns the bytes of a chat-completions answer into reply events, streamed or whole.

Runs in the reader thread, once a frame. A reply is complete when `[DONE]` or a reason to finish
was seen; an error object ends it at any time; an end with neither means that it was cut.
"""

from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.chunk_parts import (
    OtherChoice,
    any_choice,
    error_in,
    first_choice,
    progress_in,
    reason_in,
    usage_in,
)
from hfchat_gui.backends.delta_parts import Reasoning, content_of
from hfchat_gui.backends.generated_text import generated_text
from hfchat_gui.backends.growing_message import GrowingMessage
from hfchat_gui.backends.held_back import HeldBack
from hfchat_gui.backends.json_reading import NotJson, read_json
from hfchat_gui.backends.masking import masked_name
from hfchat_gui.backends.output import Output
from hfchat_gui.backends.replies import not_a_chat_server, stream_error
from hfchat_gui.backends.server_warnings import warnings_in
from hfchat_gui.backends.server_words import ServerWords, read_words, words_of
from hfchat_gui.backends.sse import LONGEST_EVENT, EventDecoder, EventTooLong, ServerEvent
from hfchat_gui.backends.tool_calls import ToolCalls
from hfchat_gui.conversation.errors import ChatError, EmptyAnswer, Interrupted, ServerFailed
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    Served,
    Usage,
    UsageReported,
)

Item = ReplyEvent | ChatError
_LONGEST_WHOLE = 8 * 1024 * 1024
_LONGEST_REPLY = 16 * 1024 * 1024  # characters; what is larger can be neither shown nor kept
_BLANK = b"\xef\xbb\xbf \t\r\n"
_DONE = {b"[DONE]", b'"[DONE]"'}
_KEEP_ALIVE = {b"ping", b"heartbeat", b"keepalive", b"keep-alive"}
_PLAIN = {"role", "content"}
_FILTERED = ("content_filter", "sensitive")


class ReplyReader:
    """Reads one answer. Its last item is `ReplyFinished` or a `ChatError`; later bytes are
    ignored.
    """

    def __init__(self, headers: Mapping[str, str], asked: Asked) -> None:
        self._headers = headers
        self._asked = asked
        self._decoder = EventDecoder()
        self._output = Output()
        self._reasoning = Reasoning()
        self._calls = ToolCalls(asked.keys)
        self._has_calls = False
        self._has_delta = False
        self._other = OtherChoice()
        self._message = GrowingMessage()
        self._held = HeldBack()
        self._size = 0
        self._unframed: list[bytes] | None = []  # until the first event: it may be none at all
        self._unframed_size = 0
        self._is_page: bool | None = None  # None: nothing but blanks has come
        self._usage: Usage | None = None
        self._told_usage: Usage | None = None
        self._served = False
        self._reason = ""
        self._done = False
        self._failure: ChatError | None = None
        self.refusal: ServerWords | None = None
        """What the server said where it failed in place of a reply: it may refuse the request."""
        self._over = False

    @property
    def _is_stream(self) -> bool:
        return "event-stream" in self._headers.get("content-type", "").lower()

    @property
    def has_reason(self) -> bool:
        """Whether the server has said why it stopped: only usage and `[DONE]` may follow."""
        return bool(self._reason)

    def feed(self, piece: bytes) -> list[Item]:
        """Return what `piece` adds to the reply."""
        if self._over:
            return []
        if not self._is_page and self._begins_page(piece):
            self._is_page = True
        try:
            events = [] if self._is_page else self._decoder.feed(piece)
        except EventTooLong:
            is_chat = self._unframed is None or self._is_stream
            self._failure = (
                self._too_long("in one piece", LONGEST_EVENT)
                if is_chat
                else not_a_chat_server(ServerWords(), self._asked)
            )
            return self._ended()
        self._keep_unframed(piece, any_event=bool(events))
        for event in events:
            self._on_event(event)
            if self._done or self._failure is not None:
                return self._ended()
        items = [*self._news_of_usage(), *self._output.take()]
        return [*items, *self._held.news(items, self._held_now())]

    def finish(self) -> list[Item]:
        """Return the last of the reply, now that the server has ended it."""
        if self._over:
            return []
        self._read_rest()
        if self._unframed is not None and not self._done and self._failure is None:
            self._read_whole(b"".join(self._unframed))
        return self._ended()

    def break_off(self, failure: ChatError) -> list[Item]:
        """Return the last of the reply, now that the connection has failed."""
        if self._over:
            return []
        self._read_rest()
        if not self._reason and not self._done and self._failure is None:
            self._failure = failure
        return self._ended()

    # --- the end ---------------------------------------------------------------------------------

    def _ended(self) -> list[Item]:
        self._over = True
        for choice in self._other.rest(self._size):
            self._on_chunk({}, choice, has_served=False)
        self._on_delta(self._message.rest())
        for call in self._calls.finish():
            self._output.event(call)
        items = [*self._news_of_usage(), *self._output.take(), *self._output.close()]
        return [*items, self._last_item()]

    def _news_of_usage(self) -> list[ReplyEvent]:
        """Return the counts ahead of the text: whoever ends the reply in it has them."""
        if self._usage == self._told_usage:
            return []
        self._told_usage = self._usage
        return [UsageReported(self._usage)] if self._usage else []

    def _held_now(self) -> list[ReplyEvent]:
        """Return what `_ended` would add of text and thinking."""
        waiting = self._other.rest(self._size)
        said = [choice.get("delta") or choice.get("message") for choice in waiting]
        deltas = [one for one in (*said, self._message.rest()) if one and isinstance(one, dict)]
        output = deepcopy(self._output) if deltas else self._output
        for delta in deltas:
            text, thinking = content_of(delta)
            if thinking := Reasoning().of(delta) or thinking:
                output.thinking(thinking)
            output.text(text)
        return output.close() if deltas else output.held()

    def _last_item(self) -> Item:
        host = self._asked.host
        if self._failure is not None:
            return self._failure
        if not self._done and not self._reason:
            if not (self._output.has_text or self._output.has_thinking or self._has_calls):
                return Interrupted(f"{host} ended the reply before a word had come. Try again.")
            return Interrupted(
                f"{host} ended the reply in the middle. Ask for the rest, or ask again."
            )
        if self._output.has_text or self._has_calls:
            return ReplyFinished(self._reason or "stop")
        if self._reason in _FILTERED:
            return EmptyAnswer(
                f"A filter at {host} held the answer back. Ask in other words, or choose another "
                "model."
            )
        if self._output.has_thinking:
            return EmptyAnswer(
                "The model only thought and gave no answer. Raise the reply length, or try again."
            )
        return EmptyAnswer(
            f"{host} returned no text. The chat may be longer than the model's window; try again, "
            "or start a new chat."
        )

    # --- events ----------------------------------------------------------------------------------

    def _begins_page(self, piece: bytes) -> bool:
        """Whether the body begins as a web page, whose lines may look like those of a stream."""
        if self._is_page is not None or not (begin := piece.lstrip(_BLANK)):
            return False
        self._is_page = False
        return begin.startswith(b"<")

    def _keep_unframed(self, piece: bytes, *, any_event: bool) -> None:
        if any_event:
            self._unframed = None
        elif self._unframed is not None and self._unframed_size <= _LONGEST_WHOLE:
            self._unframed.append(piece)
            self._unframed_size += len(piece)

    def _read_rest(self) -> None:
        for event in [] if self._is_page else self._decoder.rest():
            self._unframed = None
            self._on_event(event, may_be_cut=True)
        if self._unframed is None and not (self._done or self._reason or self._failure):
            self._read_stray()

    def _read_stray(self) -> None:
        try:
            value = read_json(self._decoder.stray)
        except NotJson:
            return
        if (error := error_in(value, first_choice(value))) is not None:
            self._fail(words_of(error))

    def _on_event(self, event: ServerEvent, *, may_be_cut: bool = False) -> None:
        if not event.data.startswith(b"{"):
            data = event.data.strip()
            if data in _DONE:
                self._done = True
                return
            if event.name != b"error" and (not data or data in _KEEP_ALIVE):
                return
        if event.name in _KEEP_ALIVE:
            return
        try:
            value = read_json(event.data)
        except NotJson:
            self._on_no_json(event, may_be_cut=may_be_cut)
            return
        choice = first_choice(value)
        if choice is None:
            value = value[0] if isinstance(value, list) and len(value) == 1 else value
            choice = self._other_choice(value)
        error = error_in(value, choice) if event.name != b"error" else value
        if isinstance(value, dict):
            self._on_chunk(value, choice, has_served=error is None)
        if error is not None:
            self._fail(words_of(error))

    def _on_no_json(self, event: ServerEvent, *, may_be_cut: bool) -> None:
        """Read line by line where a server leaves out the empty lines between its events."""
        if event.data.strip().upper() in _DONE:
            self._done = True
            return
        lines = event.data.split(b"\n")
        if len(lines) == 1:
            self._failure = None if may_be_cut else self._unreadable(event)
            return
        for line in lines:
            if self._done or self._failure is not None:
                return
            self._on_event(ServerEvent(event.name, line), may_be_cut=may_be_cut)

    def _fail(self, words: ServerWords) -> None:
        self.refusal = None if self._size or self._has_calls else words
        self._failure = stream_error(words, self._headers, self._asked)

    def _unreadable(self, event: ServerEvent) -> ChatError:
        if event.name == b"error" or event.data.lstrip().startswith(b'{"error"'):
            # transformers serve writes its error into JSON without escaping it
            text = event.data.decode("utf-8", "replace").strip().strip('{}"')
            words = words_of(text.removeprefix('error"').lstrip(': "'))
            return stream_error(words, self._headers, self._asked)
        return ServerFailed(
            f"{self._asked.host} sent a piece of the reply that cannot be read, "
            "and the reply ends there. Ask again."
        )

    def _read_whole(self, body: bytes) -> None:
        """Read an answer that is no event stream: one JSON object, a page, nothing."""
        if not body.strip():
            self._done = not self._is_stream
            return
        try:
            value = read_json(body)
        except NotJson:
            value = None
        chunk = value[0] if isinstance(value, list) and value else value
        choice = any_choice(chunk)
        error = error_in(chunk, choice)
        if choice is not None:
            self._on_chunk(chunk, choice, has_served=error is None)
            self._done = True
        if error is not None:
            self._fail(words_of(error))
        elif self._done:
            return
        elif (text := generated_text(value, self._asked.turns)) is not None:
            self._on_generated(text, value)
        elif not (self._is_stream and body.lstrip(_BLANK).startswith(b":")):  # comments alone
            words = read_words(body, self._headers.get("content-type", ""))
            self._failure = not_a_chat_server(words, self._asked)

    def _on_generated(self, text: str, value: Any) -> None:
        """Take the answer of an old transformers backend, which knew no chat completions."""
        for warning in warnings_in(value, self._asked):
            self._output.event(ReplyNoted(warning))
        self._on_delta({"content": text})
        self._done = True

    # --- one chunk -------------------------------------------------------------------------------

    def _on_chunk(
        self, chunk: dict[str, Any], choice: dict[str, Any] | None, *, has_served: bool
    ) -> None:
        if has_served:
            self._note_served(chunk)
        self._usage = usage_in(chunk, choice) or self._usage
        if progress := progress_in(chunk):
            self._output.event(progress)
        if choice is None:
            return
        self._on_delta(self._delta_of(choice))
        self._reason = reason_in(choice, self._asked.keys) or self._reason

    def _other_choice(self, chunk: Any) -> dict[str, Any] | None:
        if (choice := first_choice(chunk)) is not None:  # it was the only one of a list
            return choice
        has_begun, is_over = self._has_delta or self._size > 0, bool(self._reason)
        choices = self._other.of(chunk, has_begun=has_begun, size=self._size, is_over=is_over)
        for held in choices[:-1]:
            self._on_chunk({}, held, has_served=False)
        return choices[-1] if choices else None

    def _delta_of(self, choice: dict[str, Any]) -> dict[str, Any]:
        """Return what a choice adds, under any of its names.

        Beside deltas, or after them, a message or a text repeats what they have brought, if they
        have brought anything.
        """
        delta = choice.get("delta")
        if isinstance(delta, dict) and "message" not in choice:
            self._has_delta = True
            return delta
        if isinstance(delta, str | list):
            delta = {"content": delta}
        if isinstance(delta, dict) and any(delta[name] for name in delta if name != "role"):
            self._has_delta = True
            return delta
        if self._has_delta and (self._size or self._has_calls):
            return {}
        message = choice.get("message")
        if isinstance(message, dict):
            return self._message.new_in(message)
        return {"content": choice.get("text")}

    def _on_delta(self, delta: dict[str, Any]) -> None:
        text = delta.get("content")
        if isinstance(text, str) and delta.keys() <= _PLAIN:  # as nearly every delta is
            if self._has_room(len(text)) and text:
                self._output.text(text)
            return
        text, thinking = content_of(delta)
        thinking = self._reasoning.of(delta) or thinking
        calls = self._calls.read(delta)
        size = len(text) + len(thinking) + sum(len(call.arguments) for call in calls)
        if not self._has_room(size):
            return
        if thinking:
            self._output.thinking(thinking)
        if text:
            self._output.text(text)
        for call in calls:
            self._has_calls = True
            self._output.event(call)

    def _has_room(self, size: int) -> bool:
        self._size += size
        if self._size > _LONGEST_REPLY:
            self._failure = self._too_long("for one reply", _LONGEST_REPLY)
        return self._size <= _LONGEST_REPLY

    def _too_long(self, what: str, most: int) -> ChatError:
        return Interrupted(
            f"{self._asked.host} sent more than {most // 1024**2} MB {what}, so the reply was "
            "ended. Try again, or choose another model."
        )

    def _note_served(self, chunk: dict[str, Any]) -> None:
        if self._served:
            return
        self._served = True
        model, provider = chunk.get("model"), chunk.get("provider")
        header = self._headers.get("x-inference-provider", "")
        named = (model, header or provider, self._headers.get("x-request-id"))
        served = Served(*(masked_name(name, self._asked.keys) for name in named))
        if served != Served():
            self._output.event(served)
