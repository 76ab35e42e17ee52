"""Tests for telling code from text as it comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.code_watch import CodeWatch


def in_code_after(*pieces: str) -> bool:
    watch = CodeWatch()
    for piece in pieces:
        watch.feed(piece)
    return watch.in_code


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", False),
        ("plain", False),
        ("`open", True),
        ("`a` b", False),
        ("``a ` b", True),
        ("``a ` b``", False),
        ("`a\n", False),
        ("```\n", True),
        ("```py\na\n```\n", False),
        ("```\na\n```py\n", True),
        ("````\n```\n", True),
        ("~~~\n```\n~~~~\n", False),
        ("- ```\n", True),
        ("10. > ~~~xml\n", True),
        ("```a``` b\n", False),
        ("x ```\n", False),
        ("-" * 300 + "```\n", False),
    ],
)
def test_fences_and_spans_are_code(text: str, expected: bool) -> None:
    assert in_code_after(text) is expected
    assert in_code_after(*text) is expected


def test_a_line_of_blanks_is_known() -> None:
    watch = CodeWatch()
    seen = []
    for piece in ["", " ", "\t", "a", "b\n", "\n", "  "]:
        watch.feed(piece)
        seen.append(watch.is_line_blank)
    assert seen == [True, True, True, False, True, True, True]


@given(
    st.lists(st.sampled_from(["`", "``", "```", "~~~", "a", " ", "\n", "- ", "> "]), max_size=20)
)
def test_the_borders_of_pieces_do_not_matter(pieces: list[str]) -> None:
    assert in_code_after(*pieces) is in_code_after("".join(pieces))
