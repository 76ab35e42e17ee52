"""Joins the HTTP chunks of one read into one, since each costs the HTTP library as much as a read.

A server sends a chunk per token. The bytes that come out mean the same to an HTTP parser as those
that went in; whatever is not plainly a chunked body passes through unchanged.
"""

from __future__ import annotations

import re
from enum import Enum

_HEAD_END = re.compile(rb"\n\r?\n")
_CHUNKED = re.compile(rb"\ntransfer-encoding:[ \t]*chunked[ \t]*\r?\n", re.IGNORECASE)
_INFORMATIONAL = re.compile(rb"HTTP/1\.[01] 1(?!01)\d\d")
_SIZE = re.compile(rb"([0-9a-fA-F]{1,15})[ \t]*(;[^\r\n]*)?\r\n")
_LONGEST_HEAD = 128 * 1024
_LONGEST_SIZE_LINE = 1024


class _In(Enum):
    HEAD = "head"
    CHUNKS = "chunks"
    AS_IT_IS = "as it is"


class ChunkMerger:
    """Rewrites the bytes of one answer after another; `start_over` before each."""

    def __init__(self) -> None:
        self.start_over()

    def start_over(self) -> None:
        """Expect the head of a new answer."""
        self._where = _In.HEAD
        self._kept = b""
        self._left = 0  # bytes of the open chunk still to come, with its line end

    def feed(self, data: bytes) -> bytes:
        """Return what to hand on for `data`; empty when only framing has come so far."""
        if self._where is _In.CHUNKS:
            return self._merge(data)
        if self._where is _In.AS_IT_IS:
            return data
        return self._read_head(data)

    def _read_head(self, data: bytes) -> bytes:
        seen, at = self._kept + data, 0
        while end := _HEAD_END.search(seen, at):
            head, at = seen[at : end.end()], end.end()
            if _INFORMATIONAL.match(head):
                continue
            rest = seen[at:]
            self._kept = b""
            self._where = _In.CHUNKS if _CHUNKED.search(head) else _In.AS_IT_IS
            return data[: len(data) - len(rest)] + (self.feed(rest) if rest else b"")
        self._kept = seen[at:]
        if len(self._kept) > _LONGEST_HEAD:
            self._where = _In.AS_IT_IS
        return data

    def _merge(self, data: bytes) -> bytes:
        pieces: list[bytes] = []
        at, end = 0, len(data)
        if self._kept:
            data, self._kept = self._kept + data, b""
            end = len(data)
        while at < end:
            if self._left:
                at = self._take(data, at, pieces)
                continue
            size = _SIZE.match(data, at)
            if size is None or int(size[1], 16) == 0:
                return _as_chunk(pieces) + self._rest(data[at:], ended=size is not None)
            self._left = int(size[1], 16) + 2
            at = size.end()
        return _as_chunk(pieces)

    def _take(self, data: bytes, at: int, pieces: list[bytes]) -> int:
        """Take what has come of the open chunk; the last two of its bytes are the line end."""
        have = min(self._left, len(data) - at)
        content = min(have, self._left - 2)
        if content > 0:
            pieces.append(data[at : at + content])
        self._left -= have
        return at + have

    def _rest(self, rest: bytes, *, ended: bool) -> bytes:
        if not ended and b"\n" not in rest and len(rest) < _LONGEST_SIZE_LINE:
            self._kept = rest  # a size line that has come in part
            return b""
        self._where = _In.AS_IT_IS  # the last chunk, or no chunk at all: the parser's business
        return rest


def _as_chunk(pieces: list[bytes]) -> bytes:
    if not pieces:
        return b""
    joined = b"".join(pieces)
    return b"%x\r\n%b\r\n" % (len(joined), joined)
