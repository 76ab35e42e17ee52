"""What the engine's child tells its parent: one JSON object a line on the pipe between them."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass


@dataclass(frozen=True, slots=True)
class Loading:
    """The model is being loaded; `fraction` of its file is read, None = read whole."""

    fraction: float | None = None


@dataclass(frozen=True, slots=True)
class Ready:
    """The engine listens on this port of 127.0.0.1."""

    port: int


@dataclass(frozen=True, slots=True)
class Failed:
    """The engine did not start; its last words are on its error output."""

    detail: str


@dataclass(frozen=True, slots=True)
class Settled:
    """The answer to `settle`: whether the engine has stopped computing, after how many seconds."""

    free: bool
    seconds: float


Report = Loading | Ready | Failed | Settled
_KINDS = {kind.__name__: kind for kind in (Loading, Ready, Failed, Settled)}


def to_line(report: Report) -> bytes:
    """Return the report as one line."""
    return json.dumps({"report": type(report).__name__, **asdict(report)}).encode() + b"\n"


def from_line(line: bytes) -> Report | None:
    """Return the report that a line holds, or None for a line that something else printed."""
    try:
        fields = json.loads(line)
        report: Report = _KINDS[fields.pop("report")](**fields)
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    return report
