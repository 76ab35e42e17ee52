"""Text as it can be shown, sent and stored: half of a surrogate pair can be none of these.

Qt drops it, and SQLite and every UTF-8 encoder refuse it.
"""

from __future__ import annotations

from unicodedata import category


def whole_characters(text: str) -> str:
    """Return `text` with halves of surrogate pairs joined, or replaced by U+FFFD if alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def printable(text: str) -> str:
    """Return `text` on one line, without the characters that steer a terminal or turn a line.

    Left out are control and format characters (escape sequences, right-to-left overrides) and
    halves of surrogate pairs: what a stranger's server says must not reach beyond its sentence.
    """
    if not (text.isascii() and text.isprintable()):
        text = "".join(sign for sign in text if sign.isspace() or category(sign) not in _STEERING)
    return " ".join(text.split())


_STEERING = {"Cc", "Cf", "Cs"}
