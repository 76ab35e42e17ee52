"""Where top-level blocks begin and end, also as markdown-it-py sees it."""

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from hfchat_gui.markdown.parser import split

CASES = {
    "paragraphs and blank lines": ("a\nb\n\n\nc\n", ["paragraph", "paragraph"]),
    "headings of both kinds": (
        "# a\n\nb\n===\nc\n---\n## d",
        ["heading", "heading", "heading", "heading"],
    ),
    "a rule is no heading without text": ("---\n\n***\n", ["rule", "rule"]),
    "a rule wins over a list": ("- a\n* * *\n- b", ["list", "rule", "list"]),
    "front matter is shown": ("---\ntitle: x\n---\n", ["rule", "heading"]),
    "a nested list": ("- a\n  - b\n\n    c\n- d\n", ["list"]),
    "a list with a lazy line": ("- a\nb\n\nc", ["list", "paragraph"]),
    "another mark begins another list": ("- a\n* b\n1. c\n2) d", ["list"] * 4),
    "a number above one does not break a paragraph": ("a\n2. b\n1. c", ["paragraph", "list"]),
    "an empty mark does not break a paragraph": ("a\n*\nb", ["paragraph"]),
    "an empty item ends at a blank line": ("-\n\n  a", ["list", "paragraph"]),
    "an empty item is filled by the next line": ("-\n  a\n- b", ["list"]),
    "a fence inside a list": ("- a\n  ```\n  x\n\n  y\n  ```\n- b", ["list"]),
    "an open fence in a list ends with it": ("- ```\n  x\ny", ["list", "paragraph"]),
    "a quote and its lazy line": ("> a\nb\n\n> c", ["quote", "quote"]),
    "a quote ends at what is not lazy": ("> # a\nb", ["quote", "paragraph"]),
    "a quote inside a quote": ("> > a\n>\nb", ["quote", "paragraph"]),
    "a quote ends at a rule": ("> a\n---\n", ["quote", "rule"]),
    "a list in a quote takes a lazy line": ("> - a\nb", ["quote"]),
    "a longer fence holds a shorter one": (
        "````md\n```js\nx\n```\n````\nafter",
        ["code", "paragraph"],
    ),
    "tildes hold ticks": ("~~~md\nA\n```py\nx\n```\nB\n~~~\nafter", ["code", "paragraph"]),
    "an unclosed fence": ("a\n```\nb\n\n# c", ["paragraph", "code"]),
    "ticks in the info make it no fence": ("``` a`b\nc", ["paragraph"]),
    "indented code": ("    a\n\n    b\nc", ["code", "paragraph"]),
    "indent after a paragraph is no code": ("a\n    b", ["paragraph"]),
    "a table and what ends it": ("| a | b |\n|---|---|\n| 1 | 2 |\n\nc", ["table", "paragraph"]),
    "a table ends at a quote": ("a|b\n-|-\n1|2\n> c", ["table", "quote"]),
    "what looks like HTML is text": ("<grin> and <b>\n\n<div>\na", ["paragraph", "paragraph"]),
    "link targets": ("[a]: http://x\n[b]: <y> 'z'\n\n[c] d", ["definitions", "paragraph"]),
    "CR LF and CR": ("a\r\n\r\n# b\rc", ["paragraph", "heading", "paragraph"]),
    "a line separator ends no line": ("a\u2028# b\u0085# c\x0b# d", ["paragraph"]),
}


@pytest.mark.parametrize("name", CASES)
def test_blocks_are_told_apart(name: str) -> None:
    text, kinds = CASES[name]
    assert [block.kind.value for block in split(text)] == kinds


@given(st.lists(st.sampled_from(list(CASES.values())), max_size=4))
def test_blocks_cover_the_text_in_order(cases: list[tuple[str, list[str]]]) -> None:
    text = "\n\n".join(case[0] for case in cases)
    at = 0
    for block in split(text):
        assert text[at : block.start].strip() == ""
        assert text[block.start : block.end] == block.source
        at = block.end
    assert text[at:].strip() == ""


_LINES = [
    "a", "b c", "# h", "- i", "- ", "  - n", "* s", "1. o", "2. p", "7) q", "> q", "> - l", "---",
    "***", "===", "```", "```py", "~~~", "    i", "  two", "   three", "\ttab", "", "",
]  # fmt: skip


@settings(max_examples=600, deadline=None)
@given(st.lists(st.sampled_from(_LINES), min_size=1, max_size=8))
def test_an_independent_reader_finds_the_same_blocks(lines: list[str]) -> None:
    text = "\n".join(lines)
    assume("- \n\n\n" not in text)  # there the reader ends the list, which CommonMark does not
    reader = MarkdownIt("commonmark", {"html": False}).disable(["html_block", "reference"])
    theirs = [
        token.map[0]
        for token in reader.parse(text)
        if token.level == 0 and token.map and token.nesting >= 0
    ]
    ours = [text.count("\n", 0, block.start) for block in split(text)]
    assert ours == theirs
