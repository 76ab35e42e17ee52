"""Writes the small values of a turn as JSON and reads back whatever it finds, old, new or odd."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from dataclasses import asdict, astuple
from enum import StrEnum
from typing import Any, TypeVar

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.error_record import NO_ACTION, Action, ActionKind, ErrorRecord
from hfchat_gui.conversation.message import (
    AttachedText,
    ContentPart,
    Message,
    TextPart,
    Timings,
    ToolCallPart,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.origin import without_login
from hfchat_gui.conversation.reply_events import Usage
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.sampling_ranges import LARGEST
from hfchat_gui.conversation.stop_texts import usable_stops
from hfchat_gui.store.cells import is_number

log = logging.getLogger(__name__)

E = TypeVar("E", bound=StrEnum)
Json = dict[str, Any]


def dump(value: Any) -> str:
    """Return compact JSON text that can be stored."""
    return whole_characters(json.dumps(value, ensure_ascii=False, separators=(",", ":")))


def load_object(text: Any) -> Json:
    """Read a JSON object; anything else counts as an empty one, with a line in the log."""
    try:
        value = json.loads(text)
    except (TypeError, ValueError, RecursionError):
        value = None
    if isinstance(value, dict):
        return value
    log.warning("A stored value is no JSON object and was left out")
    return {}


def member(kind: type[E], value: Any, otherwise: E) -> E:
    """Return the enum's member of that value, or `otherwise` for one of a later version."""
    try:
        return kind(value)
    except ValueError:
        return otherwise


def text_of(data: Json, name: str) -> str:
    """Return the text under `name`, or "" where there is none."""
    value = data.get(name)
    return value if isinstance(value, str) else ""


def number_of(data: Json, name: str) -> float | None:
    """Return the number under `name`, or None where there is none."""
    value = data.get(name)
    return value if is_number(value) else None


def whole_of(data: Json, name: str) -> int | None:
    """Return the whole number under `name`, or None where there is none of common size."""
    value = data.get(name)
    if isinstance(value, bool) or not isinstance(value, int):
        return None
    return value if abs(value) <= LARGEST else None


def object_of(data: Json, name: str) -> Json | None:
    """Return the object under `name`, or None where there is none."""
    value = data.get(name)
    return value if isinstance(value, dict) else None


def texts_of(data: Json, name: str) -> tuple[str, ...]:
    """Return the texts in the list under `name`."""
    value = data.get(name)
    return tuple(item for item in value if isinstance(item, str)) if isinstance(value, list) else ()


def read_model(data: Json) -> ModelRef:
    """Read a model reference; a source of a later version becomes the nearest one we know."""
    known = ModelRef.from_data(data)
    if known is not None:
        return known
    address, _ = without_login(text_of(data, "address"))
    return ModelRef(Source.ADDRESS if address else Source.LOCAL, text_of(data, "name"), address)


def write_sampling(sampling: SamplingOptions) -> Json:
    """Return sampling options as plain data."""
    return asdict(sampling)


def read_sampling(data: Json) -> SamplingOptions:
    """Read sampling options."""
    return SamplingOptions(
        max_tokens=whole_of(data, "max_tokens"),
        temperature=number_of(data, "temperature"),
        top_p=number_of(data, "top_p"),
        seed=whole_of(data, "seed"),
        stop=usable_stops(texts_of(data, "stop")),
        top_k=whole_of(data, "top_k"),
        min_p=number_of(data, "min_p"),
        frequency_penalty=number_of(data, "frequency_penalty"),
        presence_penalty=number_of(data, "presence_penalty"),
        repetition_penalty=number_of(data, "repetition_penalty"),
        reasoning_effort=text_of(data, "reasoning_effort"),
        response_format=text_of(data, "response_format"),
        extra=text_of(data, "extra"),
    )


def write_parts(parts: Iterable[ContentPart]) -> list[Json]:
    """Return content parts as plain data."""
    return [_write_part(part) for part in parts]


