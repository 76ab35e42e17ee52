"""A request and a whole answer as values: what the rest of the program says to the network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from hfchat_gui.network.credentials import Credential

_OURS = frozenset({"authorization", "proxy-authorization", "cookie", "host", "content-length"})


@dataclass(frozen=True, slots=True)
class HttpRequest:
    """One request. `body` is sent as JSON.

    `first_byte`: seconds from sending until the first byte of the answer's body; `silence`:
    seconds between two bytes after that; `without_content`: seconds of a stream in which only signs
    of life come, such as comments; None = no limit. `headers` may not hold what only the
    network writes, Authorization before all (`ValueError`).
    """

    method: str
    url: str
    body: Mapping[str, object] | None = None
    credential: Credential | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    first_byte: float | None = 300.0
    silence: float | None = 90.0
    without_content: float | None = 600.0

    def __post_init__(self) -> None:
        if wrong := _OURS.intersection(name.lower() for name in self.headers):
            raise ValueError(f"headers that only the network writes: {sorted(wrong)}")


@dataclass(frozen=True, slots=True)
class HttpHead:
    """Status line and headers of an answer; names in lower case, repeated ones joined by `, `.

    `url` is where the answer came from, after redirects. `unsaid`: the texts in which a proxy on
    the way may repeat the sign-in that it was given.
    """

    status: int
    headers: Mapping[str, str]
    url: str
    unsaid: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class HttpAnswer:
    """A whole answer; `body` is decoded (gzip), not parsed; `unsaid` as of `HttpHead`."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    url: str
    unsaid: tuple[str, ...] = ()
