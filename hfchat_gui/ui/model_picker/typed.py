"""What the text in the picker's field could mean by itself: a model id, or an address."""

from __future__ import annotations

import re
from dataclasses import dataclass
from unicodedata import normalize

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source, is_model_id
from hfchat_gui.conversation.ports import ModelCatalogue
from hfchat_gui.conversation.secret_shapes import is_like_a_key
from hfchat_gui.ui.model_picker.offers import Offer
from hfchat_gui.ui.wording import cut

_HOST = re.compile(
    r"([^\s/?#@]+@)?"
    r"(localhost|\[[0-9a-f:.]+(%[\w.-]+)?\]|[\w-]+(\.[\w-]+)+|[\w.-]+:\d+|[0-9a-f]*(:[0-9a-f]*){2,7})"
    r"([:/?#].*)?",
    re.IGNORECASE,
)
_NUMBERS = re.compile(r"(\d+\.){3}\d+(:\d+)?")


@dataclass(frozen=True, slots=True)
class Typed:
    """`offers` are what the text could mean; `problem` is why it is no address after all.

    `address` is the base URL that it means, "" for none.
    """

    offers: tuple[Offer, ...] = ()
    problem: str = ""
    address: str = ""


def read_typed(text: str, catalogue: ModelCatalogue) -> Typed:
    """Read the text; words that are neither id nor address mean nothing by themselves."""
    is_id = is_model_id(text)
    by_id = (_through_router(text),) if is_id else ()
    flat = normalize("NFKC", text)  # an input method may have left wide letters
    if "://" not in flat and not _may_be_host(flat) and not is_like_a_key(flat):
        return Typed(by_id)
    try:
        # Without a scheme, `example.org/v1` could be read as a model of the owner `example.org`.
        meant = catalogue.typed(f"https://{text}" if is_id else text)
        address = "" if meant.note else catalogue.address(text)
    except BadAddress as error:
        return Typed(by_id, "" if by_id else error.user_text)
    if meant.ref.source is Source.ROUTER:
        if not meant.ref.name:
            return Typed((), meant.note)
        return Typed((_through_router(meant.ref.name, meant.note),))
    address = address or meant.ref.address
    server = Offer(
        ModelRef(Source.ADDRESS, meant.ref.name, address),
        # A password is not shown: the address then stands for what was typed.
        f"Connect to {cut(address if meant.key else text)}",
        address,
        spoken=address,
        note=meant.note,
        is_listed=False,
        key=meant.key,
    )
    return Typed((*by_id, server), "", address)


def _may_be_host(text: str) -> bool:
    """Whether it could be a host without its scheme; `qwen2.5` and `llama3.2:1b` are none."""
    found = _HOST.fullmatch(text)
    if found is None:
        return False
    host = found[2]
    if host.count(":") > 1:
        return True
    last = host.rpartition(":")[0] or host
    is_version = last.rpartition(".")[2][:1].isdigit() and "." in last
    return not is_version or _NUMBERS.fullmatch(last) is not None


def _through_router(name: str, note: str = "") -> Offer:
    ref = ModelRef(Source.ROUTER, name)
    return Offer(ref, f"Use {cut(name)} through Hugging Face", note=note, is_listed=False)
