"""Which proxy the environment asks for, read more tolerantly and told more clearly than usual."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from urllib.parse import unquote, urlsplit

from hfchat_gui.conversation.errors import NO_ACTION, BadAddress, Unreachable
from hfchat_gui.conversation.origin import bracketed, is_loopback, origin
from hfchat_gui.conversation.secret import Secret

_SCHEMES = {"http": "http", "socks": "socks5", "socks5": "socks5", "socks5h": "socks5"}
_PORTS = {"http": 80, "socks5": 1080}


@dataclass(frozen=True, slots=True)
class Proxy:
    """A proxy server. `url` holds no password; `variable` is where it was found."""

    url: str
    variable: str
    user: str = ""
    password: Secret | None = field(default=None, compare=False)


def proxy_for(url: str, environment: Mapping[str, str]) -> Proxy | None:
    """Return the proxy for a URL, or None to connect directly.

    This computer is never reached through a proxy. Raises `Unreachable` naming the variable, and
    not its value, where that cannot be used.
    """
    if is_loopback(url):
        return None
    scheme = url.partition(":")[0].lower()
    for name in (f"{scheme}_proxy", "all_proxy"):
        for variable in (name, name.upper()):
            if value := environment.get(variable, "").strip():
                return None if _is_exempt(url, environment) else _read(variable, value)
    return None


def _read(variable: str, value: str) -> Proxy:
    text = value if "://" in value else f"http://{value}"
    given = text.partition("://")[0].lower()
    if given == "https":
        raise _unusable(
            variable,
            "asks for a proxy that is itself reached over https, which HF Chat cannot do. "
            "Most such proxies want http:// there",
        )
    scheme = _SCHEMES.get(given)
    if scheme is None:
        raise _unusable(variable, "names a kind of proxy that HF Chat does not know")
    try:
        parts = urlsplit(f"{scheme}://{text.partition('://')[2]}")
        bare = origin(f"http://{parts.netloc.rpartition('@')[2]}")
        port = parts.port or _PORTS[scheme]
    except (ValueError, BadAddress) as error:
        raise _unusable(variable, "does not hold the address of a proxy") from error
    password = Secret(unquote(parts.password)) if parts.password else None
    return Proxy(
        f"{scheme}://{bracketed(bare.host)}:{port}",
        variable,
        unquote(parts.username or ""),
        password,
    )


def _unusable(variable: str, reason: str) -> Unreachable:
    return Unreachable(
        f"The environment variable {variable} {reason}. Correct or remove it, then start HF Chat "
        "again.",
        action=NO_ACTION,
    )


def _is_exempt(url: str, environment: Mapping[str, str]) -> bool:
    listed = environment.get("no_proxy") or environment.get("NO_PROXY") or ""
    asked = origin(url)
    return any(
        _matches(entry, asked.host, str(asked.port))
        for entry in re.split(r"[,\s]+", listed.lower())
        if entry
    )


def _matches(entry: str, host: str, port: str) -> bool:
    if entry == "*":
        return True
    entry = entry.partition("://")[2] or entry
    if _is_in_network(entry.strip("[]"), host):
        return True
    name, colon, wanted = entry.rpartition(":")
    if colon and wanted.isdigit() and (name.startswith("[") or ":" not in name):
        if wanted != port:
            return False
        entry = name
    entry = entry.strip("[]").removeprefix("*").strip(".")
    return bool(entry) and (host == entry or host.endswith(f".{entry}"))


def _is_in_network(entry: str, host: str) -> bool:
    try:
        return ip_address(host) in ip_network(entry, strict=False)
    except ValueError:
        return False
