"""What a person pastes as an address, turned into a base URL; and what counts as one origin."""

from __future__ import annotations

import re
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NoReturn
from urllib.parse import quote, urlsplit

from hfchat_gui.conversation.errors import BadAddress

_PORTS = {"http": 80, "https": 443}
_HOST = re.compile(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*\.?")
_SCHEME = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*):/*(?=[^/])")
_VERSION = re.compile(r"v\d+[a-z0-9]*", re.IGNORECASE)
_CHAT_PATH = re.compile(r"(/chat/completions)?/*$")
_VERSION_ONE = re.compile(r"/v1/*$")
_LOCAL_ENDINGS = (".localhost", ".local", ".lan", ".home.arpa", ".internal")
# A server that listens on every interface prints this; a client must name one of them.
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - recognised, never bound
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
    netloc, path = _split_host(rest)
    host, port = _host_and_port(netloc)
    scheme = scheme or ("http" if _is_near(host) else "https")
    shown_port = "" if port in (None, _PORTS[scheme]) else f":{port}"
    return f"{scheme}://{_bracketed(host)}{shown_port}{_base_path(path)}"


def api_url(base: str, route: str) -> str:
    """Return the URL of `route` ("chat/completions", "models") of the API at a base address.

    `/v1` goes between, unless the address names a version itself (".../paas/v4").
    """
    segments = urlsplit(base).path.split("/")
    versioned = any(_VERSION.fullmatch(segment) for segment in segments)
    return f"{base}/{route}" if versioned else f"{base}/v1/{route}"


def origin(url: str) -> str:
    """Return `scheme://host:port` of a URL in one normal form; raise `BadAddress` without host."""
    scheme, _, rest = url.partition("://")
    netloc, _ = _split_host(rest)
    if scheme.lower() not in _PORTS:
        _refuse("An address begins with http:// or https://.")
    host, port = _host_and_port(netloc)
    return f"{scheme.lower()}://{_bracketed(host)}:{port or _PORTS[scheme.lower()]}"


def host_of(url: str) -> str:
    """Return host and port of a URL as a person should read them (no default port)."""
    scheme, _, rest = origin(url).partition("://")
    return rest.removesuffix(f":{_PORTS[scheme]}")


def is_loopback(url: str) -> bool:
    """Whether a URL names this computer."""
    host, _ = _host_and_port(origin(url).partition("://")[2])
    number = _number(host)
    if number is not None:
        mapped = getattr(number, "ipv4_mapped", None) or number
        return bool(mapped.is_loopback)
    return host.rstrip(".") == "localhost" or host.rstrip(".").endswith(".localhost")


def _refuse(reason: str) -> NoReturn:
    raise BadAddress(reason)


def _split_scheme(text: str) -> tuple[str, str]:
    scheme, mark, rest = text.partition("://")
    if not mark:
        if (wrong := _SCHEME.match(text)) and wrong[1].lower() in _PORTS:
            _refuse(f"After {wrong[1].lower()} comes ://, as in {wrong[1].lower()}://127.0.0.1.")
        return "", text.lstrip("/")
    if scheme.lower() not in _PORTS:
        _refuse("Only addresses that begin with http:// or https:// can be reached.")
    return scheme.lower(), rest


def _split_host(rest: str) -> tuple[str, str]:
    end = min((at for mark in "/?#" if (at := rest.find(mark)) >= 0), default=len(rest))
    return rest[:end], re.split(r"[?#]", rest[end:], maxsplit=1)[0]


def _host_and_port(netloc: str) -> tuple[str, int | None]:
    if "@" in netloc:
        _refuse(
            "An address must not hold a user name or password: it is shown and kept in plain "
            "text. Leave that part out; a key has a field of its own."
        )
    if netloc.startswith("["):
        inside, _, after = netloc[1:].partition("]")
        name, port = inside, after.removeprefix(":") if after.startswith(":") else after
        if not isinstance(_number(name), IPv6Address):
            _refuse("What stands in brackets is no IPv6 address.")
    elif netloc.count(":") > 1 and isinstance(_number(netloc), IPv6Address):
        name, port = netloc, ""
    else:
        name, _, port = netloc.partition(":")
    return _host(name), _port(port)


def _port(text: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and 0 < int(text) < 65536):
        _refuse("The port after the colon must be a number from 1 to 65535.")
    return int(text)


def _host(name: str) -> str:
    name = name.lower()
    if not name.isascii():
        name = _in_ascii(name)
    name = _ANYWHERE.get(name, name)
    if _number(name) is None and not _HOST.fullmatch(name):
        _refuse("This address names no server. Enter one such as http://127.0.0.1:8080.")
    if len(name) > 253 or any(len(label) > 63 for label in name.split(".")):
        _refuse("The server's name in this address is too long to be one.")
    return name


def _in_ascii(name: str) -> str:
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        _refuse("The server's name in this address holds letters that no server name can have.")


def _number(host: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(host)
    except ValueError:
        return None


def _is_near(host: str) -> bool:
    number = _number(host)
    if number is not None:
        return number.is_private or number.is_loopback or number.is_link_local
    name = host.rstrip(".")
    return "." not in name or name.endswith(_LOCAL_ENDINGS)


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def _base_path(path: str) -> str:
    path = _CHAT_PATH.sub("", path.rstrip("/")).rstrip("/")
    return quote(_VERSION_ONE.sub("", path), safe=_IN_PATH).rstrip("/")
