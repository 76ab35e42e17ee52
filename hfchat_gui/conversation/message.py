"""One turn of a chat, as a value: the conversation replaces it whole when it grows."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from time import time
from uuid import uuid4

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.reply_events import ReplyWaiting, Usage


class Role(StrEnum):
    """Who speaks."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


CUT_BY_LENGTH = ("length", "max_tokens", "model_length")
"""The reasons to finish, by which servers say that a reply has reached the longest it may be."""


class ReplyState(StrEnum):
    """How far a turn has come; a person's turn is always `COMPLETE`."""

    WAITING = "waiting"
    STREAMING = "streaming"
    COMPLETE = "complete"
    STOPPED = "stopped"  # by the person
    FAILED = "failed"  # an error ended it
    INTERRUPTED = "interrupted"  # window closed, crash, or the stream was cut

    @property
    def is_open(self) -> bool:
        """Whether the turn may still grow."""
        return self in (ReplyState.WAITING, ReplyState.STREAMING)


@dataclass(frozen=True, slots=True)
class TextPart:
    """A piece of text in a turn's content."""

    text: str


@dataclass(frozen=True, slots=True)
class ToolCallPart:
    """A tool call that the model asked for; `arguments` is JSON text as it came."""

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class AttachedText:
    """Text that goes along folded: a text file under its `name`, or a long paste (name "").

    It may be long, and is looked through once, when it is made: so make it off the window's thread
    where that can be.
    """

    name: str
    text: str
    _fence: int = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", whole_characters(self.text))
        object.__setattr__(self, "_fence", _fence_around(self.text) if self.name else 0)

    @property
    def has_words(self) -> bool:
        """Whether there is something in it to send."""
        return bool(self.name) or _has_words(self.text)

    @property
    def as_sent(self) -> str:
        """What the model reads: a paste as if typed, a file in a fence under its name."""
        if not self.name:
            return self.text
        fence = "`" * self._fence
        end = "" if self.text.endswith("\n") else "\n"
        return f"{self.name}:\n{fence}\n{self.text}{end}{fence}"


ContentPart = TextPart | ToolCallPart | AttachedText


@dataclass(frozen=True, slots=True)
class Timings:
    """Unix times in seconds, 0 = not yet.

    Request sent; first token, be it thought or text; end; first text of the answer itself.
    """

    started: float = 0.0
    first_token: float = 0.0
    ended: float = 0.0
    answer_began: float = 0.0

    @property
    def thought_seconds(self) -> float | None:
        """How long the model thought before it answered, or None while it has not answered."""
        return self.answer_began - self.first_token if self.answer_began else None


def new_id() -> str:
    """Return a fresh id of 32 hexadecimal digits."""
    return uuid4().hex


@dataclass(frozen=True, slots=True)
class Message:
    """One turn. `parent` is the id of the turn before it (None for the first).

    `route` is one line that says who answered; `waiting` is why there is no text yet and is not
    stored.
    """

    role: Role
    parts: tuple[ContentPart, ...] = ()
    id: str = field(default_factory=new_id)
    parent: str | None = None
    thinking: str = ""
    state: ReplyState = ReplyState.COMPLETE
    model: ModelRef | None = None
    route: str = ""
    finish_reason: str = ""
    usage: Usage | None = None
    timings: Timings = Timings()
    notes: tuple[str, ...] = ()
    error: ErrorRecord | None = None
    created: float = field(default_factory=time)
    waiting: ReplyWaiting | None = None

    @property
    def text(self) -> str:
        """All text parts, joined; without what is attached."""
        return "".join(part.text for part in self.parts if isinstance(part, TextPart))

    @property
    def attached(self) -> tuple[AttachedText, ...]:
        """What goes along folded, in order."""
        return tuple(part for part in self.parts if isinstance(part, AttachedText))

    @property
    def sent_text(self) -> str:
        """The whole turn as the model reads it: the text, then what is attached."""
        pieces = (self.text, *(part.as_sent for part in self.attached))
        return "\n\n".join(piece for piece in pieces if _has_words(piece))

    @property
    def has_words(self) -> bool:
        """Whether there is something in it to send, as `sent_text` tells at a greater cost."""
        return _has_words(self.text) or any(part.has_words for part in self.attached)

    @property
    def length(self) -> int:
        """How many characters it has, typed and attached, without what frames a file."""
        return sum(len(part.text) for part in self.parts if not isinstance(part, ToolCallPart))

    @property
    def is_blank(self) -> bool:
        """Whether there is nothing in it to read: no content and no thinking."""
        return not self.thinking.strip() and not any(
            isinstance(part, ToolCallPart) or _has_words(part.text) for part in self.parts
        )

    @property
    def ended_early(self) -> bool:
        """Whether this is a reply with text that could go on: it was stopped, cut or too long.

        One that calls a tool waits for the tool, and could not.
        """
        if self.role is not Role.ASSISTANT or self.state.is_open:
            return False
        if any(isinstance(part, ToolCallPart) for part in self.parts):
            return False
        if not any(_has_words(part.text) for part in self.parts if isinstance(part, TextPart)):
            return False
        return self.state is not ReplyState.COMPLETE or self.is_cut_by_length

    @property
    def is_cut_by_length(self) -> bool:
        """Whether this is a complete reply that has reached the longest it may be."""
        is_cut = self.finish_reason.lower() in CUT_BY_LENGTH
        return self.state is ReplyState.COMPLETE and is_cut


def _has_words(text: str) -> bool:
    return bool(text) and not text.isspace()  # stops at the first character, where `strip` copies


def _fence_around(text: str) -> int:
    """Return how many backticks close nothing in the text: one more than its longest row, or 3."""
    if "`" not in text or "```" not in text:
        return 3
    inside, outside = 3, 6
    while "`" * outside in text:
        inside, outside = outside, 2 * outside
    while outside - inside > 1:
        middle = (inside + outside) // 2
        inside, outside = (middle, outside) if "`" * middle in text else (inside, middle)
    return outside
