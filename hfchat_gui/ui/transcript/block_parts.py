"""Cuts blocks that are too long for one document into parts that can be drawn by themselves."""

from __future__ import annotations

from collections.abc import Iterator

from hfchat_gui.markdown.blocks import Block, BlockKind
from hfchat_gui.markdown.lines import marker_of, read_line
from hfchat_gui.markdown.parser import lines_of

LONG = 12_000  # characters: a paragraph up to this is one document
PART = 4_000


def parts_of(block: Block) -> list[str]:
    """Return the sources that together show the block; almost always the one that it has."""
    if block.kind is BlockKind.PARAGRAPH and len(block.source) > LONG:
        return text_parts(block.source)
    if block.kind is BlockKind.LIST and len(block.source) > PART:
        return list(_list_parts(block.source))
    return [block.source]


def text_parts(text: str) -> list[str]:
    """Cut running text near every `PART` characters: at a line end, else a space, else anywhere."""
    if len(text) <= LONG:
        return [text]
    parts = []
    at = 0
    while len(text) - at > PART:
        end = at + PART
        for sign in ("\n", " "):
            found = text.rfind(sign, at + PART // 2, end)
            if found > 0:
                end = found + 1
                break
        parts.append(text[at:end])
        at = end
    parts.append(text[at:])
    return parts


def _list_parts(source: str) -> Iterator[str]:
    """Cut a list between two of its own items, where the next one's number is right as it is."""
    begun = 0
    items = 0
    number = None
    for text, start, _ in lines_of(source):
        if text[:1] in (" ", "\t", ""):
            continue
        marker = marker_of(read_line(text))
        if marker is None:
            continue
        if number is None:
            number = marker.number
        is_cuttable = marker.kind in "-+*" or marker.number == number + items
        if is_cuttable and start - begun >= PART:
            yield source[begun:start]
            begun = start
        items += 1
    yield source[begun:]
