"""The rows of the picker as values: places, quiet lines, and models to choose."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.ui.model_picker.facts import abilities, figures, spoken
from hfchat_gui.ui.wording import cut

ROUTER_KEY = "router"
"""The key of Hugging Face's list, beside the addresses of the servers."""

_LONGEST_LINE = 1_000  # characters of sentences that are read elsewhere than in the row


@dataclass(frozen=True, slots=True)
class Heading:
    """The name of the place where the models below it run."""

    text: str
    place: str = ""

    def __post_init__(self) -> None:
        _cut(self, "text", "place")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence in the place of models, or about them.

    `retry`: choosing the line asks for this key's list again.
    """

    text: str
    retry: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", cut(self.text, _LONGEST_LINE))

    @property
    def cause(self) -> str:
        """The first of its sentences: what there is room for in a row."""
        first, stop, _ = self.text.partition(". ")
        return cut(first + stop.strip())


@dataclass(frozen=True, slots=True)
class Offer:
    """A model to choose: `title`, `marks` and `hint` are drawn, `spoken` is heard after the title.

    `note` is to be read before choosing. `info`: a router's model whose provider can be chosen.
    `is_listed`: it came from a list, and nothing need be filled in. `key`: what was typed within
    the address.
    """

    model: ModelRef
    title: str
    hint: str = ""
    marks: tuple[str, ...] = ()
    spoken: str = ""
    note: str = ""
    info: ModelInfo | None = None
    is_listed: bool = True
    key: Secret | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _cut(self, "title", "hint", "spoken", "note")


Row = Heading | Line | Offer


@lru_cache(maxsize=1_000)  # the same rows are shown again with each key that is typed
def listed(info: ModelInfo) -> Offer:
    """Return the offer of a model that a list names; a router's can be opened."""
    ref = info.ref
    title = ref.label if ref.source is Source.LOCAL else ref.name
    return Offer(
        ref,
        title,
        figures(info),
        abilities(info),
        spoken(info),
        info=info if ref.source is Source.ROUTER and info.offers else None,
    )


def split_suffix(name: str) -> tuple[str, str]:
    """Part a router model's name into its id and what follows the last colon ("" for nothing)."""
    name, _, suffix = name.partition(":")
    return name, suffix


def _cut(row: Row, *names: str) -> None:
    """Let no text stand in a row that is too long to be drawn."""
    for name in names:
        object.__setattr__(row, name, cut(getattr(row, name)))
