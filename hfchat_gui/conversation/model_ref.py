"""Which model is meant, and where it is served: the value that every layer hands on."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.origin import split_path, without_login

# How a file's numbers are packed, at the end of its name: of no use to who talks with the model.
_QUANTISATION = re.compile(r"[.-](?:I?Q\d\w*|B?F16|F32|MXFP4)$", re.IGNORECASE)

_MODEL_ID = re.compile(r"\w[\w.-]*/\w[\w.-]*(:[\w.-]+)?", re.ASCII)


class Source(StrEnum):
    """Where a model is served."""

    LOCAL = "local"
    ROUTER = "router"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class ModelRef:
    """A model at one place.

    `name` is what goes on the wire: a Hugging Face model id for the router, the server's own name
    at an address ("" = the first chat model that the address lists), and the model file's stem for
    this computer. `address` is the base URL as `network.addresses` writes it, for
    `Source.ADDRESS` only.
    """

    source: Source
    name: str = ""
    address: str = ""

    def as_data(self) -> dict[str, str]:
        """Return what `from_data` reads: plain data for JSON."""
        return {"source": self.source.value, "name": self.name, "address": self.address}

    @classmethod
    def from_data(cls, data: object) -> ModelRef | None:
        """Read what `as_data` returned; None for anything else, as of a later version.

        A user name or password in an address, as by another's hand, is not taken along.
        """
        if not isinstance(data, dict):
            return None
        source, name, address = (data.get(key, "") for key in ("source", "name", "address"))
        if source not in tuple(Source) or not isinstance(name, str) or not isinstance(address, str):
            return None
        return cls(Source(source), name, without_login(address)[0])

    @property
    def label(self) -> str:
        """The model's short name, as shown beside its replies (never empty)."""
        name = self.name.rsplit("/", 1)[-1]
        if self.source is Source.LOCAL:
            name = _QUANTISATION.sub("", name)
        return name or self.host or "model"

    @property
    def place(self) -> str:
        """Where it runs, in words that follow the label."""
        if self.source is Source.LOCAL:
            return "on this computer"
        if self.source is Source.ROUTER:
            return "Hugging Face"
        return self.host

    @property
    def host(self) -> str:
        """Host and port of the address for showing, or "" where there is none.

        Whatever stands there instead, as in a file that was edited, is shown as it is.
        """
        rest = self.address.partition("://")[2] or self.address
        return printable(split_path(rest)[0].rpartition("@")[2])


POLICIES = {
    "fastest": "the provider with the highest measured speed",
    "cheapest": "the provider with the lowest price per output token",
    "preferred": "the first provider in the order of your Hugging Face settings",
}
"""What may follow the colon of a router model's id beside a provider, and what it means.

Without any the router takes the fastest (Hugging Face's documentation of Inference Providers).
"""


def is_model_id(text: str) -> bool:
    """Whether `text` can be a Hugging Face model id: `owner/model`, or `owner/model:provider`."""
    return _MODEL_ID.fullmatch(text) is not None


@dataclass(frozen=True, slots=True)
class Offer:
    """One provider's offer of a model through Hugging Face's router; None = not known.

    Prices are US dollars per million tokens.
    """

    provider: str
    context_tokens: int | None = None
    input_price: float | None = None
    output_price: float | None = None
    tokens_per_second: float | None = None
    first_token_seconds: float | None = None
    has_tools: bool | None = None


@dataclass(frozen=True, slots=True)
class ModelInfo:
    """What a catalogue knows of a model; None = not known. `offers` only for the router's."""

    ref: ModelRef
    context_tokens: int | None = None
    offers: tuple[Offer, ...] = ()
    reads_images: bool = False


def context_for(info: ModelInfo, suffix: str = "") -> int | None:
    """Return the window in tokens that a request to this model can count on, or None.

    `suffix` is what follows the colon of a router model's id. A provider has its own window; a
    policy, or no suffix, may pick any provider, so that the smallest known one counts.
    """
    if not info.offers:
        return info.context_tokens
    may_answer = [one for one in info.offers if suffix in ("", one.provider) or suffix in POLICIES]
    known = [one.context_tokens for one in may_answer if one.context_tokens is not None]
    return min(known, default=None)
