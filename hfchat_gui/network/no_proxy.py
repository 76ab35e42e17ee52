"""Which hosts are exempt from a proxy, in all the ways in which people and systems write that."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from hfchat_gui.conversation.origin import Origin, number_of, origin_or_none

_SEPARATORS = re.compile(r"[,;|\s]+")
_NETWORK = re.compile(r"[0-9a-fA-F:.]+/[^/]*")
_PORT = re.compile(r"(.+):([0-9]{1,5})")
_NETWORK_AND_PORT = re.compile(r"(\[[0-9a-f:.]+\]/[0-9.]+|[0-9.]+/[0-9.]+):[0-9]{1,5}")
_MAPPED_FROM = 96  # bits before the IPv4 number in the IPv6 number that stands for it
_PLAIN_NAMES = "<local>"  # as Windows writes it


def is_exempt(place: Origin, listed: str) -> bool:
    """Whether a list (NO_PROXY, say) names this server."""
    return any(_matches(entry, place) for entry in _entries(listed))


def unreadable_entries(listed: str) -> dict[int, str]:
    """Return the entries that can mean no host at all, by their places from 1."""
    numbered = enumerate(_entries(listed), 1)
    return {at: entry for at, entry in numbered if not _can_be_read(entry)}


def _entries(listed: str) -> Iterator[str]:
    for entry in _SEPARATORS.split(listed.lower()):
        if bare := entry.strip("\"'"):
            yield bare


def _matches(entry: str, place: Origin) -> bool:
    host = place.host.rstrip(".")
    if entry == _PLAIN_NAMES:
        return "." not in host and number_of(host) is None
    entry = _host_of(entry)
    if _is_in_network(_bare(entry), host):
        return True
    if not entry.startswith("[") and entry.count(":") > 1:
        return False  # an IPv6 number that is not this one
    with_port = _PORT.fullmatch(entry)
    if with_port is not None:
        if int(with_port[2]) != place.port:
            return False
        entry = with_port[1]
    entry = _bare(entry)
    return _is_in_network(entry, host) or _is_name_of(entry, host)


def _host_of(entry: str) -> str:
    """Return host and port of an entry that somebody wrote as an address."""
    _, mark, rest = entry.partition("://")
    return rest.partition("/")[0] if mark else entry


def _bare(entry: str) -> str:
    """Return a number or a network without brackets, [fd00::]/8 too."""
    return entry.strip("[]").replace("]/", "/")


def _is_in_network(entry: str, host: str) -> bool:
    try:
        network = ip_network(entry, strict=False)
        number = ip_address(host)
    except ValueError:
        return False
    return any(form in network for form in _forms(number, network))


def _forms(
    number: IPv4Address | IPv6Address, network: IPv4Network | IPv6Network
) -> tuple[IPv4Address | IPv6Address, ...]:
    """Return a number as IPv4 and as the IPv6 that stands for that, where a network means these."""
    plain = getattr(number, "ipv4_mapped", None) or number
    if plain.version == 6 or (network.prefixlen < _MAPPED_FROM and network.version == 6):
        return (number,)
    return plain, IPv6Address(f"::ffff:{plain}")


def _is_name_of(entry: str, host: str) -> bool:
    name = entry.removeprefix("*.").strip(".")
    if not name.isascii():
        written = origin_or_none(f"http://{name}")
        name = written.host if written else name
    if "*" in name:
        return fnmatchcase(host, name)
    is_below = host.endswith(f".{name}") and number_of(host) is None
    return bool(name) and (host == name or is_below)


def _can_be_read(entry: str) -> bool:
    if _NETWORK_AND_PORT.fullmatch(entry):
        entry = entry.rpartition(":")[0]
    if _NETWORK.fullmatch(_bare(entry)):
        try:
            ip_network(_bare(entry), strict=False)
        except ValueError:
            return False
        return True
    if entry == _PLAIN_NAMES or "*" in entry:
        return True
    return origin_or_none(f"http://{_host_of(entry).strip('.')}") is not None
