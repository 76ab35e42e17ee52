"""Long blocks are cut without losing a character."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.markdown.parser import split
from hfchat_gui.ui.transcript.block_parts import LONG, BlockParts, Part, text_parts

_RUNS = st.lists(st.tuples(st.sampled_from("ab \n"), st.integers(1, LONG)), max_size=8)

TABLE = "| a | b |\n|---|--:|\n" + "".join(f"| {n} | some words |\n" for n in range(100))
BULLETS = "".join(f"- item {n} {'words ' * 20}\n  - nested\n" for n in range(100))
ONES = "".join(f"1. item {n} {'words ' * 20}\n" for n in range(100))
QUOTE = "".join(f"> paragraph {n} {'words ' * 20}\n>\n" for n in range(100))
NESTED = "> before\n>\n" + "".join(f"> > deep {n} {'words ' * 20}\n> >\n" for n in range(100))
ONE_PARAGRAPH = "".join(f"> line {n} {'words ' * 20}\n" for n in range(100))


def parts_of(source: str) -> list[Part]:
    (block,) = split(source)
    return BlockParts(block).take(block)


@given(_RUNS)
def test_no_character_is_lost(runs: list[tuple[str, int]]) -> None:
    text = "".join(char * count for char, count in runs)
    assert "".join(text_parts(text)) == text


def test_long_text_is_cut_at_spaces_or_anywhere() -> None:
    words = text_parts("word " * 5000)
    assert len(words) > 3
    assert all(part.endswith(" ") for part in words[:-1])
    assert max(len(part) for part in text_parts("x" * 50_000)) <= LONG


@pytest.mark.parametrize(
    ("source", "begin"),
    [
        (TABLE, "| "),
        (BULLETS, "- item"),
        (ONES, "1. item"),
        (QUOTE, "> paragraph"),
        (NESTED, "> > deep"),
        (ONE_PARAGRAPH, "> line"),
    ],
    ids=["table", "bullets", "numbers", "quote", "nested quote", "quote of one paragraph"],
)
def test_long_blocks_are_cut_where_a_part_of_them_begins(source: str, begin: str) -> None:
    parts = parts_of(source)
    assert "".join(part.source for part in parts) == source
    assert len(parts) > 2
    assert max(len(part.source) for part in parts) < LONG
    assert all(part.follows and part.source.startswith(begin) for part in parts[1:])


@pytest.mark.parametrize("source", [TABLE, BULLETS, ONES, QUOTE, NESTED, ONE_PARAGRAPH])
def test_what_grows_is_cut_in_the_same_places(source: str) -> None:
    growing = BlockParts(split(source[:40])[0])
    found: list[Part] = []
    for end in range(40, len(source), 37):
        found = growing.take(split(source[:end])[0])
    assert growing.take(split(source)[0]) == parts_of(source)
    assert found[:-2] == parts_of(source)[: len(found) - 2]


def test_a_block_that_became_another_is_cut_anew() -> None:
    growing = BlockParts(split(BULLETS)[0])
    assert len(growing.take(split(BULLETS)[0])) > 2
    assert growing.take(split("- a\n- b\n")[0]) == [Part(BlockKind.LIST, "- a\n- b\n")]


def test_each_part_of_a_list_knows_its_first_number() -> None:
    for source, first in ((ONES, 1), (ONES.replace("1. ", "7. "), 7)):
        at = 0
        for part in parts_of(source):
            assert part.number == (first + at if at else None)
            at += part.source.count("item")
    assert all(part.number is None for part in parts_of(BULLETS))


def test_code_in_a_quotation_is_not_cut() -> None:
    code = "> ```\n" + "".join(f"> line {n}\n" for n in range(1000)) + "> ```\n"
    assert len(parts_of(code)) == 1
    assert len(parts_of("> a\n>\n" + code + ">\n> b\n")) <= 2


def test_a_line_without_its_mark_goes_on_with_the_quotation() -> None:
    lazy = QUOTE.replace("20\n", "20\nlazily\n") + "> so\nit goes\n" * 100
    parts = parts_of(lazy)
    assert "".join(part.source for part in parts) == lazy
    assert all(part.source.startswith(">") for part in parts)


def test_rows_with_many_cells_are_few_in_a_part() -> None:
    row = "| x " * 40 + "|\n"
    parts = parts_of(row + "|---" * 40 + "|\n" + row * 10)
    assert len(parts) == 10
    assert "".join(part.source for part in parts).count(row) == 11


@pytest.mark.parametrize("mark", ["# ", "- ", "> "])
def test_an_endless_line_is_running_text_whatever_its_mark(mark: str) -> None:
    parts = parts_of(mark + "x" * 50_000)
    assert {part.kind for part in parts} == {BlockKind.PARAGRAPH}
    assert max(len(part.source) for part in parts) <= LONG


def test_a_short_block_is_one_part() -> None:
    assert parts_of("- a\n- b\n") == [Part(BlockKind.LIST, "- a\n- b\n")]
    assert parts_of("[a]: http://b.example\n") == []
