"""Tests for telling code from text as it comes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.code_watch import FAR, CodeWatch


def in_code_after(*pieces: str) -> bool:
    watch = CodeWatch()
    for piece in pieces:
        watch.feed(piece)
    return bool(watch.block) or bool(watch.in_span("`" * 9, is_end=False) is None)


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
        ("    ", True),
        ("\t", True),
        ("   ", False),
        ("a\n    ", False),
        ("a\n\n    b", True),
        ("a\n\n    b\n    c", True),
        ("a\n\n    b\n\n    c", True),
        ("a\n\n    b\nc", False),
        ("a\n\n    b\nc\n    ", False),
        ("- a\n\n    b", False),
        ("- a\n\n      b", True),
        ("12) a\n    - b\n\n        c", False),
        ("- a\n\nb\n\n    c", True),
        ("- a\n  - b\n- c\n\n      d", True),
        ("-a\n    b", False),
        ("## a\n    b", True),
        ("```\n```\n    b", True),
        ("> a\n>\n>     b", True),
        ("> a\n>     b", False),
        ("<pre>", True),
        ("<pre>a</pre>", False),
        ("<PRE class='x'>\na\n\nb", True),
        ("<code\na</code> b\nc", False),
        ("<pre>\n```\n</pre>\nc", False),
        ("<prelude>", False),
        ("a <pre>", False),
    ],
)
def test_fences_spans_deep_lines_and_html_are_code(text: str, expected: bool) -> None:
    assert in_code_after(text) is expected
    assert in_code_after(*text) is expected


@pytest.mark.parametrize(
    ("rest", "is_end", "expected"),
    [
        ("", False, None),
        ("", True, False),
        ("a` b", False, True),
        ("a`", False, None),
        ("a`", True, True),
        ("a`\n", False, True),
        ("a``", True, False),
        ("a\n`", False, False),
        ("a" * FAR, False, False),
    ],
)
def test_a_span_is_one_that_is_closed_on_its_line(
    rest: str, is_end: bool, expected: bool | None
) -> None:
    watch = CodeWatch()
    watch.feed("so `x")
    assert watch.in_span(rest, is_end=is_end) is expected
    watch.feed("`")
    assert watch.in_span(rest, is_end=is_end) is False


@pytest.mark.parametrize(
    ("rest", "is_end", "expected"),
    [
        ("", False, None),
        ("", True, True),
        ("\n \n", False, None),
        ("a", True, False),
        ("a\n```", False, None),
        ("a\n```", True, True),
        ("\na\n\n```\n", False, True),
        ("a\n~~~\n", False, False),
        ("a\n```py\n", False, False),
    ],
)
def test_a_fence_goes_on_to_its_end_unless_another_one_begins(
    rest: str, is_end: bool, expected: bool | None
) -> None:
    watch = CodeWatch()
    watch.feed("```\n")
    assert watch.goes_on(rest, is_end=is_end) is expected


@pytest.mark.parametrize(
    ("before", "rest", "expected"),
    [
        ("<pre>\nx\n", "a\n</PRE> b\n", True),
        ("<pre>\nx\n", "a\nb\n</pre>\n", False),
        ("<pre> x", "a\n", None),
        ("a\n\n    b", "\n    c\n", True),
        ("a\n\n    b", "\nc\n", False),
        ("- a\n\n      b", "    c\n", False),
    ],
)
def test_other_blocks_go_on_to_their_end_too(before: str, rest: str, expected: bool | None) -> None:
    watch = CodeWatch()
    watch.feed(before)
    assert watch.goes_on(rest, is_end=False) is expected


def test_blocks_are_told_apart_by_their_numbers() -> None:
    watch, numbers = CodeWatch(), list[int]()
    for text in (
        *("<pre>", "\nx", "</pre>\n", "```\n", "a\n", "```\n", "    a", "\n\n    b"),
        *("\nc\n", "\n    d", "\n# e\n", "    f"),
    ):
        watch.feed(text)
        numbers.append(watch.block)
    pre, more, _, fence, again, _, deep, same, _, other, _, last = numbers
    assert (pre, fence, deep) == (more, again, same)
    assert len({pre, fence, deep, other, last, 0}) == 6
    assert numbers.count(0) == 4


def test_a_line_of_blanks_is_known() -> None:
    watch = CodeWatch()
    seen = []
    for piece in ["", " ", "\t", "a", "b\n", "\n", "  "]:
        watch.feed(piece)
        seen.append(watch.is_line_blank)
    assert seen == [True, True, True, False, True, True, True]


@given(
    st.lists(
        st.sampled_from(["`", "``", "```", "~~~", "a", " ", "\n", "- ", "> ", "    ", "<pre>"]),
        max_size=20,
    )
)
def test_the_borders_of_pieces_do_not_matter(pieces: list[str]) -> None:
    assert in_code_after(*pieces) is in_code_after("".join(pieces))
