"""Text as it can be shown, sent and stored: half of a surrogate pair can be none of these.

Qt drops it, and SQLite and every UTF-8 encoder refuse it.
"""

from __future__ import annotations


def whole_characters(text: str) -> str:
    """Return `text` with halves of surrogate pairs joined, or replaced by U+FFFD if alone."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
