"""Reads the header of a GGUF file, so that a broken one is named before an engine starts on it."""

from __future__ import annotations

import errno
import os
import stat
import struct
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

MAGIC = b"GGUF"
_LFS_POINTER = b"version https://git-lfs"
Value = int | float | str | tuple[int, ...]

_STRING, _ARRAY = 8, 9
_SCALARS = {
    0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "B", 10: "Q", 11: "q", 12: "d",
}  # fmt: skip
_WHOLE = frozenset((0, 1, 2, 3, 4, 5, 10, 11))
_LONGEST_KEPT_ARRAY = 1024
_LONGEST_TEXT = 4 * 1024**2
_MOST_TEXTS = 2**24
_LENGTH = struct.Struct("<Q")
_WINDOW = 1024**2

# ggml's tensor types: number -> (elements in a block, bytes of a block).
_BLOCKS = {
    0: (1, 4), 1: (1, 2), 2: (32, 18), 3: (32, 20), 6: (32, 22), 7: (32, 24), 8: (32, 34),
    9: (32, 36), 10: (256, 84), 11: (256, 110), 12: (256, 144), 13: (256, 176), 14: (256, 210),
    15: (256, 292), 16: (256, 66), 17: (256, 74), 18: (256, 98), 19: (256, 50), 20: (32, 18),
    21: (256, 110), 22: (256, 82), 23: (256, 136), 24: (1, 1), 25: (1, 2), 26: (1, 4), 27: (1, 8),
    28: (1, 8), 29: (256, 56), 30: (1, 2), 34: (256, 54), 35: (256, 66), 39: (32, 17),
}  # fmt: skip


class NotGguf(Exception):
    """The file does not begin like a GGUF."""


class LfsPointer(NotGguf):
    """The file only says where the model is kept: Git LFS has not fetched it."""


class BrokenGguf(Exception):
    """The file begins like a GGUF and then breaks; the text says where."""


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a model file says of itself. `size` and `end_of_tensors` are bytes."""

    values: dict[str, Value] = field(repr=False)
    tensors: int
    size: int
    end_of_tensors: int

    def number(self, key: str) -> int | None:
        """Return a whole number that stands under the model's architecture (`llama.` …)."""
        value = self.values.get(f"{self.values.get('general.architecture', '')}.{key}")
        return value if isinstance(value, int) else None

    @property
    def trained_context(self) -> int | None:
        """The window that the model was trained for, in tokens."""
        return self.number("context_length")

    @property
    def cache_bytes_per_token(self) -> int:
        """Memory that one token of the conversation takes in the engine (16-bit cache)."""
        heads = self.number("attention.head_count") or 1
        width = (self.number("embedding_length") or 0) // heads
        key = self.number("attention.key_length") or width
        value = self.number("attention.value_length") or width
        return self._cache_heads(heads) * (key + value) * 2

    def _cache_heads(self, heads: int) -> int:
        """Heads that keep keys and values, over all layers; some models list them by layer."""
        architecture = self.values.get("general.architecture", "")
        kept = self.values.get(f"{architecture}.attention.head_count_kv", heads)
        if isinstance(kept, tuple):
            return sum(kept)
        return (self.number("block_count") or 0) * (kept if isinstance(kept, int) else heads)


