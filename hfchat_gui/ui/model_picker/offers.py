"""What the picker offers for the text typed into it; knows nothing of widgets."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import ModelCatalogue, Preferences

GROUPS = {
    Source.LOCAL: "On this computer",
    Source.ROUTER: "Hugging Face",
    Source.ADDRESS: "Your servers",
}

_MODEL_ID = re.compile(r"[\w][\w.-]*/[\w][\w.-]*(:[\w.-]+)?", re.ASCII)
_HOST = re.compile(
    r"(localhost|\[[0-9a-f:.]+\]|[\w-]+(\.[\w-]+)+|[\w.-]+:\d+)([:/?#].*)?", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Offer:
    """A model to choose. `title` and `hint` are what its row says; `is_known`: chosen before."""

    model: ModelRef
    title: str
    hint: str = ""
    is_known: bool = True


@dataclass(frozen=True, slots=True)
class Offers:
    """All offers, in the order of their groups.

    `problem`: why what was typed is no address; `likely`: what was most likely meant by it.
    """

    offers: tuple[Offer, ...]
    problem: str = ""
    likely: Offer | None = None


def offers_for(text: str, catalogue: ModelCatalogue, preferences: Preferences) -> Offers:
    """Return what matches `text`, and what `text` itself could mean."""
    text = text.strip()
    typed, problem = _typed_address(text, catalogue)
    known = [offer for offer in _known(catalogue, preferences) if _matches(offer, text)]
    if _MODEL_ID.fullmatch(text) and text not in preferences.router_models:
        model = ModelRef(Source.ROUTER, text)
        known.append(Offer(model, f"Use {text} on Hugging Face", is_known=False))
    if typed is not None and typed.address not in {row.address for row in preferences.addresses}:
        known.append(Offer(typed, f"Use the server at {text}", typed.address, is_known=False))
    likely = next((row for row in known if typed and row.model.address == typed.address), None)
    order = list(GROUPS)
    offers = tuple(sorted(known, key=lambda row: order.index(row.model.source)))
    return Offers(offers, problem, likely)


def may_take_token(address: str) -> bool:
    """Return whether the token could be sent there at all: over https, or to this computer."""
    parts = urlsplit(address)
    return parts.scheme == "https" or _is_loopback(parts.hostname or "")


def _is_loopback(host: str) -> bool:
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _known(catalogue: ModelCatalogue, preferences: Preferences) -> Iterator[Offer]:
    for info in catalogue.local_models():
        context = f"{info.context_tokens:,} tokens" if info.context_tokens else ""
        yield Offer(info.ref, info.ref.label, context)
    for name in preferences.router_models:
        yield Offer(ModelRef(Source.ROUTER, name), name)
    for model in preferences.addresses:
        yield Offer(model, model.name or model.host, model.host if model.name else model.address)


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
