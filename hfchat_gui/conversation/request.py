"""All that a backend needs for one reply: frozen, and without any key."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef

EFFORTS = ("none", "minimal", "low", "medium", "high", "xhigh", "max")
"""How hard a model may think, as `SamplingOptions.reasoning_effort` has it, least first."""


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """How the answer is drawn; None (of a text: "") = the server's own default.

    `temperature` 0 means greedy. `stop` holds strings that end the answer and are not shown.
    `reasoning_effort` is one of `EFFORTS`. `response_format` and `extra` are JSON objects as text
    (see `json_options`): the first as OpenAI's protocol has it, the second with further fields for
    the server.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()
    top_k: int | None = None
    min_p: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    repetition_penalty: float | None = None
    reasoning_effort: str = ""
    response_format: str = ""
    extra: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn as it is sent: role and text."""

    role: Role
    text: str


@dataclass(frozen=True, slots=True)
class ChatRequest:
    """The conversation to answer: `turns` starts with the system prompt, if there is one.

    `continues`: the last turn is the model's own, cut short, and its text is to be gone on with.
    """

    model: ModelRef
    turns: tuple[Turn, ...]
    sampling: SamplingOptions = SamplingOptions()
    continues: bool = False
