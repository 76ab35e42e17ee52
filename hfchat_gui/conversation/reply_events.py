"""What a backend yields while a reply arrives: frozen values, in the order of their arrival.

A reply is one async iterator. It ends after `ReplyFinished`, or by raising a `ChatError`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from hfchat_gui.conversation.route import Route


@dataclass(frozen=True, slots=True)
class TextDelta:
    """More of the answer; one frame's worth, joined."""

    text: str


@dataclass(frozen=True, slots=True)
class ThinkingDelta:
    """More of the model's reasoning, kept apart from the answer."""

    text: str


@dataclass(frozen=True, slots=True)
class TextBecameThinking:
    """All answer text so far was reasoning: the template had opened the tag itself."""


@dataclass(frozen=True, slots=True)
class ToolCallDelta:
    """A piece of one tool call; `arguments` is appended to what came before under `index`."""

    index: int
    id: str = ""
    name: str = ""
    arguments: str = ""


class WaitReason(StrEnum):
    """Why there is no text yet."""

    ASKING_SERVER = "asking_server"  # an unknown address is being probed
    LOADING_MODEL = "loading_model"
    READING_PROMPT = "reading_prompt"
    ANSWERING_AT_ONCE = "answering_at_once"  # this backend does not stream
    SERVER_BUSY = "server_busy"


@dataclass(frozen=True, slots=True)
class ReplyWaiting:
    """The reply is alive but has no text; replaced by the next one or by the first text.

    `fraction` is progress from 0 to 1, or None where it is not known; `until` is a Unix time in
    seconds at which the wait should be over, or None. Where a server is asked again then,
    `attempt` is the number of that try, `attempts` how many there will be at most (0 = not
    counted), and `gives_up` the Unix time after which there are none, or None.
    """

    reason: WaitReason
    fraction: float | None = None
    until: float | None = None
    attempt: int = 0
    attempts: int = 0
    gives_up: float | None = None


@dataclass(frozen=True, slots=True)
class ReplyNoted:
    """Something done on the way that the person should know, one sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Usage:
    """Token counts as the server reported them."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


@dataclass(frozen=True, slots=True)
class UsageReported:
    """The server's token counts; the last one holds."""

    usage: Usage


@dataclass(frozen=True, slots=True)
class Served:
    """Who answers: the model's name as the server gives it, the provider where one is named."""

    model: str = ""
    provider: str = ""
    request_id: str = ""


@dataclass(frozen=True, slots=True)
class Rerouted:
    """Another route is taken than the one that was decided first: the server has changed."""

    route: Route


@dataclass(frozen=True, slots=True)
class ReplyHeld:
    """What has come but cannot be told yet: `events` follow if the reply ends at this place.

    The next one takes its place, and so does whatever is told of the answer itself.
    """

    events: tuple[ReplyEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class ReplyFinished:
    """The reply is complete; `reason` is the server's own word ("stop", "length", …)."""

    reason: str = "stop"


ReplyEvent = (
    TextDelta
    | ThinkingDelta
    | TextBecameThinking
    | ToolCallDelta
    | ReplyWaiting
    | ReplyNoted
    | UsageReported
    | Served
    | Rerouted
    | ReplyHeld
    | ReplyFinished
)
