"""What a person pastes as an address, turned into a base URL, and the routes below it."""

from __future__ import annotations

import re
from typing import NoReturn
from urllib.parse import quote, urlsplit

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.origin import (
    DEFAULT_PORTS,
    bracketed,
    host_and_port,
    number_of,
    origin,
    split_path,
)

_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/*(?=[^/])")
_VERSION = re.compile(r"v\d+[a-z0-9]*", re.IGNORECASE)
_CHAT_PATH = re.compile(r"(/chat/completions)?/*$")
_VERSION_ONE = re.compile(r"/v1(/(models|completions|chat|responses))?/*$")
_LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
_IN_PATH = "/%:@!$&'()*+,;=-._~"


def base_address(text: str) -> str:
    """Return the base URL that typed text means, without a slash, `/v1` or a route at its end.

    A missing scheme becomes http for this computer and private networks, https elsewhere. Raises
    `BadAddress` with the reason.
    """
    text = text.strip().strip("<>\"'").strip()
    if not text:
        _refuse("There is no address yet. Enter one such as http://127.0.0.1:8080.")
    if any(letter.isspace() or not letter.isprintable() or letter == "\\" for letter in text):
        _refuse("An address holds no spaces, line ends or backslashes. Check what was pasted.")
    scheme, rest = _split_scheme(text)
    netloc, path = split_path(rest)
    host, port = host_and_port(netloc)
    scheme = scheme or ("http" if _is_near(host) else "https")
    shown_port = "" if port in (None, DEFAULT_PORTS[scheme]) else f":{port}"
    return f"{scheme}://{bracketed(host)}{shown_port}{_base_path(path)}"


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


def _split_scheme(text: str) -> tuple[str, str]:
    scheme, mark, rest = text.partition("://")
    if not mark:
        if (wrong := _SCHEME.match(text)) and wrong[1].lower() in DEFAULT_PORTS:
            _refuse(f"After {wrong[1].lower()} comes ://, as in {wrong[1].lower()}://127.0.0.1.")
        return "", text.lstrip("/")
    if scheme.lower() not in DEFAULT_PORTS:
        _refuse("Only addresses that begin with http:// or https:// can be reached.")
    return scheme.lower(), rest


def _is_near(host: str) -> bool:
    number = number_of(host)
    if number is not None:
        return number.is_private or number.is_loopback or number.is_link_local
    name = host.rstrip(".")
    return "." not in name or name.endswith(_LOCAL_ENDINGS)


def _base_path(path: str) -> str:
    path = _CHAT_PATH.sub("", path.rstrip("/")).rstrip("/")
    return quote(_VERSION_ONE.sub("", path), safe=_IN_PATH).rstrip("/")
