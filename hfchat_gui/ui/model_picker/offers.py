"""What the picker offers for the text typed into it; knows nothing of widgets."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source, is_model_id
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import ModelCatalogue, Preferences
from hfchat_gui.ui.wording import cut

GROUPS = {
    Source.LOCAL: "On this computer",
    Source.ROUTER: "Hugging Face",
    Source.ADDRESS: "Your servers",
}

_HOST = re.compile(
    r"(localhost|\[[0-9a-f:.]+\]|[\w-]+(\.[\w-]+)+|[\w.-]+:\d+)([:/?#].*)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A model to choose. `title` and `hint` are what its row says; `is_known`: chosen before.

    Texts too long to be drawn are cut.
    """

    model: ModelRef
    title: str
    hint: str = ""
    is_known: bool = True

    def __post_init__(self) -> None:
        object.__setattr__(self, "title", cut(self.title))
        object.__setattr__(self, "hint", cut(self.hint))


@dataclass(frozen=True, slots=True)
class Offers:
    """All offers, in the order of their groups.

    `problem`: why what was typed is no address; `likely`: what was most likely meant by it.
    """

    offers: tuple[Offer, ...]
    problem: str = ""
    likely: Offer | None = None


class Shelf:
    """What there is to choose from while the picker is open: the disk is asked once, here.

    `current` is the model in use: it is there wherever it came from, if it can be reached at all.
    """

    def __init__(
        self, catalogue: ModelCatalogue, preferences: Preferences, current: ModelRef
    ) -> None:
        self._catalogue = catalogue
        self._preferences = preferences
        self._current = current
        self._local = catalogue.local_models()

    def offers_for(self, text: str) -> Offers:
        """Return what matches `text`, and what `text` itself could mean."""
        text = text.strip()
        typed, problem = _typed_address(text, self._catalogue)
        known = tuple(_known(self._local, self._preferences, self._current))
        found = [offer for offer in known if _matches(offer, text)]
        model = ModelRef(Source.ROUTER, text)
        if is_model_id(text) and all(row.model != model for row in known):
            found.append(Offer(model, f"Use {text} on Hugging Face", is_known=False))
        if typed is not None and all(row.model.address != typed.address for row in known):
            found.append(Offer(typed, f"Use the server at {text}", typed.address, is_known=False))
        likely = next((row for row in found if typed and row.model.address == typed.address), None)
        order = list(GROUPS)
        offers = tuple(sorted(found, key=lambda row: order.index(row.model.source)))
        return Offers(offers, problem, likely)


def may_take_token(address: str) -> bool:
    """Return whether the token could be sent there at all: over https, or to this computer."""
    origin = origin_or_none(address)
    return origin is not None and origin.is_protected


def _known(
    local: Sequence[ModelInfo], preferences: Preferences, current: ModelRef
) -> Iterator[Offer]:
    refs = [
        *(info.ref for info in local),
        *(ModelRef(Source.ROUTER, name) for name in preferences.router_models),
        *preferences.addresses,
    ]
    windows = {info.ref: info.context_tokens for info in local}
    for ref in refs:
        yield _offer(ref, windows.get(ref))
    if current not in refs and current.source is not Source.LOCAL:
        yield _offer(current)


def _offer(ref: ModelRef, context: int | None = None) -> Offer:
    if ref.source is Source.LOCAL:
        return Offer(ref, ref.label, f"{context:,} tokens" if context else "")
    if ref.source is Source.ROUTER:
        return Offer(ref, ref.name)
    return Offer(ref, ref.name or ref.host, ref.host if ref.name else ref.address)


def _matches(offer: Offer, text: str) -> bool:
    wanted = text.casefold()
    places = (offer.title, offer.model.name, offer.model.address, GROUPS[offer.model.source])
    return any(wanted in place.casefold() for place in places)


def _typed_address(text: str, catalogue: ModelCatalogue) -> tuple[ModelRef | None, str]:
    if "://" not in text and not _HOST.fullmatch(text):
        return None, ""
    try:
        return ModelRef(Source.ADDRESS, "", catalogue.address(text)), ""
    except BadAddress as error:
        return None, error.user_text
