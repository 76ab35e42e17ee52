"""What each kind of server accepts, refuses and calls things: one table instead of many ifs.

Grounds: TGI's and transformers' sources, and the documents of vLLM, Ollama and llama.cpp. A field
that the person did not set is never sent, but for what a server cannot do without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from hfchat_gui.conversation.request import SamplingOptions

_SAME = MappingProxyType(
    {name: name for name in ("max_tokens", "temperature", "top_p", "seed", "stop")}
)


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of server.

    `names`: our name of a sampling option to the server's; what is missing there is left out.
    `always`: fields that are sent every time. `greedy` and `drawn`: fields that go with
    temperature 0 and above. `may_refuse`: fields without which a refused request is sent once
    more. `unnamed_model`: what to call the model where no name is known. `continuing`: fields with
    which the last turn, the model's own, is gone on with; None where it is not known whether the
    server does that.
    """

    names: Mapping[str, str] = field(default_factory=lambda: _SAME)
    always: Mapping[str, object] = field(default_factory=dict)
    greedy: Mapping[str, object] | None = None
    drawn: Mapping[str, object] = field(default_factory=dict)
    may_refuse: tuple[str, ...] = ()
    unnamed_model: str = ""
    max_tokens: int | None = None
    most_stops: int | None = None
    continuing: Mapping[str, object] | None = None


_WITH_USAGE = MappingProxyType({"stream_options": {"include_usage": True}})
_OPENAI = Dialect(always=_WITH_USAGE, may_refuse=("stream_options",))

_TABLE: Mapping[str, Dialect] = {
    "": _OPENAI,
    "hf-router": _OPENAI,
    "vllm": Dialect(
        always=_WITH_USAGE,
        may_refuse=("stream_options",),
        continuing={"add_generation_prompt": False, "continue_final_message": True},
    ),
    "ollama": Dialect(always=_WITH_USAGE, may_refuse=("stream_options",), continuing={}),
    "lmstudio": _OPENAI,
    "tgi": Dialect(
        always=_WITH_USAGE,
        may_refuse=("stream_options",),
        unnamed_model="tgi",  # any name but its own is taken for that of an adapter
        most_stops=4,
        continuing={},
    ),
    "llama.cpp": Dialect(
        always={**_WITH_USAGE, "return_progress": True, "cache_prompt": True},
        may_refuse=("stream_options", "return_progress", "cache_prompt", "chat_template_kwargs"),
        # With thinking on it refuses to go on, although the answer itself has begun.
        continuing={"chat_template_kwargs": {"enable_thinking": False}},
    ),
    "transformers-serve": Dialect(),  # refuses stream_options
    # The transformers pipeline: `parameters` of `model.generate`. Unknown ones are refused.
    "toolkit": Dialect(
        names={"max_tokens": "max_new_tokens", "temperature": "temperature", "top_p": "top_p"},
        always={"return_full_text": False},
        greedy={"do_sample": False},  # temperature 0 is an error there
        drawn={"do_sample": True},
        max_tokens=512,  # the model's own default can be very short
        continuing={},
    ),
}


def dialect(server: str) -> Dialect:
    """Return the dialect of a kind of server; an unknown kind speaks the common one."""
    return _TABLE.get(server, _OPENAI)


@dataclass(frozen=True, slots=True)
class Fields:
    """What to send for the sampling options, and a sentence for each that cannot be kept."""

    values: Mapping[str, object]
    notes: tuple[str, ...] = ()


def sampling_fields(speech: Dialect, options: SamplingOptions) -> Fields:
    """Return the sampling options in a server's words, within the limits that all servers have."""
    values: dict[str, object] = {}
    notes: list[str] = []
    for name, value in _wanted(speech, options).items():
        wire_name = speech.names.get(name)
        if wire_name is not None:
            values[wire_name] = value
        elif name != "stop":  # those are cut by us
            notes.append(f"This server has no setting for {name}; it was left out.")
    stops = values.get("stop")
    if isinstance(stops, list) and speech.most_stops and len(stops) > speech.most_stops:
        values["stop"] = stops[: speech.most_stops]
        notes.append(
            f"Only the first {speech.most_stops} stop strings were sent: more are refused."
        )
    if options.temperature is not None:
        values |= _of_temperature(speech, values, options.temperature)
    return Fields(values, tuple(notes))


def _wanted(speech: Dialect, options: SamplingOptions) -> dict[str, object]:
    wanted: dict[str, object] = {}
    max_tokens = options.max_tokens or speech.max_tokens
    if max_tokens is not None:
        wanted["max_tokens"] = max_tokens
    if options.temperature is not None:
        wanted["temperature"] = max(0.0, options.temperature)
    if options.top_p is not None and 0.0 < options.top_p < 1.0:  # 1 is no limit; TGI refuses it
        wanted["top_p"] = options.top_p
    if options.seed is not None and options.seed >= 0:  # below 0 means any; TGI refuses it
        wanted["seed"] = options.seed
    if options.stop:
        wanted["stop"] = list(options.stop)  # TGI takes no bare string
    return wanted


def _of_temperature(
    speech: Dialect, values: dict[str, object], temperature: float
) -> Mapping[str, object]:
    if temperature > 0.0:
        return speech.drawn
    if speech.greedy is None:
        return {}
    for name in ("temperature", "top_p"):
        values.pop(speech.names[name], None)
    return speech.greedy
