"""Puts the sampling options into a server's words, within limits, and says what cannot be kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType

from hfchat_gui.backends.dialects import Dialect
from hfchat_gui.conversation.json_options import extra_in, object_in
from hfchat_gui.conversation.request import EFFORTS, SamplingOptions
from hfchat_gui.conversation.sampling_ranges import LARGEST


@dataclass(frozen=True, slots=True)
class Fields:
    """What to send for the sampling options, and a sentence for each that cannot be kept."""

    values: Mapping[str, object]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Limits:
    """Where a number makes sense. From `off_from` up, or down to `off_to`, it limits nothing.

    What lies outside `least` and `most` is moved there; what is not above `above` is left out.
    """

    off_from: float = inf
    off_to: float = -inf
    off_at: float | None = None
    least: float = -inf
    most: float = inf
    above: float = -inf

    def is_off(self, value: float) -> bool:
        """Whether this value means as much as none."""
        return value >= self.off_from or value <= self.off_to or value == self.off_at


# TGI refuses a top-p of 1 and a seed below 0, and all servers some of the others.
_NUMBERS: Mapping[str, _Limits] = MappingProxyType(
    {
        "max_tokens": _Limits(above=0),
        "temperature": _Limits(least=0),
        "top_p": _Limits(off_from=1, above=0),
        "top_k": _Limits(off_to=0),
        "min_p": _Limits(off_to=0, most=1),
        "seed": _Limits(off_to=-1),
        "repetition_penalty": _Limits(off_at=1, above=0),
        "frequency_penalty": _Limits(off_at=0, least=-2, most=2),
        "presence_penalty": _Limits(off_at=0, least=-2, most=2),
    }
)

_DRAWN_BY = ("temperature", "top_p", "top_k", "min_p")


def sampling_fields(speech: Dialect, options: SamplingOptions) -> Fields:
    """Return the sampling options in a server's words, the extra fields last.

    Whoever reads the answer cuts it at all stop strings: not every server gets or knows them.
    """
    notes: list[str] = []
    wanted = dict((*_numbers(options, notes), *_others(speech, options, notes)))
    if speech.max_tokens is not None:
        wanted.setdefault("max_tokens", speech.max_tokens)
    values: dict[str, object] = {}
    for name, value in wanted.items():
        if wire_name := speech.names.get(name):
            values[wire_name] = value
        elif not _stands_in(speech, values, name, value, notes):
            notes.append(f"This server has no setting for {name}; it was left out.")
    _draw(speech, values, options.temperature)
    return Fields({**values, **extra_in(options.extra)}, tuple(notes))


def _numbers(options: SamplingOptions, notes: list[str]) -> Iterator[tuple[str, object]]:
    for name, limits in _NUMBERS.items():
        value = getattr(options, name)
        is_number = value is not None and abs(value) <= LARGEST  # nan is below nothing
        if value is None or (is_number and limits.is_off(value)):
            continue
        if not is_number or value <= limits.above:
            notes.append(f"That {name} makes no sense to a server; it was left out.")
            continue
        kept = min(max(value, limits.least), limits.most)
        if kept != value:
            notes.append(f"A {name} of {value:g} is out of range; {kept:g} was sent.")
        yield name, kept


def _others(
    speech: Dialect, options: SamplingOptions, notes: list[str]
) -> Iterator[tuple[str, object]]:
    stops = [stop for stop in options.stop if stop]
    most = len(stops) if speech.most_stops is None else speech.most_stops
    if stops[:most]:
        yield "stop", stops[:most]  # TGI takes no bare string
    if most and len(stops) > most:
        notes.append(f"Only the first {most} stop strings were sent; HF Chat cuts at the others.")
    effort = options.reasoning_effort
    if effort in EFFORTS:
        sent = speech.efforts.get(effort, effort)
        if sent != effort and "reasoning_effort" in speech.names:
            notes.append(
                f"This server does not know the reasoning effort {effort}; {sent} was sent."
            )
        yield "reasoning_effort", sent
    elif effort:
        notes.append("That reasoning_effort is none that HF Chat knows; it was left out.")
    if shape := object_in(options.response_format):
        yield "response_format", shape
    elif options.response_format:
        notes.append("That response_format is no JSON object; it was left out.")
    if options.extra and not extra_in(options.extra):
        notes.append("Those extra fields cannot be sent; they were left out.")


def _stands_in(
    speech: Dialect, values: dict[str, object], name: str, value: object, notes: list[str]
) -> bool:
    """Send what stands in for an option that a server does not have; return whether it could."""
    other = speech.stand_ins.get(name, "")
    if not isinstance(value, int | float) or not other or other in values or value <= -1:
        return False
    values[other] = 1 + value
    notes.append(f"This server has no setting for {name}; {other} {1 + value:g} stands in for it.")
    return True


def _draw(speech: Dialect, values: dict[str, object], temperature: float | None) -> None:
    """Add what a server needs to be told to draw at all, or not to."""
    drawn_by = [speech.names[name] for name in _DRAWN_BY if name in speech.names]
    if speech.greedy is not None and temperature is not None and temperature <= 0:
        for name in drawn_by:
            values.pop(name, None)
        values |= speech.greedy
    elif any(name in values for name in drawn_by):
        values |= speech.drawn
