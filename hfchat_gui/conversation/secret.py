"""A token or key that cannot be printed, logged or compared by accident."""

from __future__ import annotations

import re

# Visible ASCII: what a bearer token may hold. Anything else would end up, whole, in the text of
# the exception that the HTTP library raises for a bad header.
_SENDABLE = re.compile(r"[\x21-\x7e]+")
_LONGEST = 8000  # servers take 8 KiB for a header


class Secret:
    """Text that only `reveal` gives out; `repr`, `str` and formatting show dots.

    Not hashable and without equality on purpose: a secret is handed on, never looked up.
    """

    __slots__ = ("_text",)
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, text: str) -> None:
        self._text = text

    def reveal(self) -> str:
        """Return the bare text; call it only where the header is written."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled")


def check_secret(text: str) -> str:
    """Return why a key cannot be sent, as what follows its name in a sentence; "" if it can."""
    if not text:
        return "is empty"
    if len(text) > _LONGEST:
        return "is longer than any key"
    if not _SENDABLE.fullmatch(text):
        return "holds a character that cannot be sent, such as a space or a line end"
    return ""
