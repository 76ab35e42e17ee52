"""A growing text splits, at every piece and at the end, as the whole text does."""

import time

from hypothesis import example, given, settings
from hypothesis import strategies as st

from hfchat_gui.markdown.incremental import GrowingText
from hfchat_gui.markdown.parser import split

FRAGMENTS = [
    "Some words of prose",
    " and more of them.",
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    "- item",
    "\n- item\n",
    "\n  - nested\n\n    text\n",
    "1. one\n2",
    ". two\n",
    "\n12",
    ") other\n",
    "# heading\n",
    "Title\n==",
    "==\n",
    "text\n-",
    "--\n",
    "| a | b |\n|--",
    "-|---|\n",
    "| 1 | 2 |\n",
    "```",
    "py\nx = 1\n",
    "``",
    "`\n",
    "~~~~\n```\n",
    "~~~~\n",
    "> quote\nlazy\n",
    ">\n",
    "[a]: http://b.example\n",
    "[a][b] ",
    "<grin>",
    "<div>\n",
    "---\ntitle: x\n---\n",
    "    code\n",
    "\t",
    "مرحبا ",
    "日本語",
    "\u2028",
    "***",
    "_x_",
    "![i](u)",
]
texts = st.lists(st.sampled_from(FRAGMENTS), max_size=25).map("".join)


def pieces_of(text: str, sizes: list[int]) -> list[str]:
    pieces: list[str] = []
    at = 0
    while at < len(text):
        size = sizes[len(pieces) % len(sizes)]
        pieces.append(text[at : at + size])
        at += size
    return pieces


@settings(max_examples=400, deadline=None)
@given(texts, st.lists(st.integers(1, 9), min_size=1, max_size=5))
@example("1. a\n\n2. b\n\n3. c", [1])
@example("a\r\n\r\nb\r\n---\r\nc", [1])
def test_pieces_end_as_the_whole_text_does(text: str, sizes: list[int]) -> None:
    growing = GrowingText()
    for piece in pieces_of(text, sizes):
        before = list(growing.blocks)
        first = growing.append(piece)
        assert growing.blocks[:first] == before[:first]
    growing.finish()
    assert growing.blocks == split(text)


@settings(max_examples=200, deadline=None)
@given(texts, st.lists(st.integers(1, 9), min_size=1, max_size=5))
def test_text_that_ends_with_a_line_needs_no_finish(text: str, sizes: list[int]) -> None:
    growing = GrowingText()
    for piece in pieces_of(text + "\n", sizes):
        growing.append(piece)
    assert growing.finish() == len(growing.blocks)


def test_settled_blocks_are_not_touched() -> None:
    growing = GrowingText()
    growing.append("one\n\ntwo\n\nthr")
    assert growing.append("ee") == 2
    assert growing.append("\n\n4") == 2  # the line end joins the third
    assert [block.source for block in growing.blocks] == ["one\n", "two\n", "three\n", "4"]


def test_a_list_mark_that_arrives_as_a_bare_digit_goes_on_with_the_list() -> None:
    growing = GrowingText()
    growing.append("1. a\n\n2")
    assert [block.kind.value for block in growing.blocks] == ["list", "paragraph"]
    growing.append(". b")
    assert [block.kind.value for block in growing.blocks] == ["list"]


def test_marks_do_not_flash_as_something_else() -> None:
    growing = GrowingText()
    growing.append("Things:\n")
    growing.append("-")
    assert growing.blocks[0].kind.value == "paragraph"
    growing.append(" a\n\n``")
    assert [block.kind.value for block in growing.blocks] == ["paragraph", "list"]
    growing.append("`sw")
    assert growing.blocks[-1].language == ""
    growing.append("ift\nlet")
    assert (growing.blocks[-1].language, growing.blocks[-1].code) == ("swift", "let")


def test_a_mark_that_stays_alone_is_shown_at_the_end() -> None:
    growing = GrowingText()
    growing.append("a\n\n-")
    assert growing.finish() == 1
    assert growing.blocks[1].source == "-"


def test_an_empty_text_has_no_blocks() -> None:
    growing = GrowingText()
    assert growing.append("") == 0
    assert growing.finish() == 0
    assert growing.blocks == []


def test_a_line_of_a_megabyte_does_not_hold_the_window() -> None:
    growing = GrowingText()
    growing.append("x" * 1_000_000)
    begun = time.process_time()
    for _ in range(20):
        growing.append("word ")
    assert time.process_time() - begun < 1.0
    assert len(growing.blocks) == 1


def test_a_long_fence_is_read_once() -> None:
    growing = GrowingText()
    growing.append("```py\n")
    begun = time.process_time()
    for number in range(3000):
        growing.append(f"line_{number} = {number}\n")
    assert time.process_time() - begun < 3.0
    assert growing.blocks[0].code.count("\n") == 2999
