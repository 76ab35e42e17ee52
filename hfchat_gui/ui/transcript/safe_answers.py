"""Lets what Qt asks of an accessible item always have an answer: it cannot take an exception."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from PySide6.QtCore import QRect
from PySide6.QtGui import QAccessible

_log = logging.getLogger(__name__)
_reported: set[str] = set()
_Kind = TypeVar("_Kind")


def _nothing() -> None:
    return None


_EMPTY: dict[str, Callable[[], object]] = {
    "characterCount": int,
    "child": _nothing,
    "childAt": _nothing,
    "childCount": int,
    "indexOfChild": lambda: -1,
    "isValid": bool,
    "parent": _nothing,
    "rect": QRect,
    "state": QAccessible.State,
    "text": str,
    "window": _nothing,
}


def answering(kind: type[_Kind]) -> type[_Kind]:
    """Make a class of items answer emptily where it fails, and log the type of the fault once."""
    for name, empty in _EMPTY.items():
        if name in vars(kind):
            setattr(kind, name, _safe(vars(kind)[name], empty))
    return kind


def _safe(ask: Callable[..., Any], empty: Callable[[], object]) -> Callable[..., Any]:
    @wraps(ask)
    def answer(*args: Any) -> Any:
        try:
            return ask(*args)
        except Exception as error:  # noqa: BLE001 - reported; Qt asks from where nobody catches
            _report(error)
            return empty()

    return answer


def _report(error: Exception) -> None:
    name = type(error).__name__
    if name not in _reported:
        _reported.add(name)
        _log.error("an accessible item cannot answer: %s", name)
