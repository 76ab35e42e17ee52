"""Writes small GGUF files, whole and broken, for the tests of this folder."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STARTER = ROOT / "resources" / "models" / "SmolLM2-135M-Instruct.Q4_1.gguf"

Pair = tuple[str, int, bytes]
F32 = 0


def text(value: str) -> bytes:
    """A GGUF string."""
    data = value.encode()
    return struct.pack("<Q", len(data)) + data


def string(key: str, value: str) -> Pair:
    """A pair that holds a text."""
    return key, 8, text(value)


def number(key: str, value: int) -> Pair:
    """A pair that holds a 32-bit whole number."""
    return key, 4, struct.pack("<I", value)


def array(key: str, kind: int, length: int, data: bytes) -> Pair:
    """A pair that holds a list."""
    return key, 9, struct.pack("<IQ", kind, length) + data


def tensor(name: str, shape: Sequence[int], offset: int = 0, kind: int = F32) -> bytes:
    """The description of one tensor."""
    axes = struct.pack(f"<I{len(shape)}Q", len(shape), *shape)
    return text(name) + axes + struct.pack("<IQ", kind, offset)


TINY_PAIRS = (
    string("general.architecture", "llama"),
    number("llama.context_length", 2048),
    number("llama.block_count", 2),
    number("llama.embedding_length", 64),
    number("llama.attention.head_count", 4),
    number("llama.attention.head_count_kv", 2),
)


def gguf(
    pairs: Sequence[Pair] = TINY_PAIRS,
    tensors: Sequence[bytes] = (tensor("a", [4, 4]),),
    *,
    data: int = 64,
    version: int = 3,
) -> bytes:
    """A whole file: header, padding to 32 bytes, and `data` bytes of numbers."""
    head = b"GGUF" + struct.pack("<IQQ", version, len(tensors), len(pairs))
    for key, kind, value in pairs:
        head += text(key) + struct.pack("<I", kind) + value
    head += b"".join(tensors)
    return head + bytes(-len(head) % 32) + bytes(data)
