"""What a block of code gives out as its code."""

from hfchat_gui.markdown.blocks import Block
from hfchat_gui.markdown.incremental import GrowingText
from hfchat_gui.markdown.parser import split


def only(text: str) -> Block:
    (block,) = split(text)
    return block


def test_the_code_of_a_fence_is_what_stands_between_the_marks() -> None:
    assert only("```py\nx = 1\n\ny\n```\n").code == "x = 1\n\ny"
    assert only("~~~\r\na\r\n~~~").code == "a"
    assert only("```\n```").code == ""


def test_code_of_an_open_fence_goes_to_the_end() -> None:
    assert only("```py\nx = 1").code == "x = 1"
    assert only("```py\nx = 1\n\n").code == "x = 1\n"
    assert only("```py").code == ""


def test_half_a_closing_mark_is_never_part_of_the_code() -> None:
    assert only("```py\nx\n``").code == "x"
    assert only("```py\nx\n`a").code == "x\n`a"
    assert only("```py\nx\n    ``").code == "x\n    ``"


def test_the_indent_of_the_fence_comes_off_each_line() -> None:
    assert only("  ```\n  a\n    b\n c\n  ```").code == "a\n  b\nc"


def test_indented_code_loses_four_columns() -> None:
    assert only("    a\n\n\t  b\n").code == "a\n\n  b"


def test_a_block_knows_where_it_ends() -> None:
    growing = GrowingText()
    growing.append("a\n\nbc")
    assert [(block.start, block.end) for block in growing.blocks] == [(0, 2), (3, 5)]
