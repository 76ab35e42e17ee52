"""The header of a model file is read whole, and a break in it is named."""

from __future__ import annotations

import os
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hfchat_gui.local.gguf import BrokenGguf, NotGguf, read_header, read_trained_context
from tests.helpers.patience import SOON
from tests.local.gguf_files import STARTER, TINY_PAIRS, array, gguf, number, string, tensor, text


def written(tmp_path: Path, data: bytes) -> Path:
    path = tmp_path / "model.gguf"
    path.write_bytes(data)
    return path


def test_the_starter_model_is_read_to_its_last_byte() -> None:
    began = time.perf_counter()
    header = read_header(STARTER)
    assert header.trained_context == 8192
    assert header.tensors == 272
    assert header.end_of_tensors == header.size == STARTER.stat().st_size
    assert header.cache_bytes_per_token == 30 * 3 * (64 + 64) * 2
    assert time.perf_counter() - began < SOON


def test_values_of_every_kind_are_read_or_stepped_over(tmp_path: Path) -> None:
    kinds = {0: "B", 1: "b", 2: "H", 3: "h", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
    pairs = [(f"kind {kind}", kind, struct.pack("<" + code, 1)) for kind, code in kinds.items()]
    pairs += [
        array("words", 8, 2, text("one") + text("two")),
        array("weights", 6, 2, bytes(8)),
        array("many", 4, 2000, bytes(8000)),
        array("few", 4, 2, struct.pack("<2I", 5, 7)),
    ]
    header = read_header(written(tmp_path, gguf([*TINY_PAIRS, *pairs])))
    assert all(header.values[f"kind {kind}"] == 1 for kind in kinds)
    assert header.values["few"] == (5, 7)
    assert not {"words", "weights", "many"} & header.values.keys()


def test_heads_listed_by_layer_are_added_up(tmp_path: Path) -> None:
    by_layer = array("llama.attention.head_count_kv", 4, 2, struct.pack("<2I", 1, 3))
    header = read_header(written(tmp_path, gguf([*TINY_PAIRS[:-1], by_layer])))
    assert header.cache_bytes_per_token == (1 + 3) * (16 + 16) * 2


def test_without_key_heads_each_head_has_its_own(tmp_path: Path) -> None:
    header = read_header(written(tmp_path, gguf(TINY_PAIRS[:-1])))
    assert header.cache_bytes_per_token == 2 * 4 * (16 + 16) * 2


def test_a_header_that_says_nothing_asks_for_no_cache(tmp_path: Path) -> None:
    header = read_header(written(tmp_path, gguf(pairs=())))
    assert header.cache_bytes_per_token == 0
    assert header.trained_context is None


def test_the_end_of_the_tensors_follows_from_type_shape_and_alignment(tmp_path: Path) -> None:
    pairs = [*TINY_PAIRS, number("general.alignment", 64)]
    tensors = [tensor("a", [32, 3], offset=0, kind=3), tensor("b", [4], offset=64, kind=999)]
    header = read_header(written(tmp_path, gguf(pairs, tensors)))
    assert header.end_of_tensors % 64 == 0
    small = read_header(written(tmp_path, gguf(pairs, tensors[:1])))
    assert small.end_of_tensors % 64 == 60  # three blocks of 20 bytes


@pytest.mark.parametrize(
    "data", [b"", b"GG", b"<!doctype html>", b"PK\x03\x04 and more", b"version https://git-"]
)
def test_another_kind_of_file_is_no_gguf(tmp_path: Path, data: bytes) -> None:
    with pytest.raises(NotGguf):
        read_header(written(tmp_path, data))


def test_a_header_cut_at_any_byte_is_broken(tmp_path: Path) -> None:
    whole = gguf([*TINY_PAIRS, array("words", 8, 1, text("one")), array("w", 6, 2, bytes(8))])
    end = len(whole) - 64 - 31
    for length in range(4, end):
        with pytest.raises(BrokenGguf, match="cut short"):
            read_header(written(tmp_path, whole[:length]))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (gguf(version=1), "version is 1"),
        (gguf([("odd", 77, b"")]), "unknown kind 77"),
        (gguf([array("odd", 9, 1, b"")]), "list of the unknown kind 9"),
        (gguf(tensors=[text("wide") + struct.pack("<I", 900)]), "900 axes"),
        (gguf([("long", 8, struct.pack("<Q", 2**60))]), "cut short"),
        (gguf([string("long", "x" * 5_000_000)]), "text of 5000000 bytes"),
        (gguf([string("x" * 5_000_000, "long")]), "text of 5000000 bytes"),
        (gguf([array("words", 8, 2**40, b"")]), "list of 1099511627776 texts"),
    ],
)
def test_what_breaks_a_header_is_named(tmp_path: Path, data: bytes, reason: str) -> None:
    with pytest.raises(BrokenGguf, match=reason):
        read_header(written(tmp_path, data))


def test_the_trained_context_is_read_without_the_rest(tmp_path: Path) -> None:
    assert read_trained_context(STARTER) == 8192
    assert read_trained_context(written(tmp_path, gguf()[:120])) == 2048
    assert read_trained_context(written(tmp_path, gguf([string("a", "b")]))) is None
    assert read_trained_context(written(tmp_path, gguf([string("a.context_length", "b")]))) is None
    assert read_trained_context(written(tmp_path, b"nothing")) is None
    assert read_trained_context(tmp_path) is None


@pytest.mark.timeout(30)
@pytest.mark.parametrize("read", [read_header, read_trained_context])
def test_a_pipe_and_a_device_are_not_waited_for(
    tmp_path: Path, read: Callable[[Path], object]
) -> None:
    pipe = tmp_path / "pipe.gguf"
    os.mkfifo(pipe)
    for path in (pipe, Path("/dev/zero"), tmp_path):
        if read is read_header:
            with pytest.raises(OSError, match="not a plain file"):
                read(path)
        else:
            assert read(path) is None
