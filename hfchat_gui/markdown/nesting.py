"""Says what is nested deeper than anybody reads, so that it is not drawn level by level."""

from __future__ import annotations

import re

from hfchat_gui.markdown.levels import DEEPEST, Level
from hfchat_gui.markdown.lines import read_line
from hfchat_gui.markdown.parser import lines_of

_MARK = re.compile(r"^[ \t]*(?:>|[-+*][ \t]|\d{1,9}[.)][ \t])", re.MULTILINE)


def is_deep(source: str) -> bool:
    """Whether lists and quotations in `source` are nested to the last level that is read."""
    if len(source) < DEEPEST or not _MARK.search(source):
        return False
    level = Level()
    for line, _, _ in lines_of(source):
        level.take(read_line(line))
        if level.bottom.depth >= DEEPEST:
            return True
    return False
