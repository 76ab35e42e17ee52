"""Which backend answers, at which address, under which name, and why: a value to show and keep."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class WireKind(StrEnum):
    """The protocol a server speaks."""

    CHAT_COMPLETIONS = "chat_completions"
    TEXT_GENERATION = "text_generation"  # the transformers pipeline: messages in, no stream


@dataclass(frozen=True, slots=True)
class ServerFacts:
    """What was learnt of one address.

    `server` is the kind found by its native route ("tgi", "llama.cpp", "ollama", "vllm",
    "lmstudio", "transformers-serve", "toolkit", or "" = only the protocol is known).
    `base` is the URL that the protocol's paths are appended to. `takes_text`: its pipeline takes
    one text, no messages. `refused`: names of request fields that it does not know. `strict`: names
    of models whose templates take question and answer only, strictly in turn.
    """

    wire: WireKind
    base: str
    server: str = ""
    models: tuple[str, ...] = ()
    context_tokens: int | None = None
    learnt: float = 0.0
    takes_text: bool = False
    refused: tuple[str, ...] = ()
    strict: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Route:
    """The decision for one reply. `summary` is one line for the reply; `reasons` are sentences."""

    wire: WireKind
    address: str
    model: str
    server: str = ""
    summary: str = ""
    reasons: tuple[str, ...] = ()
