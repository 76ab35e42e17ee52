"""What a person can set of how answers are drawn: each option's words, and how it is typed."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum, auto
from functools import partial
from typing import Any

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.json_options import (
    UnusableJson,
    checked_extra,
    checked_object,
    object_in,
)
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.sampling_ranges import RANGES, Range
from hfchat_gui.conversation.stop_texts import LONGEST_STOP, LONGEST_TOGETHER, usable_stops

_DECIMAL = re.compile(r"[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)", re.ASCII)
_WHOLE = re.compile(r"\d{1,19}", re.ASCII)
_ESCAPED = re.compile(r"\\([nrt\\])")
_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "\\": "\\"}


class Refused(ValueError):
    """What was typed cannot be used; the message is a sentence for the person."""


class Form(Enum):
    """How an option is typed."""

    NUMBER = auto()
    CHOICE = auto()
    LINES = auto()
    CODE = auto()


@dataclass(frozen=True, slots=True)
class Parameter:
    """One option; `name` is that of `SamplingOptions`. An empty text leaves it to the server.

    `read` returns the value of a text or raises `Refused`; `show` is the way back.
    """

    name: str
    label: str
    hint: str
    form: Form
    read: Callable[[str], Any]
    show: Callable[[Any], str]


def number_in(limits: Range, text: str) -> int | float | None:
    """Return the number that was typed, None for an empty text."""
    text = text.strip()
    if not text:
        return None
    value: int | float | None = None
    if limits.is_whole and _WHOLE.fullmatch(text):
        value = int(text)
    elif not limits.is_whole and _DECIMAL.fullmatch(text):
        value = float(text.replace(",", "."))
    if not limits.holds(value):
        raise Refused(f"Enter {limits.words}.")
    return value


def shown_number(value: float | None) -> str:
    """Return a number as it is typed, "" for the default."""
    if value is None:
        return ""
    if isinstance(value, int):
        return str(value)
    return f"{Decimal(repr(value)):f}".removesuffix(".0")  # in full: it is read without exponents


def stops_in(text: str) -> tuple[str, ...]:
    r"""Return one text for each line; \n in it means a line break, \t a tab, \\ a backslash."""
    lines = whole_characters(text).split("\n")
    stops = tuple(_ESCAPED.sub(lambda found: _ESCAPES[found[1]], line) for line in lines if line)
    if usable_stops(stops) != stops:
        raise Refused(
            f"Each text can have at most {LONGEST_STOP:,} characters, all together "
            f"{LONGEST_TOGETHER:,}."
        )
    return stops


def shown_stops(stops: tuple[str, ...]) -> str:
    """Return these texts as they are typed."""
    kept = {ord(character): f"\\{letter}" for letter, character in _ESCAPES.items()}
    return "\n".join(stop.translate(kept) for stop in stops)


def json_in(check: Callable[[str], str], text: str) -> str:
    """Return the JSON object that was typed, as it is kept."""
    try:
        return check(whole_characters(text))
    except UnusableJson as error:
        raise Refused(str(error)) from None


def shown_json(kept: str) -> str:
    """Return a kept JSON object as it is read best."""
    fields = object_in(kept)
    return json.dumps(fields, ensure_ascii=False, indent=2) if fields else kept


def _number(name: str, label: str, hint: str) -> Parameter:
    return Parameter(name, label, hint, Form.NUMBER, partial(number_in, RANGES[name]), shown_number)


def _json(name: str, label: str, hint: str, check: Callable[[str], str]) -> Parameter:
    read = partial(json_in, check)
    return Parameter(name, label, hint, Form.CODE, read, shown_json)


TEMPERATURE = _number(
    "temperature",
    "Temperature",
    "0 takes the likeliest word each time; the higher, the more varied.",
)
LONGEST = _number(
    "max_tokens", "Longest reply, in tokens", "A token is about three quarters of a word."
)
MAIN = (TEMPERATURE, LONGEST)

MORE = (
    _number("top_p", "Top-p", "Only the likeliest words, up to this share of all: above 0, to 1."),
    _number("top_k", "Top-k", "Only so many of the likeliest words."),
    _number("min_p", "Min-p", "No word below this share of the likeliest one: 0 to 1."),
    _number("seed", "Seed", "The same seed gives the same answer, where the server can."),
    _number("frequency_penalty", "Frequency penalty", "Above 0: a word is less likely each time."),
    _number("presence_penalty", "Presence penalty", "Above 0: a word is less likely once used."),
    _number("repetition_penalty", "Repetition penalty", "Above 1: fewer repetitions."),
    Parameter(
        "reasoning_effort",
        "Reasoning effort",
        "How hard a model may think before it answers.",
        Form.CHOICE,
        str,
        str,
    ),
    Parameter(
        "stop",
        "Stop at",
        "The answer ends before any of these texts, one a line; \\n stands for a line break.",
        Form.LINES,
        stops_in,
        shown_stops,
    ),
    _json(
        "response_format",
        "Response format",
        'A JSON object as in OpenAI\'s protocol, such as {"type": "json_object"}.',
        checked_object,
    ),
    _json(
        "extra",
        "Extra fields",
        "A JSON object with further fields of the request. It cannot set model, messages or "
        "stream.",
        checked_extra,
    ),
)


def count_more(sampling: SamplingOptions) -> int:
    """Return how many of the options beside the main ones are set."""
    return sum(getattr(sampling, one.name) not in (None, "", ()) for one in MORE)


def words_on_more(sampling: SamplingOptions) -> str:
    """Return the same in words, "" where none is."""
    count = count_more(sampling)
    return f"{count} set" if count else ""


def with_more_of(sampling: SamplingOptions, others: SamplingOptions) -> SamplingOptions:
    """Return the options with all but the main ones taken from `others`."""
    return replace(sampling, **{one.name: getattr(others, one.name) for one in MORE})
