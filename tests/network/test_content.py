"""Tests for undoing compression in bounded pieces."""

from __future__ import annotations

import gzip
import zlib

import pytest

from hfchat_gui.conversation.errors import Interrupted, ServerFailed
from hfchat_gui.network.content import decoded, limited


def pieces(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("encoding", ["gzip", " X-Gzip "])
def test_gzip_is_undone_in_any_pieces(size: int, encoding: str) -> None:
    packed = gzip.compress(b"hello " * 50) + gzip.compress(b"world")
    assert b"".join(decoded(pieces(packed, size), encoding, "h")) == b"hello " * 50 + b"world"


@pytest.mark.parametrize("size", [1, 2, 7, 10_000])
@pytest.mark.parametrize("wbits", [zlib.MAX_WBITS, -zlib.MAX_WBITS], ids=["wrapped", "bare"])
@pytest.mark.parametrize("level", [0, 1, 6, 9])
def test_deflate_is_undone_in_both_its_kinds(size: int, wbits: int, level: int) -> None:
    packer = zlib.compressobj(level, wbits=wbits)
    packed = packer.compress(b"hello " * 50) + packer.flush()
    assert b"".join(decoded(pieces(packed, size), "Deflate", "h")) == b"hello " * 50


def test_two_encodings_are_undone_in_their_order() -> None:
    packed = gzip.compress(zlib.compress(b"hello"))
    assert b"".join(decoded([packed], "deflate, gzip", "h")) == b"hello"


@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_no_content_at_all_is_no_damage(encoding: str) -> None:
    assert list(decoded([], encoding, "h")) == []
    assert list(decoded([b""], encoding, "h")) == []
    with pytest.raises(Interrupted):
        list(decoded([b"\x1f"], encoding, "h"))


def test_a_flushed_stream_is_given_out_as_it_comes() -> None:
    packer = zlib.compressobj(wbits=31)
    sent = [packer.compress(b"one") + packer.flush(zlib.Z_SYNC_FLUSH)]
    sent.append(packer.compress(b"two") + packer.flush())
    assert list(decoded(sent, "gzip", "h")) == [b"one", b"two"]


@pytest.mark.parametrize("encoding", ["", "identity"])
def test_plain_content_passes(encoding: str) -> None:
    assert list(decoded([b"a", b"b"], encoding, "h")) == [b"a", b"b"]


def test_another_encoding_is_the_servers_fault() -> None:
    with pytest.raises(ServerFailed, match="not asked for"):
        list(decoded([b"x"], "br", "h"))


def test_damage_is_told() -> None:
    with pytest.raises(ServerFailed, match="damaged"):
        list(decoded([b"no gzip"], "gzip", "h"))


@pytest.mark.parametrize("size", [1, 7, 10_000])
@pytest.mark.parametrize("encoding", ["gzip", "deflate"])
def test_what_came_before_a_damage_is_kept(size: int, encoding: str) -> None:
    text = b"hello " * 500
    whole = gzip.compress(text) if encoding == "gzip" else zlib.compress(text)
    content = decoded(pieces(whole[:-4] + b"abcd", size), encoding, "h")
    kept = b""
    while len(kept) < len(text):
        kept += next(content)
    assert kept == text
    with pytest.raises(ServerFailed, match="damaged"):
        next(content)


def test_an_answer_packed_without_end_is_the_servers_fault() -> None:
    with pytest.raises(ServerFailed, match="not asked for"):
        list(decoded([b"x"], ", ".join(["gzip"] * 5000), "h"))


def test_a_cut_answer_is_told() -> None:
    with pytest.raises(Interrupted, match="cut off"):
        list(decoded([gzip.compress(b"hello")[:-4]], "gzip", "h"))


def test_a_bomb_is_never_unpacked_whole() -> None:
    bomb = gzip.compress(b"\0" * 64 * 1024 * 1024)
    assert len(next(decoded([bomb], "gzip", "h"))) <= 1024 * 1024
    with pytest.raises(ServerFailed, match="more than 8192 KiB"):
        list(limited(decoded([bomb], "gzip", "h"), 8 * 1024 * 1024, "h"))


def test_what_is_over_the_limit_fails_as_it_is_told_to() -> None:
    with pytest.raises(Interrupted, match=r"^h sent more than 1 KiB"):
        list(limited([b"x" * 1000] * 2, 1024, "h", Interrupted))
