"""Link targets that stand apart (`[label]: address`), for the blocks that use them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from hfchat_gui.markdown.blocks import Block, BlockKind

_DEFINITION = re.compile(
    r""" {0,3}\[((?:[^\[\]\\]|\\.){1,999})\]:[ \t]*(?:<[^<>\r\n]*>|[^\s<]\S*)"""
    r"""(?:[ \t]+(?:"[^"\r\n]*"|'[^'\r\n]*'|\([^()\r\n]*\)))?[ \t]*$"""
)
_LABEL = re.compile(r"\[((?:[^\[\]\\]|\\.){1,999})\]")


def only_definitions(source: str) -> bool:
    """Whether a paragraph holds nothing but link targets."""
    if not source.lstrip(" ").startswith("["):
        return False
    return all(_DEFINITION.match(line) for line in source.splitlines())


def definitions_in(blocks: Iterable[Block]) -> dict[str, str]:
    """Return the lines that define link targets, by label; the first one of a label holds."""
    found: dict[str, str] = {}
    for block in blocks:
        if block.kind in (BlockKind.DEFINITIONS, BlockKind.PARAGRAPH):
            for line in block.source.splitlines():
                if not (match := _DEFINITION.match(line)):
                    break
                found.setdefault(_key(match[1]), line.strip())
    return found


def with_definitions(source: str, definitions: Mapping[str, str]) -> str:
    """Return the source followed by the definitions it uses, ready to be read by itself."""
    if not definitions or "[" not in source:
        return source
    used = dict.fromkeys(_key(match[1]) for match in _LABEL.finditer(source))
    lines = [definitions[key] for key in used if key in definitions]
    return source.rstrip() + "\n\n" + "\n".join(lines) + "\n" if lines else source


def _key(label: str) -> str:
    return " ".join(label.split()).casefold()
