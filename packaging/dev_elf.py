"""Reads from an ELF file what it needs to be loaded: libraries, and versions of their symbols."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from pathlib import Path

_MAGIC = b"\x7fELF"
_64_BIT_LITTLE_ENDIAN = b"\x02\x01"
_DYNAMIC, _VERSIONS_NEEDED = 6, 0x6FFFFFFE
_NEEDED = 1


class NotReadable(Exception):
    """An ELF file of a kind that this reader does not know; says why."""


@dataclass(frozen=True, slots=True)
class Elf:
    """What one file needs. `versions` holds pairs of a library and a symbol version of it."""

    needed: frozenset[str]
    versions: frozenset[tuple[str, str]]
    has_debug_symbols: bool


@dataclass(frozen=True, slots=True)
class _Section:
    name: int
    kind: int
    offset: int
    size: int
    link: int


def is_elf(path: Path) -> bool:
    """Whether the file begins as ELF files do."""
    with path.open("rb") as file:
        return file.read(4) == _MAGIC


def read(path: Path) -> Elf:
    """Read the file's needs. Raises `NotReadable` for anything but a whole 64-bit ELF file."""
    data = path.read_bytes()
    if data[:6] != _MAGIC + _64_BIT_LITTLE_ENDIAN:
        raise NotReadable("it is no 64-bit ELF file")
    try:
        sections, names = _sections(data)
        if not sections:
            raise NotReadable("it has no table of sections")
        return Elf(
            frozenset(_needed(data, sections)),
            frozenset(_versions(data, sections)),
            any(_text(data, names, one.name) == ".debug_info" for one in sections),
        )
    except (struct.error, IndexError, ValueError) as error:
        raise NotReadable(f"it is damaged ({error})") from error


def _sections(data: bytes) -> tuple[list[_Section], _Section]:
    (start,) = struct.unpack_from("<Q", data, 0x28)
    size, count, names = struct.unpack_from("<HHH", data, 0x3A)
    sections = []
    for number in range(count if start else 0):
        fields = struct.unpack_from("<IIQQQQI", data, start + number * size)
        name, kind, _flags, _address, offset, length, link = fields
        sections.append(_Section(name, kind, offset, length, link))
    return sections, sections[names] if sections else _Section(0, 0, 0, 0, 0)


def _needed(data: bytes, sections: list[_Section]) -> list[str]:
    found = []
    for section in sections:
        if section.kind == _DYNAMIC:
            content = data[section.offset : section.offset + section.size]
            for tag, value in struct.iter_unpack("<qQ", content):
                if tag == _NEEDED:
                    found.append(_text(data, sections[section.link], value))
    return found


def _versions(data: bytes, sections: list[_Section]) -> list[tuple[str, str]]:
    found = []
    for section in sections:
        if section.kind == _VERSIONS_NEEDED:
            found += _versions_in(data, section.offset, sections[section.link])
    return found


def _versions_in(data: bytes, place: int, strings: _Section) -> list[tuple[str, str]]:
    """Walk the chain of libraries, and in each the chain of its versions."""
    found = []
    step = -1
    while step:
        _form, count, file, first, step = struct.unpack_from("<HHIII", data, place)
        library = _text(data, strings, file)
        at = place + first
        for _ in range(count):
            _hash, _flags, _index, name, following = struct.unpack_from("<IHHII", data, at)
            found.append((library, _text(data, strings, name)))
            at += following
        place += step
    return found


def _text(data: bytes, strings: _Section, offset: int) -> str:
    start = strings.offset + offset
    return data[start : data.index(b"\0", start)].decode("utf-8")
