"""Lists and quotations end somewhere, however deep a text nests them."""

import sys

import pytest

from hfchat_gui.markdown.incremental import GrowingText
from hfchat_gui.markdown.levels import DEEPEST
from hfchat_gui.markdown.nesting import is_deep
from hfchat_gui.markdown.parser import split

AFTER = "\n\n# after"
DEEP = {
    "quotes on one line": ">" * 10_000 + " x",
    "quotes with spaces": "> " * 10_000 + " x",
    "lists on one line": "- " * 10_000 + "x",
    "numbers on one line": "1. " * 10_000 + "x",
    "lists in lists": "\n".join("  " * depth + "- a" for depth in range(3000)),
    "quotes that grow": "\n".join(">" * depth + " a" for depth in range(1, 1500)),
}


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_no_depth_hides_what_comes_after(source: str) -> None:
    assert split(source + AFTER)[-1].source == "# after"
    growing = GrowingText()
    for at in range(0, len(source + AFTER), 5000):
        growing.append((source + AFTER)[at : at + 5000])
    growing.finish()
    assert growing.blocks == split(source + AFTER)


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_depth_costs_little_of_the_stack(source: str) -> None:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(_frames() + 4 * DEEPEST)
    try:
        split(source)
    finally:
        sys.setrecursionlimit(before)


@pytest.mark.parametrize("source", DEEP.values(), ids=DEEP)
def test_what_is_too_deep_is_called_so(source: str) -> None:
    assert is_deep(source)
    assert is_deep("> " + source.replace("\n", "\n> "))


@pytest.mark.parametrize(
    "source",
    [
        "",
        "short",
        "words " * 10,
        "> quoted\n" * 10,
        "- item\n" * 10,
        "- a\n  - b\n    - c\n> > d\n",
    ],
)
def test_what_people_write_is_not_too_deep(source: str) -> None:
    assert not is_deep(source)


def test_a_mark_below_the_last_level_is_text() -> None:
    deep = "> " * DEEPEST
    assert [block.kind.value for block in split(f"{deep}> a\n{deep}- b\nlazy")] == ["quote"]


def _frames() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back:
        frame, count = frame.f_back, count + 1
    return count
