"""Prints a reply as it arrives: its text as it is, or one JSON object a line."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import sys
from collections.abc import Mapping
from dataclasses import asdict
from math import ceil
from time import time
from typing import Any, Protocol

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
    WaitReason,
)
from hfchat_gui.conversation.route import Route

_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")

WAITING = {
    WaitReason.ASKING_SERVER: "Asking the server",
    WaitReason.LOADING_MODEL: "Loading the model",
    WaitReason.READING_PROMPT: "Reading the prompt",
    WaitReason.ANSWERING_AT_ONCE: "Waiting for the whole answer",
    WaitReason.SERVER_BUSY: "Waiting for the server",
}

_TYPES: Mapping[type[ReplyEvent], str] = {
    TextDelta: "text",
    ThinkingDelta: "thinking",
    TextBecameThinking: "became_thinking",
    ToolCallDelta: "tool_call",
    ReplyNoted: "note",
    ReplyWaiting: "waiting",
    Served: "served",
    Rerouted: "rerouted",
}


class Output(Protocol):
    """Where a reply goes."""

    def event(self, event: ReplyEvent) -> None:
        """Print one event."""
        ...

    def finish(self, reply: Message, route: Route | None, error: ErrorRecord | None) -> None:
        """Print the end."""
        ...


def print_any_character() -> None:
    """Let both streams take UTF-8 whatever the locale says, and replace what they cannot."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


class PlainOutput:
    """The answer on standard output; notes, and progress on a terminal, on standard error."""

    def __init__(self) -> None:
        self._last = "\n"
        self._has_text = False
        self._progress = sys.stderr is not None and sys.stderr.isatty()
        self._waiting: ReplyWaiting | None = None

    def event(self, event: ReplyEvent) -> None:
        """Print text as it comes."""
        match event:
            case TextDelta(text):
                _write(text)
                self._last = text[-1:] or self._last
                self._has_text = self._has_text or bool(text)
            case TextBecameThinking() if self._has_text:
                self._set_apart()
            case ReplyNoted(text):
                complain(f"Note: {text}")
            case ToolCallDelta(name=name) if name:
                complain(f"Note: the model asks for the tool {name}, which HF Chat cannot call.")
            case ReplyWaiting():
                self._show(event)
            case _:
                pass

    def finish(self, reply: Message, route: Route | None, error: ErrorRecord | None) -> None:
        """End the last line, and say on standard error what went wrong."""
        self._end_line()
        if error is not None:
            complain(f"hfchat: {error.message}")

    def _set_apart(self) -> None:
        """Part the answer from what is printed already and turned out to be thinking."""
        self._end_line()
        complain("Note: what was printed before this was thinking; the answer follows.")
        self._has_text = False

    def _end_line(self) -> None:
        if self._last != "\n":
            _write("\n")
            self._last = "\n"

    def _show(self, waiting: ReplyWaiting) -> None:
        before, words = self._waiting, WAITING[waiting.reason]
        if self._progress and waiting.attempt:
            complain(f"{words}: {_next_try(waiting)} …")
        elif self._progress and (not before or waiting.reason != before.reason):
            complain(f"{words} …")
        self._waiting = waiting


class JsonOutput:
    """One object a line; the last one has the type "finished"."""

    def event(self, event: ReplyEvent) -> None:
        """Print the event under its type's name."""
        if (fields := _fields(event)) is not None:
            _line(fields)

    def finish(self, reply: Message, route: Route | None, error: ErrorRecord | None) -> None:
        """Print how it ended; an error is also one line on standard error."""
        _line(
            {
                "type": "finished",
                "finish_reason": reply.finish_reason or None,
                "usage": asdict(reply.usage) if reply.usage else None,
                "route": asdict(route) if route else None,
                "error": {"kind": error.kind, "message": error.message} if error else None,
            }
        )
        if error is not None:
            complain(f"hfchat: {error.message}")


def _next_try(waiting: ReplyWaiting) -> str:
    """Return which try comes when, and for how long there will be others."""
    now = time()
    which = f"try {waiting.attempt}" + (f" of {waiting.attempts}" if waiting.attempts else "")
    when = f"{which} in {_seconds(waiting.until, now)} s"
    if waiting.gives_up is None:
        return when
    return f"{when}, for {_seconds(waiting.gives_up, now)} s more at most"


def _seconds(until: float | None, now: float) -> int:
    return ceil(max(0.0, (until or 0.0) - now))


def complain(line: str) -> None:
    """Print one line on standard error."""
    if sys.stderr is None:  # a program started by a double click has none
        return
    with contextlib.suppress(OSError):
        sys.stderr.write(printable(line) + "\n")
        sys.stderr.flush()


def printed(text: str) -> bool:
    """Print a finished text; return whether that went well. A reader that left (`| head`) is fine.

    The text is not for steering a terminal: on one it loses its control characters.
    """
    try:
        _write(text)
    except OSError as error:
        give_up_printing(error)
        return isinstance(error, BrokenPipeError)
    return True


def give_up_printing(error: OSError) -> None:
    """Say why nothing more is printed, unless the reader left, and let the program end in peace."""
    if not isinstance(error, BrokenPipeError):
        complain(f"hfchat: the answer could not be printed: {error.strerror}.")
    # Or the interpreter complains when it flushes at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _fields(event: ReplyEvent) -> dict[str, Any] | None:
    if isinstance(event, ReplyFinished):
        return None
    if isinstance(event, UsageReported):
        return {"type": "usage", **asdict(event.usage)}
    return {"type": _TYPES[type(event)], **asdict(event)}


def _line(fields: dict[str, Any]) -> None:
    _write(json.dumps(fields, ensure_ascii=False) + "\n")


def _write(text: str) -> None:
    sys.stdout.write(_harmless(text) if sys.stdout.isatty() else text)
    sys.stdout.flush()


def _harmless(text: str) -> str:
    """Return text without the control characters that could steer a terminal."""
    return _STEERING.sub("\ufffd", text)
