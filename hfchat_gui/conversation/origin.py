"""Scheme, host and port of a URL: what a secret and an agreement to send it are bound to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import NoReturn

from hfchat_gui.conversation.errors import BadAddress

DEFAULT_PORTS = {"http": 80, "https": 443}

_LABEL = r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?"
_HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?")
_SCOPED = re.compile(r"[0-9a-f:.]+(%[a-z0-9_.-]+)?")
# A server that listens on every interface prints this; a client must name one of them.
_ANYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - recognised, never bound


@dataclass(frozen=True, slots=True)
class Origin:
    """A server as a browser tells it apart from others. `host` is ASCII, in lower case."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        return f"{self.scheme}://{bracketed(self.host)}:{self.port}"

    @property
    def place(self) -> str:
        """Host and port as a person should read them (no default port)."""
        host = bracketed(self.host)
        return host if self.port == DEFAULT_PORTS[self.scheme] else f"{host}:{self.port}"

    @property
    def is_loopback(self) -> bool:
        """Whether it is this computer."""
        return is_loopback_host(self.host)

    @property
    def is_protected(self) -> bool:
        """Whether nobody on the way can read what is sent: https, or this very computer."""
        return self.scheme == "https" or self.is_loopback


def origin(url: str) -> Origin:
    """Return the origin of an http or https URL.

    Raises `BadAddress` with the reason where it has none, or where two programs may read it as
    two hosts: a secret goes to neither.
    """
    scheme, _, rest = url.partition("://")
    scheme = scheme.lower()
    if scheme not in DEFAULT_PORTS:
        _refuse("An address begins with http:// or https://.")
    host, port = host_and_port(split_path(rest)[0])
    return Origin(scheme, host, port or DEFAULT_PORTS[scheme])


def origin_or_none(url: str) -> Origin | None:
    """Return the origin of a URL, or None where `origin` refuses it."""
    try:
        return origin(url)
    except BadAddress:
        return None


def is_loopback(url: str) -> bool:
    """Whether a URL names this computer; raises `BadAddress` like `origin`."""
    return origin(url).is_loopback


def is_loopback_host(host: str) -> bool:
    """Whether a host's name or number is this computer, whatever a name server says of it."""
    number = number_of(host)
    if number is not None:
        mapped = getattr(number, "ipv4_mapped", None) or number
        return bool(mapped.is_loopback)
    name = host.rstrip(".")
    return name == "localhost" or name.endswith(".localhost")


def split_path(rest: str) -> tuple[str, str]:
    """Part what follows `://` into host with port, and path without query and fragment."""
    end = min((at for mark in "/?#" if (at := rest.find(mark)) >= 0), default=len(rest))
    return rest[:end], re.split(r"[?#]", rest[end:], maxsplit=1)[0]


def host_and_port(netloc: str) -> tuple[str, int | None]:
    """Return the host in one normal form, and the port if there is one; raise `BadAddress`."""
    if "@" in netloc:
        _refuse(
            "An address must not hold a user name or password: it is shown and kept in plain "
            "text. Leave that part out."
        )
    if netloc.startswith("["):
        name, closed, after = netloc[1:].partition("]")
        port = after.removeprefix(":") if after.startswith(":") else after
        if not closed or not isinstance(number_of(name), IPv6Address):
            _refuse("What stands in brackets is no IPv6 address.")
    elif netloc.count(":") > 1 and isinstance(number_of(netloc), IPv6Address):
        name, port = netloc, ""
    else:
        name, _, port = netloc.partition(":")
    return _host(name), _port(port)


def number_of(host: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address that a host is written as, or None for a name."""
    try:
        return ip_address(host) if _SCOPED.fullmatch(host.lower()) else None
    except ValueError:
        return None


def bracketed(host: str) -> str:
    """Return a host as it stands in a URL."""
    return f"[{host}]" if ":" in host else host


def _refuse(reason: str) -> NoReturn:
    raise BadAddress(reason)


def _port(text: str) -> int | None:
    if not text:
        return None
    digits = text.lstrip("0") if text.isascii() and text.isdigit() else ""
    if not 0 < len(digits) < 6 or int(digits) > 65535:  # endless ones are no number to Python
        _refuse("The port after the colon must be a number from 1 to 65535.")
    return int(digits)


def _host(name: str) -> str:
    name = name.lower()
    if not name.isascii():
        name = _in_ascii(name)
    number = number_of(name)
    if number is None and not _HOST.fullmatch(name):
        _refuse("This address names no server. Enter one such as http://127.0.0.1:8080.")
    name = str(number or name)
    if len(name) > 253 or any(len(label) > 63 for label in name.split(".")):
        _refuse("The server's name in this address is too long to be one.")
    return _ANYWHERE.get(name, name)


def _in_ascii(name: str) -> str:
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        _refuse("The server's name in this address holds letters that no server name can have.")
