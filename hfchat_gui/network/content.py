"""Undoes compression on an answer as it comes, in bounded pieces, so that a bomb stays small."""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Callable, Iterable, Iterator

from hfchat_gui.conversation.errors import ChatError, Interrupted, ServerFailed

_PIECE = 1024 * 1024
_MOST_LAYERS = 4
_GZIP = zlib.MAX_WBITS | 16
ACCEPTED = "gzip"


def decoded(pieces: Iterable[bytes], encoding: str, host: str) -> Iterator[bytes]:
    """Yield the content of `pieces`; raise `ServerFailed` for damage or another encoding.

    Only gzip is asked for; deflate is what some servers send all the same. What came before the
    damage is yielded first.
    """
    names = [name.strip().lower() for name in encoding.split(",")]
    if len(names) > _MOST_LAYERS:
        raise _not_asked_for(host)
    for name in reversed(names):
        if name in ("gzip", "x-gzip"):
            pieces = _inflated(pieces, host, lambda _: _GZIP)
        elif name == "deflate":
            pieces = _inflated(pieces, host, _deflate_kind)
        elif name not in ("", "identity"):
            raise _not_asked_for(host)
    yield from pieces


def _not_asked_for(host: str) -> ServerFailed:
    return ServerFailed(
        f"{host} answered in an encoding that was not asked for. Try again; if it stays so, the "
        "fault is at the server."
    )


def limited(
    pieces: Iterable[bytes], most: int, host: str, kind: type[ChatError] = ServerFailed
) -> Iterator[bytes]:
    """Yield `pieces` until together they exceed `most` bytes; then raise `kind`."""
    size = 0
    for piece in pieces:
        size += len(piece)
        if size > most:
            raise kind(
                f"{host} sent more than {most // 1024} KiB, which is no sensible answer. Try "
                "again; if it stays so, the fault is at the server."
            )
        yield piece


def _deflate_kind(first: bytes) -> int:
    """Tell deflate in the wrapping that the standard wants from the bare kind of some servers."""
    is_wrapped = first[0] & 0x0F == 8 and int.from_bytes(first[:2], "big") % 31 == 0
    return zlib.MAX_WBITS if is_wrapped else -zlib.MAX_WBITS


def _inflated(pieces: Iterable[bytes], host: str, kind: Callable[[bytes], int]) -> Iterator[bytes]:
    inflater, data = None, b""
    try:
        for piece in pieces:
            data += piece
            while data and (inflater or len(data) > 1):  # two bytes tell the kind
                if inflater is None or inflater.eof:  # the first member, or another one follows
                    inflater = zlib.decompressobj(kind(data))
                before = inflater.copy()
                try:
                    content = inflater.decompress(data, _PIECE)
                except zlib.error:
                    if sound := _up_to_damage(before, data):
                        yield sound
                    raise
                if content:
                    yield content
                data = inflater.unconsumed_tail or inflater.unused_data
    except zlib.error as error:
        raise ServerFailed(f"The compressed answer of {host} is damaged. Try again.") from error
    if data or (inflater and not inflater.eof):  # nothing at all is an empty answer
        raise Interrupted(f"The answer of {host} was cut off before its end. Try again.")


def _up_to_damage(inflater: zlib._Decompress, data: bytes) -> bytes:
    """Return what comes out of `data` byte by byte, less than a piece, until that fails too."""
    found: list[bytes] = []
    with contextlib.suppress(zlib.error):
        found.extend(inflater.decompress(data[at : at + 1]) for at in range(len(data)))
    return b"".join(found)
