"""A token or key that cannot be printed, logged or compared by accident."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from urllib.parse import quote

# Visible ASCII: what a bearer token may hold. Anything else would end up, whole, in the text of
# the exception that the HTTP library raises for a bad header.
_SENDABLE = re.compile(r"[\x21-\x7e]+")
_LONGEST = 8000  # servers take 8 KiB for a header
# A user name with its password, kept as it goes into the header; no other key holds a space.
_LOGIN = re.compile(r"Basic ([A-Za-z0-9+/]+={0,2})")
_SHORTEST_PART = 3  # what is shorter stands in any text by chance


class Secret:
    """Text that only `reveal` gives out; `repr`, `str` and formatting show dots.

    `may_be_read`: the person agreed that it goes over plain http where others could read it.
    Not hashable and without equality on purpose: a secret is handed on, never looked up.
    """

    __slots__ = ("_text", "may_be_read")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, text: str, *, may_be_read: bool = False) -> None:
        self._text = text
        self.may_be_read = may_be_read

    def reveal(self) -> str:
        """Return the bare text; call it only where the header is written."""
        return self._text

    def forms(self) -> tuple[str, ...]:
        """Return every text in which a server may repeat this secret, for what is masked.

        The bare text, and a login's parts; each of them also in base64 and percent-encoded.
        """
        texts = (self._text, *_login_parts(self._text))
        encoded = (form for text in texts for form in _encoded(text))
        return tuple(dict.fromkeys((*texts, *encoded)))

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(…)"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return format(repr(self), spec)

    def __reduce__(self) -> str:
        raise TypeError("a secret is not pickled")


def login_secret(user: str, password: str) -> Secret:
    """Return a user name and its password as the secret that basic authentication sends."""
    pair = f"{user}:{password}".encode("utf-8", "replace")
    return Secret("Basic " + base64.b64encode(pair).decode("ascii"))


def header_value(text: str) -> str:
    """Return what the Authorization header says for a key that `check_secret` lets pass."""
    return text if _LOGIN.fullmatch(text) else f"Bearer {text}"


def check_secret(text: str) -> str:
    """Return why a key cannot be sent, as what follows its name in a sentence; "" if it can."""
    if not text:
        return "is empty"
    if len(text) > _LONGEST:
        return "is longer than any key"
    if not (_SENDABLE.fullmatch(text) or _LOGIN.fullmatch(text)):
        return "holds a character that cannot be sent, such as a space or a line end"
    return ""


def _login_parts(text: str) -> Iterator[str]:
    login = _LOGIN.fullmatch(text)
    if login is None:
        return
    yield login[1]
    try:
        pair = base64.b64decode(login[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return
    password = pair.partition(":")[2]
    yield from (part for part in (pair, password) if len(part) >= _SHORTEST_PART)


def _encoded(text: str) -> Iterator[str]:
    raw = text.encode("utf-8", "replace")
    yield base64.b64encode(raw).decode("ascii").rstrip("=")
    yield base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")
    yield quote(raw, safe="")
