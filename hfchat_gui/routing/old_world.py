"""Addresses that no longer serve a chat, or never did, and the router's model that they mean now.

Hugging Face shut down its old inference host, so that host is never asked: wherever its address
is typed, pasted or was stored, the same model is asked for through the router, and the person is
told. Page addresses of the Hub and the router's own address are read alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import normalize
from urllib.parse import unquote

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source, is_model_id
from hfchat_gui.conversation.ports import TypedModel

DEAD_HOST = "api-inference.huggingface.co"
ROUTER_HOST = "router.huggingface.co"
_HUB_HOSTS = ("huggingface.co", "www.huggingface.co", "hf.co", "www.hf.co")

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:/+|//")
_QUOTED = re.compile(r"[\s\"'`<>(){}\[\],;]+")
_API_TAIL = re.compile(r"/v1(/(chat/completions|completions|models))?$")
# Where a model's id follows in a path of the old host; under /pipeline the task comes first.
_OLD_PREFIXES = {"models": 1, "status": 1, "pipeline": 2}
_NO_OWNERS = frozenset({"v1", "framework", "usage", "docs", "docs-api", "tasks", "health"})
# What stands on the Hub where an owner would, and is none.
_NO_PAGE = re.compile(
    r"api|blog|chat|collections|datasets|docs|enterprise|inference|inference-endpoints|join|learn"
    r"|login|new|organizations|papers|posts|pricing|settings|spaces|tasks"
)

_LONGEST = 4000


def modern(text: str, name: str = "") -> TypedModel | None:
    """Return what an outlived address means now, with a sentence about it; None for any other.

    `text` is the address as typed, pasted or stored, with or without scheme, port, path, query or
    spaces; `name` is the model's name beside it. Where neither names a model, the reference is
    the router's with no name, and the sentence asks to choose one.
    """
    readings = [
        found
        for host, path in _places(text)
        if host in _READINGS and (found := _READINGS[host](path, name.strip())) is not None
    ]
    return max(readings, key=lambda found: bool(found.ref.name), default=None)


def modern_ref(model: ModelRef) -> TypedModel | None:
    """Return what a stored reference to an outlived address means now; None for any other."""
    if model.source is Source.ADDRESS:
        return modern(model.address, model.name)
    return modern(model.name) if model.source is Source.ROUTER and "." in model.name else None


def check_alive(address: str) -> None:
    """Raise `BadAddress` with the reason where an address can be no server of one's own."""
    if replaced := modern(address):
        raise BadAddress(replaced.note)


def _places(text: str) -> Iterator[tuple[str, str]]:
    """Yield host and path of each address within the text, then of the text read as one."""
    flat = printable(normalize("NFKC", text[:_LONGEST]).replace("。", ".").replace("\\", "/"))
    words = [word for word in _QUOTED.split(flat) if word]
    yield from (_split(_SCHEME.sub("", word, count=1)) for word in words if _SCHEME.match(word))
    yield _split(_SCHEME.sub("", "".join(words), count=1))


def _split(rest: str) -> tuple[str, str]:
    end = min((at for mark in "/?#" if (at := rest.find(mark)) >= 0), default=len(rest))
    host = unquote(rest[:end]).rpartition("@")[2].partition(":")[0]
    path = unquote(re.split(r"[?#]", rest[end:], maxsplit=1)[0])
    return host.lower().strip("."), re.sub(r"/+", "/", path).rstrip("/")


def _dead(path: str, name: str) -> TypedModel:
    gone = f"{DEAD_HOST} was shut down by Hugging Face"
    segments = [part for part in _API_TAIL.sub("", path).split("/") if part]
    first = segments[0] if segments else ""
    segments = [] if first in _NO_OWNERS else segments[_OLD_PREFIXES.get(first, 0) :]
    found = _first_id(segments, name)
    if found:
        return _router(found, f"{gone}, so {found} is asked for through its router instead.")
    unowned = segments[0] if segments else name
    named = f" The old name “{printable(unowned)[:80]}” has no owner." if unowned else ""
    return _router("", f"{gone}.{named} Choose a model that its router serves instead.")


def _page(path: str, name: str) -> TypedModel | None:
    segments = [part for part in path.split("/") if part]
    if segments[:2] in (["api", "models"], ["chat", "models"]):
        segments = segments[2:]
    elif segments and _NO_PAGE.fullmatch(segments[0]):
        return None
    elif segments[:1] == ["models"]:
        segments = segments[1:]
    found = _first_id(segments, name)
    if found:
        return _router(
            found,
            f"That is the address of a web page; {found} is asked for through Hugging Face's "
            "router instead.",
        )
    return _router(
        "", "That is the address of Hugging Face's web site, not of a chat. Choose a model."
    )


def _own(path: str, name: str) -> TypedModel:
    segments = [part for part in path.split("/") if part]
    if segments[:2] in (["v1", "models"], ["hf-inference", "models"]):
        found = _first_id(segments[2:], name)
    elif segments and segments[0] not in ("v1", "models"):
        found = _first_id([], name)
        found = f"{found}:{segments[0]}" if found and ":" not in found else found
    else:
        found = _first_id([], name)
    what = "This is Hugging Face's own router"
    if found:
        return _router(found, f"{what}, so {found} is asked for as a Hugging Face model.")
    return _router("", f"{what}. Choose one of the models that it serves.")


def _first_id(segments: list[str], name: str) -> str:
    """Return the id that a path begins with, else the name if it is an id, else ""."""
    in_path = "/".join(segments[:2])
    return next((found for found in (in_path, name) if is_model_id(found)), "")


def _router(name: str, note: str) -> TypedModel:
    return TypedModel(ModelRef(Source.ROUTER, name), note)


_READINGS = {DEAD_HOST: _dead, ROUTER_HOST: _own, **dict.fromkeys(_HUB_HOSTS, _page)}
