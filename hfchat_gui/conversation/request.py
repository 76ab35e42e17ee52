"""All that a backend needs for one reply: frozen, and without any key."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef


@dataclass(frozen=True, slots=True)
class SamplingOptions:
    """How the answer is drawn; None = the server's own default.

    `temperature` 0 means greedy. `stop` holds strings that end the answer and are not shown.
    """

    max_tokens: int | None = None
    temperature: float | None = None
    top_p: float | None = None
    seed: int | None = None
    stop: tuple[str, ...] = ()


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
