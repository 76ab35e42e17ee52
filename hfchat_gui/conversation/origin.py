"""Scheme, host and port of a URL: what a secret and an agreement to send it are bound to."""

from __future__ import annotations

import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NoReturn
from urllib.parse import unquote

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.secret import Secret, login_secret

DEFAULT_PORTS = {"http": 80, "https": 443}

_LABEL = r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?"
_HOST = re.compile(rf"{_LABEL}(\.{_LABEL})*\.?")
_PATH_MARK = re.compile("[/?#]")
_NUMERIC = re.compile(r"(.*\.)?([0-9]+|0x[0-9a-f]*)\.?")
_SCOPED = re.compile(r"[0-9a-f:.]+(%[a-z0-9_.-]+)?")
# Networks whose traffic no stranger's router carries. Not Python's `is_private`, which counts more.
_PRIVATE = tuple(
    map(
        ip_network,
        (
            "10.0.0.0/8",
            "172.16.0.0/12",
            "192.168.0.0/16",
            "169.254.0.0/16",
            "fe80::/10",
            "fc00::/7",
        ),
    )
)
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
    def is_near(self) -> bool:
        """Whether its very name or number says that it is this computer or in a private network."""
        return self.is_loopback or is_private_host(self.host) or self.host.endswith(".local")

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


def is_private_host(host: str) -> bool:
    """Whether a host is written as a number of this computer or of a private network."""
    number = number_of(host)
    if number is None:
        return False
    plain = getattr(number, "ipv4_mapped", None) or number
    return bool(plain.is_loopback) or any(plain in network for network in _PRIVATE)


def without_login(url: str) -> tuple[str, Secret | None]:
    """Part a URL, with or without scheme, into itself without user name and password, and these.

    None where it holds none. Nothing else is looked at, so the URL may still be no address.
    """
    scheme, mark, rest = url.partition("://")
    if not mark or _PATH_MARK.search(scheme):
        scheme, mark, rest = "", "", url
    place, _ = split_path(rest)
    login, at, host = place.rpartition("@")
    if not at:
        return url, None
    user, _, password = login.partition(":")
    bare = f"{scheme}{mark}{host}{rest[len(place) :]}"
    return bare, login_secret(unquote(user), unquote(password)) if login.strip(":") else None


def split_path(rest: str) -> tuple[str, str]:
    """Part what follows `://` into host with port, and path without query and fragment."""
    end = min((at for mark in "/?#" if (at := rest.find(mark)) >= 0), default=len(rest))
    return rest[:end], re.split(r"[?#]", rest[end:], maxsplit=1)[0]


def host_and_port(netloc: str) -> tuple[str, int | None]:
    """Return the host in one normal form, and the port if there is one; raise `BadAddress`."""
    if "@" in netloc:
        _refuse(
            "This address must not hold a user name or password: it is shown and kept in plain "
            "text. Leave that part out, and enter them as the key of the server."
        )
    if netloc.startswith("["):
        name, closed, after = netloc[1:].partition("]")
        name = re.sub("%25(?=.)", "%", name)  # so a zone stands in a URL
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
    if number is None and _NUMERIC.fullmatch(name):  # other programs read 0x7f.1 as 127.0.0.1
        _refuse("A server's number is written as four numbers from 0 to 255, as in 192.168.1.20.")
    if number is None and not _HOST.fullmatch(name):
        _refuse("This address names no server. Enter one such as http://127.0.0.1:8080.")
    name = name if number is None else _written(number)
    if len(name) > 253 or any(len(label) > 63 for label in name.split(".")):
        _refuse("The server's name in this address is too long to be one.")
    return _ANYWHERE.get(name, name)


def _written(number: IPv4Address | IPv6Address) -> str:
    """Return an address in the one form of https://url.spec.whatwg.org, whatever Python's is.

    Python 3.13 began to write an IPv4 address within an IPv6 one with dots, and a key is found by
    the form that it was kept under.
    """
    mapped = None if isinstance(number, IPv4Address) else number.ipv4_mapped
    if mapped is None:
        return str(number)
    return f"::ffff:{int(mapped) >> 16:x}:{int(mapped) & 0xFFFF:x}"


def _in_ascii(name: str) -> str:
    import idna

    try:
        return idna.encode(name, uts46=True).decode("ascii")
    except idna.IDNAError:
        _refuse("The server's name in this address holds letters that no server name can have.")
