"""Long blocks are cut without losing a character."""

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.markdown.parser import split
from hfchat_gui.ui.transcript.block_parts import LONG, parts_of, text_parts

_RUNS = st.lists(st.tuples(st.sampled_from("ab \n"), st.integers(1, LONG)), max_size=8)


@given(_RUNS)
def test_no_character_is_lost(runs: list[tuple[str, int]]) -> None:
    text = "".join(char * count for char, count in runs)
    assert "".join(text_parts(text)) == text


def test_long_text_is_cut_at_spaces_or_anywhere() -> None:
    words = text_parts("word " * 5000)
    assert len(words) > 3
    assert all(part.endswith(" ") for part in words[:-1])
    assert max(len(part) for part in text_parts("x" * 50_000)) <= LONG


def test_a_long_list_is_cut_between_its_own_items() -> None:
    source = "".join(f"- item {n} {'words ' * 20}\n  - nested\n" for n in range(100))
    (block,) = split(source)
    parts = parts_of(block)
    assert "".join(parts) == source
    assert len(parts) > 2
    assert all(part.startswith("- item") for part in parts)


def test_a_numbered_list_is_cut_only_where_the_number_is_right() -> None:
    counted = "".join(f"{n}. item {'words ' * 20}\n" for n in range(1, 101))
    repeated = "".join(f"1. item {'words ' * 20}\n" for n in range(1, 101))
    assert len(parts_of(split(counted)[0])) > 2
    assert len(parts_of(split(repeated)[0])) == 1


def test_a_short_block_is_one_part() -> None:
    assert parts_of(split("- a\n- b\n")[0]) == ["- a\n- b\n"]
