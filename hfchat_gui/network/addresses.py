"""What a person pastes as an address, turned into a base URL, and the routes below it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NoReturn
from urllib.parse import quote, urlsplit

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.origin import (
    DEFAULT_PORTS,
    bracketed,
    host_and_port,
    is_private_host,
    number_of,
    origin,
    split_path,
    without_login,
)
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.secret_shapes import is_like_a_key
from hfchat_gui.network.pasted import bare_text, in_command

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/*(?=[^/])")
_BEGUN_TWICE = re.compile(r"(https?)://(?=(https?)://)", re.IGNORECASE)
# What follows has to stay linear: a long path in which every part could begin a match is typed
# in a moment, and read while the person types.
_VERSION = re.compile(r"v\d[a-z0-9]*", re.IGNORECASE)
_CHAT_PATH = re.compile(r"/chat/completions$", re.IGNORECASE)
_MODEL = re.compile(r"/v\d[a-z0-9]*/models/(.+)$", re.IGNORECASE)
_VERSION_ONE = re.compile(
    r"/v1(/(models(/.*)?|completions|chat|responses|embeddings))?/*$", re.IGNORECASE
)
_OTHER_VERSION = re.compile(
    r"(?<=/)(v\d[a-z0-9]*)/(models(/.*)?|completions|responses)/*$", re.IGNORECASE
)
_OLLAMA = re.compile(r"/api/(chat|generate|tags|version)/*$", re.IGNORECASE)
_LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
_IN_PATH = "/%:@!$&'()*+,;=-._~"
_LONG_KEY = 30  # letters, in a row that is part of a whole address

LOGIN_NOTE = (
    "The user name and password are taken out of the address: they are this server's key, and no "
    "other gets them."
)
KEY_NOTE = "The key in what was pasted is this server's key, and no other gets it."
QUERY_NOTE = (
    "The part of the address from the question mark on is left out: HF Chat sends no such part. If "
    "it holds a key, enter that as the server's key."
)
MODEL_NOTE = "The model's name is taken from the address."
BODY_NOTE = "The model's name is taken from what was pasted."


@dataclass(frozen=True, slots=True)
class Address:
    """What pasted text means. `note`: what became of the parts that are not in `base`.

    `key` goes to this address alone; `model` is a model's name that the path or the body held.
    """

    base: str
    note: str = ""
    key: Secret | None = field(default=None, compare=False)
    model: str = ""


def read_address(text: str) -> Address:
    """Read an address as it is typed or pasted: bare, or within a command or a line of code.

    Its base has no slash, `/v1` or route at its end. A missing scheme becomes http for this
    computer and private networks, https elsewhere. Raises `BadAddress` with the reason.
    """
    found = in_command(bare_text(text))
    url, login = without_login(_begun_once(_checked(found.url)))
    scheme, rest = _split_scheme(url)
    netloc, path = split_path(rest)
    _check_no_key(netloc, is_alone=netloc == url.rstrip("/"))
    host, port = host_and_port(netloc)
    _check_host(host)
    scheme = scheme or ("http" if _is_near(host) else "https")
    shown_port = "" if port in (None, DEFAULT_PORTS[scheme]) else f":{port}"
    in_path = _MODEL.search(path.rstrip("/"))
    notes = (
        LOGIN_NOTE if login else KEY_NOTE if found.key else "",
        QUERY_NOTE if "?" in rest else "",
        MODEL_NOTE if in_path else BODY_NOTE if found.model else "",
    )
    return Address(
        f"{scheme}://{bracketed(host)}{shown_port}{_base_path(path)}",
        " ".join(filter(None, notes)),
        login or found.key,
        in_path[1] if in_path else found.model,
    )


def api_url(base: str, route: str) -> str:
    """Return the URL of `route` ("chat/completions", "models") of the API at a base address.

    `/v1` goes between, unless the address names a version itself (".../paas/v4").
    """
    segments = urlsplit(base).path.split("/")
    versioned = any(_VERSION.fullmatch(segment) for segment in segments)
    return f"{base}/{route}" if versioned else f"{base}/v1/{route}"


def host_of(url: str) -> str:
    """Return host and port of a URL as a person should read them (no default port)."""
    return origin(url).place


def _refuse(reason: str) -> NoReturn:
    raise BadAddress(reason)


def _checked(text: str) -> str:
    if not text:
        _refuse("There is no address yet. Enter one such as http://127.0.0.1:8080.")
    if re.match(r"(?i)(file|unix|https?\+unix):|[~.]{0,2}/(?!/)|[a-z]:[\\/]|\\\\", text):
        _refuse(
            "This is a place on a disk, not the address of a server. Enter an address such as "
            "http://127.0.0.1:8080; a server that listens on a file must be given a port."
        )
    if wrong := re.match(r"(?i)(mailto|javascript|data|ssh|tel|about):", text):
        _refuse(f"What begins with {wrong[0].lower()} is not the address of a server to chat with.")
    if re.match(r"(?i)wss?://", text):
        _refuse(
            "This is the address of a web socket. Enter the address of the chat, which begins "
            "with http:// or https://."
        )
    if any(letter.isspace() or not letter.isprintable() or letter == "\\" for letter in text):
        _refuse("An address holds no spaces, line ends or backslashes. Check what was pasted.")
    return text


def _begun_once(text: str) -> str:
    """Return an address without a second beginning: it was pasted behind one that was there."""
    text = text.removeprefix("//")
    while twice := _BEGUN_TWICE.match(text):
        if twice[1].lower() != twice[2].lower():
            _refuse("This address begins with both http:// and https://. Leave out the wrong one.")
        text = text[twice.end() :]
    return text


def _check_no_key(netloc: str, *, is_alone: bool) -> None:
    """Refuse a key in the place of an address, before any name server hears of it.

    Where nothing stands around it, a short one too: `sk-printer:8080` may well be a host.
    """
    name, port, _ = netloc.partition(":")
    name = name.partition("=")[2] or name
    if not is_like_a_key(name):
        return
    what = (
        "This looks like a token or key, not like the address of a server, and is not looked up. "
        "A Hugging Face token is entered in the settings, a server's key beside its address."
    )
    if is_alone and not port:
        _refuse(f"{what} If it is the name of a server, write http:// before it.")
    if len(name) >= _LONG_KEY:
        _refuse(what)


def _check_host(host: str) -> None:
    """Refuse what is left of a scheme that was mistyped: a key would be bound to it for ever."""
    if host.rstrip(".") in DEFAULT_PORTS:
        _refuse(
            "This address begins with half a scheme. Enter one such as http://127.0.0.1:8080 or "
            "https://example.com."
        )


def _split_scheme(text: str) -> tuple[str, str]:
    scheme, mark, rest = text.partition("://")
    if not mark or re.search(r"[/?#]", scheme):
        if (wrong := _SCHEME.match(text)) and wrong[1].lower() in DEFAULT_PORTS:
            _refuse(f"After {wrong[1].lower()} comes ://, as in {wrong[1].lower()}://127.0.0.1.")
        return "", text
    if scheme.lower() not in DEFAULT_PORTS:
        _refuse("Only addresses that begin with http:// or https:// can be reached.")
    return scheme.lower(), rest


def _is_near(host: str) -> bool:
    if number_of(host) is not None:
        return is_private_host(host)
    name = host.rstrip(".")
    return "." not in name or name.endswith(_LOCAL_ENDINGS)


def _base_path(path: str) -> str:
    path = _CHAT_PATH.sub("", path.rstrip("/")).rstrip("/")
    for route in (_VERSION_ONE, _OLLAMA):
        path = route.sub("", path)
    return quote(_OTHER_VERSION.sub(r"\1", path), safe=_IN_PATH).rstrip("/")
