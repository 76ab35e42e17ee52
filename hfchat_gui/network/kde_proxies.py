"""Reads the proxies out of KDE's settings: a file, since there is no program to ask everywhere."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

log = logging.getLogger(__name__)

_SECTION = "[Proxy Settings]"
_BY_HAND, _SCRIPT, _SCRIPT_THAT_IS_LOOKED_FOR = "1", "2", "3"
_KEYS = {"http": "httpProxy", "https": "httpsProxy", "all": "socksProxy"}
_HOST_AND_PORT = re.compile(r"(?:([a-z][a-z0-9+.-]*)://)?(.+?)[ :]([0-9]{1,5})/?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class KdeProxies:
    """Addresses by scheme ("http", "https", "all"), and the hosts that are exempt from them.

    `only_those`: the hosts are the only ones that are not.
    """

    addresses: Mapping[str, str] = field(default_factory=dict)
    hosts: str = ""
    only_those: bool = False


def kde_proxies(text: str) -> KdeProxies:
    """Return the proxies in the text of KDE's file `kioslaverc`."""
    values = _values(text)
    kind = values.get("ProxyType", "")
    if kind in (_SCRIPT, _SCRIPT_THAT_IS_LOOKED_FOR):
        log.info("The desktop takes its proxies from a script, which is not read here")
    if kind != _BY_HAND:  # what it takes from the environment was looked for there
        return KdeProxies()
    found = {scheme: _address(values.get(key, ""), scheme) for scheme, key in _KEYS.items()}
    return KdeProxies(
        {scheme: address for scheme, address in found.items() if address},
        values.get("NoProxyFor", ""),
        values.get("ReversedException", "").lower() in ("true", "1", "yes", "on"),
    )


def _values(text: str) -> dict[str, str]:
    values: dict[str, str] = {}
    is_ours = False
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            is_ours = line.startswith(_SECTION)  # what may follow says who may change it
        elif is_ours and not line.startswith("#"):
            name, _, value = line.partition("=")
            values[name.partition("[")[0].strip()] = value.strip()
    return values


def _address(written: str, scheme: str) -> str:
    """Return an address as others write it: KDE has a space before the port."""
    parts = _HOST_AND_PORT.fullmatch(written)
    if parts is None:
        return written
    if not int(parts[3]):
        return ""
    kind = "socks5" if scheme == "all" else parts[1] or "http"
    return f"{kind}://{parts[2].strip()}:{int(parts[3])}"
