"""The options of `hfchat ask` that say how the answer is drawn, read into `SamplingOptions`."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from hfchat_gui.conversation.json_options import UnusableJson, checked_extra, checked_object
from hfchat_gui.conversation.request import EFFORTS, SamplingOptions
from hfchat_gui.conversation.sampling_ranges import RANGES
from hfchat_gui.conversation.stop_texts import LONGEST_STOP

_MOST_DIGITS = 4000  # Python reads no more at once


def add_sampling(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    group = parser.add_argument_group(
        "how the answer is drawn",
        "What the server does not know is left out, with a note on standard error.",
    )
    add = group.add_argument
    add("--max-tokens", type=_number("max_tokens"), metavar="N", help="longest answer")
    words = f"{RANGES['temperature'].words}; 0: no chance"
    add("--temperature", type=_number("temperature"), metavar="T", help=words)
    words = f"{RANGES['top_p'].words}: only the likeliest words, up to P"
    add("--top-p", type=_number("top_p"), metavar="P", help=words)
    add("--top-k", type=_number("top_k"), metavar="N", help="only the N likeliest words")
    add("--min-p", type=_number("min_p"), metavar="P", help="no word below P of the likeliest")
    add("--seed", type=_number("seed"), metavar="N", help="same seed, same answer")
    add(
        "--stop",
        action="append",
        type=_text,
        default=[],
        metavar="TEXT",
        help="end the answer before this text; may be given several times",
    )
    for name in ("frequency", "presence"):
        option = f"{name}_penalty"
        words = f"{RANGES[option].words}; above 0: fewer repetitions, by {name}"
        add(f"--{name}-penalty", type=_number(option), metavar="X", help=words)
    add(
        "--repetition-penalty",
        type=_number("repetition_penalty"),
        metavar="X",
        help="above 1: fewer repetitions",
    )
    add("--reasoning-effort", choices=EFFORTS, default="", help="how hard the model may think")
    add(
        "--response-format",
        type=_json(checked_object),
        default="",
        metavar="JSON",
        help='such as {"type": "json_object"}',
    )
    add(
        "--extra",
        type=_json(checked_extra),
        default="",
        metavar="JSON",
        help="further fields of the request; cannot set model, messages or stream",
    )


def sampling_in(given: argparse.Namespace) -> SamplingOptions:
    """Return what was given."""
    return SamplingOptions(
        max_tokens=given.max_tokens,
        temperature=given.temperature,
        top_p=given.top_p,
        seed=given.seed,
        stop=tuple(given.stop),
        top_k=given.top_k,
        min_p=given.min_p,
        frequency_penalty=given.frequency_penalty,
        presence_penalty=given.presence_penalty,
        repetition_penalty=given.repetition_penalty,
        reasoning_effort=given.reasoning_effort,
        response_format=given.response_format,
        extra=given.extra,
    )


def _number(option: str) -> Callable[[str], float]:
    limits = RANGES[option]

    def read(text: str) -> float:
        value = _read(text, is_whole=limits.is_whole)
        if value is None or not limits.holds(value):
            raise argparse.ArgumentTypeError(f"{limits.words} is needed")
        return value

    return read


def _read(text: str, *, is_whole: bool) -> float | None:
    if is_whole:
        is_number = text.isascii() and text.isdigit() and len(text) <= _MOST_DIGITS
        return int(text) if is_number else None
    try:
        return float(text)
    except ValueError:
        return None


def _text(text: str) -> str:
    if not 0 < len(text) <= LONGEST_STOP:
        raise argparse.ArgumentTypeError(f"a text of at most {LONGEST_STOP} characters is needed")
    return text


def _json(check: Callable[[str], str]) -> Callable[[str], str]:
    def read(text: str) -> str:
        try:
            return check(text)
        except UnusableJson as error:
            raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None

    return read
