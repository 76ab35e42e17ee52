"""Tests for joining the HTTP chunks of one read."""

from __future__ import annotations

from itertools import pairwise

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.network.chunk_merger import ChunkMerger

HEAD = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"


def chunked(*parts: bytes, end: bytes = b"0\r\n\r\n") -> bytes:
    return b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + end


def body_by_h11(wire: list[bytes]) -> tuple[bytes, int]:
    """Read an answer with an HTTP parser; return its body and in how many pieces it came."""
    client = h11.Connection(our_role=h11.CLIENT)
    client.send(h11.Request(method="GET", target="/", headers=[("Host", "x")]))
    client.send(h11.EndOfMessage())
    body, pieces = b"", 0
    for data in wire:
        if data:
            client.receive_data(data)
        while (event := client.next_event()) is not h11.NEED_DATA:
            if isinstance(event, h11.Data):
                body += bytes(event.data)
                pieces += 1
            if isinstance(event, h11.EndOfMessage):
                return body, pieces
    raise AssertionError("the answer has no end")


def merged(merger: ChunkMerger, wire: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({min(cut, len(wire)) for cut in cuts} | {0, len(wire)})
    return [merger.feed(wire[a:b]) for a, b in pairwise(places)]


def test_the_chunks_of_one_read_become_one() -> None:
    merger = ChunkMerger()
    assert merger.feed(HEAD) == HEAD
    assert merger.feed(chunked(b"ab", b"c", b"def", end=b"")) == b"6\r\nabcdef\r\n"
    assert merger.feed(b"1\r\ng\r\n0\r\nX-Trailer: 1\r\n\r\n") == (
        b"1\r\ng\r\n0\r\nX-Trailer: 1\r\n\r\n"
    )


def test_a_read_that_holds_only_framing_gives_nothing() -> None:
    merger = ChunkMerger()
    merger.feed(HEAD)
    assert merger.feed(b"1") == b""
    assert merger.feed(b"0;ext=1\r") == b""
    assert merger.feed(b"\n0123456789abcde") == b"f\r\n0123456789abcde\r\n"
    assert merger.feed(b"f\r") == b"1\r\nf\r\n"
    assert merger.feed(b"\n") == b""


@given(
    st.lists(st.binary(min_size=1, max_size=30), max_size=8),
    st.lists(st.integers(0, 400), max_size=12),
    st.sampled_from([b"0\r\n\r\n", b"0\r\nX: y\r\n\r\n", b"00;e\r\n\r\n"]),
)
def test_a_parser_reads_the_same_whatever_the_reads(
    parts: list[bytes], cuts: list[int], end: bytes
) -> None:
    early = b"HTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n"
    wire = early + HEAD + chunked(*parts, end=end)
    reads = merged(ChunkMerger(), wire, cuts)
    body, pieces = body_by_h11(reads)
    assert body == b"".join(parts)
    assert pieces <= len(reads)


@pytest.mark.parametrize(
    "wire",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 12\r\n\r\n5\r\nhello\r\n",
        b"HTTP/1.1 101 Switching\r\nTransfer-Encoding: gzip\r\n\r\nraw",
        b"not http at all" * 10_000,
        HEAD + b"zz\r\nnonsense",
        HEAD + b"x" * 2000,
    ],
)
def test_what_is_not_plainly_chunked_passes_unchanged(wire: bytes) -> None:
    merger = ChunkMerger()
    half = len(wire) // 2
    given_out = merger.feed(wire[:half]) + merger.feed(wire[half:]) + merger.feed(b"more")
    assert given_out == wire + b"more"


def test_the_next_answer_starts_anew() -> None:
    merger = ChunkMerger()
    merger.feed(HEAD + chunked(b"a"))
    merger.start_over()
    assert merger.feed(HEAD + chunked(b"b", b"c", end=b"")) == HEAD + b"2\r\nbc\r\n"


@pytest.mark.parametrize("size", [25 * 100_000, 1000, 26])
def test_interim_answers_in_any_number_are_passed_over(size: int) -> None:
    wire = b"HTTP/1.1 100 Continue\r\n\r\n" * 4000 + HEAD + chunked(b"a", b"b")
    merger = ChunkMerger()
    out = b"".join(merger.feed(wire[at : at + size]) for at in range(0, len(wire), size))
    assert out.startswith(wire[: wire.index(HEAD) + len(HEAD)])
    assert merger._where.value == "as it is"
    assert out.endswith(b"0\r\n\r\n")