class _Reader:
    """Takes values off an open file and notices its end."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.size = os.fstat(file.fileno()).st_size
        self.at = 0

    def take(self, count: int) -> bytes:
        data = self._file.read(count) if count <= self.size - self.at else b""
        if len(data) < count:
            raise BrokenGguf(f"the header is cut short at byte {self.size}")
        self.at += count
        return data

    def skip(self, count: int) -> None:
        if count > self.size - self.at:
            raise BrokenGguf(f"the header is cut short at byte {self.size}")
        self.at += count
        self._file.seek(self.at)

    def skip_texts(self, count: int) -> None:
        """Step over texts without making them: a vocabulary has a hundred thousand."""
        if count > _MOST_TEXTS:
            raise BrokenGguf(f"a list of {count} texts at byte {self.at}")
        window, at = b"", 0
        for _ in range(count):
            if at + _LENGTH.size > len(window):
                self.skip(at)
                window, at = self._file.read(_WINDOW), 0
                if len(window) < _LENGTH.size:
                    self.skip(self.size)
            at += _LENGTH.size + _LENGTH.unpack_from(window, at)[0]
        self.skip(at)

    def number(self, code: str) -> int | float:
        value: int | float = struct.unpack("<" + code, self.take(struct.calcsize(code)))[0]
        return value

    def count(self, code: str = "Q") -> int:
        return int(self.number(code))

    def text(self) -> str:
        """Return a text; raise where it is longer than any that a model file has use for."""
        length = self.count()
        if _LONGEST_TEXT < length <= self.size - self.at:
            raise BrokenGguf(f"a text of {length} bytes at byte {self.at}")
        return self.take(length).decode("utf-8", "replace")


def _open(path: Path) -> BinaryIO:
    """Open a plain file; raise `OSError` for a pipe, which would be waited for, or a device."""
    kind = path.stat().st_mode
    if not stat.S_ISREG(kind):
        is_folder = stat.S_ISDIR(kind)
        raise OSError(errno.EISDIR if is_folder else errno.EINVAL, "not a plain file")
    return path.open("rb")


def read_header(path: Path) -> GgufHeader:
    """Read the whole header; raise `NotGguf`, `BrokenGguf` or `OSError`."""
    with _open(path) as file:
        reader = _Reader(file)
        tensors, pairs = _counts(reader)
        values = dict(_values(reader, pairs))
        end = max((end for end in _tensor_ends(reader, tensors)), default=0)
        alignment = values.get("general.alignment", 32)
        step = alignment if isinstance(alignment, int) and alignment > 0 else 32
        data = -(-reader.at // step) * step
        return GgufHeader(values, tensors, reader.size, data + end)


def read_trained_context(path: Path) -> int | None:
    """Return the trained window, reading only as far as needed; None where it is not said."""
    try:
        with _open(path) as file:
            reader = _Reader(file)
            for key, value in _values(reader, _counts(reader)[1]):
                if key.endswith(".context_length"):
                    return value if isinstance(value, int) else None
    except (NotGguf, BrokenGguf, OSError):
        return None
    return None


def _counts(reader: _Reader) -> tuple[int, int]:
    """Return how many tensors and how many key-value pairs follow."""
    begins = reader.take(min(reader.size, len(MAGIC)))
    if begins != MAGIC:
        begins += reader.take(min(reader.size - reader.at, len(_LFS_POINTER) - len(begins)))
        raise LfsPointer if begins == _LFS_POINTER else NotGguf
    version = reader.count("I")
    if version not in (2, 3):
        raise BrokenGguf(f"its format version is {version}, and 2 and 3 are known")
    return reader.count(), reader.count()


def _values(reader: _Reader, pairs: int) -> Iterator[tuple[str, Value]]:
    """Yield the pairs that are kept, and step over the long lists of a tokenizer."""
    for _ in range(pairs):
        key, kind = reader.text(), reader.count("I")
        value = _array(reader) if kind == _ARRAY else _scalar(reader, kind)
        if value is not None:
            yield key, value


def _scalar(reader: _Reader, kind: int) -> Value:
    if kind == _STRING:
        return reader.text()
    if kind not in _SCALARS:
        raise BrokenGguf(f"a value of the unknown kind {kind} at byte {reader.at}")
    return reader.number(_SCALARS[kind])


def _array(reader: _Reader) -> tuple[int, ...] | None:
    """Return a short list of whole numbers; step over any other."""
    kind, length = reader.count("I"), reader.count()
    if kind in _WHOLE and length <= _LONGEST_KEPT_ARRAY:
        return tuple(reader.count(_SCALARS[kind]) for _ in range(length))
    if kind in _SCALARS:
        reader.skip(length * struct.calcsize(_SCALARS[kind]))
    elif kind == _STRING:
        reader.skip_texts(length)
    else:
        raise BrokenGguf(f"a list of the unknown kind {kind} at byte {reader.at}")
    return None


def _tensor_ends(reader: _Reader, tensors: int) -> Iterator[int]:
    """Yield where each tensor ends, counted in bytes from the start of the data."""
    for _ in range(tensors):
        name, axes = reader.text(), reader.count("I")
        if axes > 8:
            raise BrokenGguf(f"the tensor {name[:60]!r} has {axes} axes")
        elements = 1
        for _ in range(axes):
            elements *= reader.count()
        per_block, block_bytes = _BLOCKS.get(reader.count("I"), (1, 0))
        yield reader.count() + -(-elements // per_block) * block_bytes
