"""Undoes gzip on an answer as it comes, in bounded pieces, so that a bomb stays small."""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator

from hfchat_gui.conversation.errors import ChatError, Interrupted, ServerFailed

_PIECE = 1024 * 1024
_GZIP = zlib.MAX_WBITS | 16
ACCEPTED = "gzip"


def decoded(pieces: Iterable[bytes], encoding: str, host: str) -> Iterator[bytes]:
    """Yield the content of `pieces`; raise `ServerFailed` for damage or another encoding."""
    if encoding.strip().lower() in ("", "identity"):
        yield from pieces
    elif encoding.strip().lower() in ("gzip", "x-gzip"):
        yield from _gunzipped(pieces, host)
    else:
        raise ServerFailed(
            f"{host} answered in an encoding that was not asked for. Try again; if it stays so, "
            "the fault is at the server."
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


def _gunzipped(pieces: Iterable[bytes], host: str) -> Iterator[bytes]:
    inflater = zlib.decompressobj(_GZIP)
    try:
        for piece in pieces:
            data = piece
            while data:
                if inflater.eof:  # another member follows
                    inflater = zlib.decompressobj(_GZIP)
                if content := inflater.decompress(data, _PIECE):
                    yield content
                data = inflater.unconsumed_tail or inflater.unused_data
    except zlib.error as error:
        raise ServerFailed(f"The compressed answer of {host} is damaged. Try again.") from error
    if not inflater.eof:
        raise Interrupted(f"The answer of {host} was cut off before its end. Try again.")
