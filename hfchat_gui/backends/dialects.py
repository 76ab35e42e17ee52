"""What each kind of server accepts, refuses and calls things: one table instead of many ifs.

Grounds: TGI's and transformers' sources, and the documents of vLLM, Ollama, LM Studio and
llama.cpp. A field that the person did not set is never sent, but for what a server cannot do
without.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

# What all chat completions servers know; TGI reads a presence penalty as another thing.
_BASIC = ("max_tokens", "temperature", "top_p", "stop", "seed", "frequency_penalty")
_OPENAI_NAMES = (*_BASIC, "presence_penalty", "reasoning_effort", "response_format")


def _same(*names: str, **others: str) -> Mapping[str, str]:
    return MappingProxyType({name: name for name in names} | others)


@dataclass(frozen=True, slots=True)
class Dialect:
    """One kind of server.

    `names`: our name of a sampling option to the server's; what is missing there is left out.
    `stand_ins`: an option that is missing to the one that does nearly the same.
    `efforts`: our names for how hard to think to the server's, where they differ.
    `always`: fields that are sent every time. `greedy` and `drawn`: fields that go with
    temperature 0 and above. `may_refuse`: fields without which a refused request is sent once
    more. `unnamed_model`: what to call the model where no name is known. `max_tokens`: the length
    that is sent where none is set. `most_stops`: how many stop strings it takes, None = any
    number. `continuing`: fields with which the last turn, the model's own, is gone on with; None
    where it is not known whether the server does that. `may_be_a_pipeline`: whether it may hold no
    chats at the chat route, and take them at the model's own. `needs_a_model`: it answers only
    where a model is named.
    """

    names: Mapping[str, str] = field(default_factory=lambda: _same(*_OPENAI_NAMES))
    stand_ins: Mapping[str, str] = field(default_factory=dict)
    efforts: Mapping[str, str] = field(default_factory=dict)
    always: Mapping[str, object] = field(default_factory=dict)
    greedy: Mapping[str, object] | None = None
    drawn: Mapping[str, object] = field(default_factory=dict)
    may_refuse: tuple[str, ...] = ()
    unnamed_model: str = ""
    max_tokens: int | None = None
    most_stops: int | None = None
    continuing: Mapping[str, object] | None = None
    may_be_a_pipeline: bool = False
    needs_a_model: bool = False


_WITH_USAGE = MappingProxyType({"stream_options": {"include_usage": True}})
_USAGE = ("stream_options",)

_TABLE: Mapping[str, Dialect] = {
    # Nobody knows what it takes; what it refuses is left out from then on.
    "": Dialect(
        names=_same(*_OPENAI_NAMES, "top_k", "min_p", "repetition_penalty"),
        always=_WITH_USAGE,
        may_refuse=_USAGE,
        most_stops=4,
        may_be_a_pipeline=True,
    ),
    "hf-router": Dialect(
        efforts={"max": "xhigh"}, always=_WITH_USAGE, may_refuse=_USAGE, most_stops=4
    ),
    "vllm": Dialect(
        names=_same(*_OPENAI_NAMES, "top_k", "min_p", "repetition_penalty"),
        efforts={"minimal": "low", "xhigh": "high", "max": "high"},
        always=_WITH_USAGE,
        may_refuse=_USAGE,
        continuing={"add_generation_prompt": False, "continue_final_message": True},
        needs_a_model=True,
    ),
    "ollama": Dialect(
        efforts={"minimal": "low", "xhigh": "max"},
        always=_WITH_USAGE,
        may_refuse=_USAGE,
        continuing={},
        needs_a_model=True,
    ),
    "lmstudio": Dialect(
        names=_same(*_OPENAI_NAMES, "top_k", repetition_penalty="repeat_penalty"),
        always=_WITH_USAGE,
        may_refuse=_USAGE,
        needs_a_model=True,
    ),
    "tgi": Dialect(
        # It takes a presence penalty p for a repetition penalty of 2 + p, which ruins the text.
        names=_same(*_BASIC, "response_format"),
        always=_WITH_USAGE,
        may_refuse=_USAGE,
        unnamed_model="tgi",  # any name but its own is taken for that of an adapter
        most_stops=4,
        continuing={},
        may_be_a_pipeline=True,
    ),
    "llama.cpp": Dialect(
        names=_same(*_OPENAI_NAMES, "top_k", "min_p", repetition_penalty="repeat_penalty"),
        always={**_WITH_USAGE, "return_progress": True, "cache_prompt": True},
        may_refuse=(*_USAGE, "return_progress", "cache_prompt", "chat_template_kwargs"),
        # With thinking on it refuses to go on, although the answer itself has begun.
        continuing={"chat_template_kwargs": {"enable_thinking": False}},
    ),
    # Refuses all others by their names.
    "transformers-serve": Dialect(names=_same(*_BASIC), needs_a_model=True),
    # The transformers pipeline: `parameters` of `model.generate`. Unknown ones are refused. Its
    # `stop_sequence` replaces the model's own end mark by the first token of the text alone, so
    # stop strings are cut by us.
    "toolkit": Dialect(
        names=_same(
            "temperature",
            "top_p",
            "top_k",
            "min_p",
            "repetition_penalty",
            max_tokens="max_new_tokens",
        ),
        stand_ins={"frequency_penalty": "repetition_penalty"},
        always={"return_full_text": False},
        greedy={"do_sample": False},  # temperature 0 is an error there
        drawn={"do_sample": True},
        max_tokens=512,  # the model's own default can be very short
        most_stops=0,
        continuing={},
    ),
}


def dialect(server: str) -> Dialect:
    """Return the dialect of a kind of server; an unknown kind speaks the common one."""
    return _TABLE.get(server, _TABLE[""])
