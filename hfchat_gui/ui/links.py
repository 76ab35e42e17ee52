"""Opens web and mail addresses in the person's own programs, and nothing else."""

from __future__ import annotations

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

_SCHEMES = {"http", "https", "mailto"}


def may_open(target: str) -> bool:
    """Return whether this is an address that a click may open."""
    return QUrl(target, QUrl.ParsingMode.StrictMode).scheme() in _SCHEMES


def open_link(target: str) -> bool:
    """Open the address; return False where it is of another kind or nothing opens it."""
    return may_open(target) and QDesktopServices.openUrl(QUrl(target))
