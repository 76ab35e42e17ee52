"""Scheme, host and port of a URL: what a secret and an agreement to send it are bound to."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

_DEFAULT_PORTS = {"https": 443, "http": 80}
# Two programs may read such a URL as two hosts: a secret goes to neither.
_AMBIGUOUS = re.compile(r"[\\\s\x00-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Origin:
    """A server as a browser would tell it apart from others."""

    scheme: str
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{self.scheme}://{host}:{self.port}"

    @property
    def is_protected(self) -> bool:
        """Whether nobody on the way can read what is sent: https, or this very computer."""
        return self.scheme == "https" or self._is_loopback

    @property
    def _is_loopback(self) -> bool:
        if self.host == "localhost":
            return True
        try:
            return ipaddress.ip_address(self.host).is_loopback
        except ValueError:
            return False


def origin_of(url: str) -> Origin | None:
    """Return the origin of an http or https URL, or None where it is not clear which it is."""
    if _AMBIGUOUS.search(url):
        return None
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.scheme not in _DEFAULT_PORTS or "@" in parts.netloc or "%" in host:
        return None
    try:
        plain = host if host.isascii() else host.encode("idna").decode("ascii")
    except UnicodeError:
        return None
    return Origin(parts.scheme, plain, port or _DEFAULT_PORTS[parts.scheme])
