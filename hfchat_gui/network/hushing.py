"""Takes a proxy's name and password out of an answer that may be the proxy's own.

Only a proxy that is asked for plain http answers in the server's place; what comes through a
tunnel is the server's, which has not heard the password.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

import httpcore

from hfchat_gui.network.proxies import Proxy

_MASK = "…".encode()
_SURE = 8  # letters; what is shorter, or is like a word, stands in an answer by chance
_LIKE_A_WORD = re.compile("[A-Za-z]?[a-z]+|[0-9]+")
# What an answer is read by holds no password, and must stay as it is.
_READ_BY = frozenset(
    {b"content-type", b"content-length", b"content-encoding", b"transfer-encoding", b"connection"}
)


def answers_itself(proxy: Proxy | None, url: str) -> bool:
    """Whether a proxy that was given a password answers in the place of the server at `url`."""
    if proxy is None or proxy.password is None or proxy.is_socks:
        return False
    return url.lower().startswith("http:")


def hush(response: httpcore.Response, proxy: Proxy) -> None:
    """Let an answer be read without the sign-in of the proxy that it came by.

    In the body that is what cannot stand there by chance: the text of a reply stays as it is.
    """
    forms = proxy.forms()
    found = _pattern(forms)
    response.headers = [
        (name, value if name.lower() in _READ_BY else found.sub(b"...", value))
        for name, value in response.headers
    ]
    if any(name.lower() == b"content-encoding" for name, _ in response.headers):
        return  # not asked for, and not to be looked into here
    if sure := [form for form in forms if _is_sure(form)]:
        response.stream = HushedStream(cast("Iterable[bytes]", response.stream), sure)


class HushedStream:
    """A body without some texts, however it is cut. `whole` is the body as it comes."""

    def __init__(self, whole: Iterable[bytes], forms: Iterable[str]) -> None:
        self.whole = whole
        known = list(forms)
        self._found = _pattern(known)
        lowered = [form.encode("utf-8", "replace").lower() for form in known]
        self._beginnings = {form[:end] for form in lowered for end in range(1, len(form))}
        self._longest = max(map(len, self._beginnings))

    def __iter__(self) -> Iterator[bytes]:
        held = b""
        for piece in self.whole:
            data = self._found.sub(_MASK, held + piece)
            cut = len(data) - self._begun_at_the_end_of(data)
            held = data[cut:]
            if cut:
                yield data[:cut]
        if held:
            yield held

    def close(self) -> None:
        """Close the body."""
        self.whole.close()  # type: ignore[attr-defined]  # as the HTTP library makes it

    def _begun_at_the_end_of(self, data: bytes) -> int:
        """Return how many of the last bytes may be the beginning of a text to leave out."""
        end = data[-self._longest :].lower()
        return next((len(end) - at for at in range(len(end)) if end[at:] in self._beginnings), 0)


def _pattern(forms: Iterable[str]) -> re.Pattern[bytes]:
    texts = (re.escape(form.encode("utf-8", "replace")) + b"=*" for form in forms)
    return re.compile(b"|".join(texts), re.IGNORECASE)


def _is_sure(form: str) -> bool:
    return len(form) >= _SURE and not _LIKE_A_WORD.fullmatch(form)