def dump_parts(parts: Iterable[ContentPart]) -> str:
    """Return content parts as JSON text, written one by one: megabytes at once stop all threads."""
    return f"[{','.join(dump(_write_part(part)) for part in parts)}]"


def read_parts(items: Any) -> tuple[ContentPart, ...]:
    """Read content parts; of a part of a later version its text is kept, if it has one."""
    parts: list[ContentPart] = []
    for item in items if isinstance(items, list) else []:
        if not isinstance(item, dict):
            continue
        if "call" in item:
            id_, name, arguments = (text_of(item, key) for key in ("id", "call", "arguments"))
            parts.append(ToolCallPart(id_, name, arguments))
        elif isinstance(text := item.get("text"), str):
            is_attached = isinstance(item.get("attached"), str)
            name = text_of(item, "attached")
            parts.append(AttachedText(name, text) if is_attached else TextPart(text))
    return tuple(parts)


def write_extras(message: Message) -> Json:
    """Return what a turn has beside its text, thinking and state; empty values are left out."""
    timings = message.timings
    extras: Json = {
        "model": message.model.as_data() if message.model else None,
        "route": message.route,
        "finish_reason": message.finish_reason,
        "usage": _write_usage(message.usage) if message.usage else None,
        "timings": list(astuple(timings)) if timings != Timings() else None,
        "notes": list(message.notes),
        "error": _write_error(message.error) if message.error else None,
    }
    return {name: value for name, value in extras.items() if value}


def read_extras(data: Json) -> Json:
    """Return the fields of `Message` that `write_extras` wrote, as keyword arguments."""
    model, usage, error = (object_of(data, name) for name in ("model", "usage", "error"))
    return {
        "model": read_model(model) if model else None,
        "route": text_of(data, "route"),
        "finish_reason": text_of(data, "finish_reason"),
        "usage": _read_usage(usage) if usage else None,
        "timings": _read_timings(data.get("timings")),
        "notes": texts_of(data, "notes"),
        "error": _read_error(error) if error else None,
    }


def _write_part(part: ContentPart) -> Json:
    if isinstance(part, ToolCallPart):
        return {"call": part.name, "id": part.id, "arguments": part.arguments}
    if isinstance(part, AttachedText):
        return {"attached": part.name, "text": part.text}
    return {"text": part.text}


def _write_usage(usage: Usage) -> Json:
    return {
        "prompt": usage.prompt_tokens,
        "completion": usage.completion_tokens,
        "total": usage.total_tokens,
    }


def _read_usage(data: Json) -> Usage:
    prompt, completion, total = (whole_of(data, n) or 0 for n in ("prompt", "completion", "total"))
    return Usage(prompt, completion, total)


def _read_timings(value: Any) -> Timings:
    if not isinstance(value, list) or not all(is_number(item) for item in value):
        return Timings()
    return Timings(*(float(item) for item in value[:4]))


def _write_error(error: ErrorRecord) -> Json:
    return {
        "kind": error.kind,
        "message": error.message,
        "detail": error.detail,
        "action": _write_action(error.action),
        "other_action": _write_action(error.other_action),
        "prompt_tokens": error.prompt_tokens,
        "window_tokens": error.window_tokens,
        "again_at": error.again_at,
    }


def _write_action(action: Action) -> list[str]:
    return [action.kind.value, action.label, action.target]


def _read_error(data: Json) -> ErrorRecord:
    return ErrorRecord(
        kind=text_of(data, "kind"),
        message=text_of(data, "message"),
        detail=text_of(data, "detail"),
        action=_read_action(texts_of(data, "action")),
        other_action=_read_action(texts_of(data, "other_action")),
        prompt_tokens=whole_of(data, "prompt_tokens"),
        window_tokens=whole_of(data, "window_tokens"),
        again_at=number_of(data, "again_at"),
    )


def _read_action(words: tuple[str, ...]) -> Action:
    kind = member(ActionKind, words[0] if words else "", ActionKind.NONE)
    known = kind is not ActionKind.NONE and len(words) == 3
    return Action(kind, words[1], words[2]) if known else NO_ACTION
