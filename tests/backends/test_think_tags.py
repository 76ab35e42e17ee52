"""Tests for thinking between tags."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.think_tags import Kind, ThinkTags


def read(*pieces: str) -> tuple[str, str]:
    """Thinking and answer."""
    tags = ThinkTags()
    thinking, text = "", ""
    for kind, part in [p for piece in pieces for p in tags.feed(piece)] + tags.finish():
        if kind is Kind.THINKING:
            thinking += part
        elif kind is Kind.TEXT:
            text += part
        else:
            thinking, text = thinking + text, ""
    return thinking, text


def by_letter(text: str) -> tuple[str, str]:
    return read(*text)


@pytest.mark.parametrize(
    ("output", "thinking", "answer"),
    [
        ("<think>\nwell\n</think>\n\nYes", "well\n", "Yes"),
        (" \n<think>a</think>b", "a", "b"),
        ("<think></think>b", "", "b"),
        ("<think>no end", "no end", ""),
        ("<think>a</th", "a</th", ""),
        ("internal notes</think>answer", "internal notes", "answer"),
        ("plain", "", "plain"),
        (" leading", "", " leading"),
        ("<thin", "", "<thin"),
        ("<thinking>", "", "<thinking>"),
        ("a < b </ c", "", "a < b </ c"),
        ("Use <think> to begin", "", "Use <think> to begin"),
        (
            "Example:\n```xml\n<think>draft</think>\n```\nDone.",
            "",
            "Example:\n```xml\n<think>draft</think>\n```\nDone.",
        ),
        ("Write `</think>` at the end", "", "Write `</think>` at the end"),
        ("```\ncode\n```\nnotes</think>answer", "```\ncode\n```\nnotes", "answer"),
        ("~~~\n```\n</think>\n~~~\n", "", "~~~\n```\n</think>\n~~~\n"),
        ("````\n```\n</think>", "", "````\n```\n</think>"),
        ("```\n```py\n</think>", "", "```\n```py\n</think>"),
        ("<think>a</think>b</think>c<think>", "a", "b</think>c<think>"),
        ("a</think>b</think>", "a", "b</think>"),
        # A further passage of thinking, as models write that think between answers.
        ("<think>a</think>b\n<think>\nc</think>\nd", "ac", "b\nd"),
        ("b\n <think>c</think>d</think>e", "c", "b\n d</think>e"),
        # Tags that are written about.
        ("The <think> and </think> tags", "", "The <think> and </think> tags"),
        ("It says <think> here.\nSo</think>Yes", "It says <think> here.\nSo", "Yes"),
        ("``a ` </think>`` b", "", "``a ` </think>`` b"),
        ("`a` </think>b", "`a` ", "b"),
        ("``</think>``", "", "``</think>``"),
        ("1. So:\n   - ```xml\n     <think>\n     ```\n", "", None),
        ("> ```\n> </think>\n> ```\nx</think>y", "> ```\n> </think>\n> ```\nx", "y"),
        ("```a`b``` c</think>d", "```a`b``` c", "d"),
        # Code of every other form.
        ("See:\n\n    <think>\n    hi\n    </think>\n\nDone.", "", None),
        ("See:\n\n\t<think>hi</think>\n\nDone.", "", None),
        ("# So\n    <think>hi</think>\n", "", None),
        ("- a\n\n      <think>hi</think>\n", "", None),
        (
            "<pre>\n<think>x</think>\n\n<think>\n</PRE>\n<think>y</think>z",
            "y",
            "<pre>\n<think>x</think>\n\n<think>\n</PRE>\nz",
        ),
        ("<pre><think>x</think></pre>\nz", "", None),
        ("Hm:\n    so</think>Yes", "Hm:\n    so", "Yes"),
        ("1. Hm:\n\n    so</think>Yes", "1. Hm:\n\n    so", "Yes"),
        ("- a\n- b\n  * c\n\n    so</think>Yes", "- a\n- b\n  * c\n\n    so", "Yes"),
        ("    code\nso</think>Yes", "    code\nso", "Yes"),
        # A backtick that is never closed is none of code.
        ("I don`t know.</think>Yes", "I don`t know.", "Yes"),
        ("I don`t know.</think>Yes\n`x`", "I don`t know.", "Yes\n`x`"),
        ("Put ``</think> ` it\nx``", "Put ``", " ` it\nx``"),
        ("Put `</think>` and `</think>`.", "", None),
        ("`a`` b </think> c`", "", None),
        # Nor is a fence, where the tag ends it as a model does.
        ("So:\n```py\nx = 1\n</think>\n\nYes", "So:\n```py\nx = 1\n", "Yes"),
        ("```py\nx\n</think>\n\nYes:\n```py\ny\n```\n", "```py\nx\n", "Yes:\n```py\ny\n```\n"),
        ("```\nx\n</think>\n\nYes\n```\nMore", "", None),
        ("```\nx\n</think>\n\nYes\n\n\n```\nMore", "", None),
        ("```\nx\n</think>\n\nYes\n~~~\n```", "```\nx\n", "Yes\n~~~\n```"),
        ("```\nx\n</think>\nYes", "```\nx\n", "Yes"),
        ("```\nx </think>\n\nYes", "", None),
        ("```\n</think>\n\n", "", None),
        ("```\n<think>\nx\n</think>\n\nYes", "", None),
        ("```\nx\n</think>\n\n" + "y\n" * 2_000, "```\nx\n", "y\n" * 2_000),
        # Nor is any other block.
        ("<script> is one.\nok\n</think>\nYes", "<script> is one.\nok\n", "Yes"),
        ("<pre>\nok\n</think>\n\nYes\n</pre>\n", "", None),
        ("<pre>\n<think>\n</think>\nYes", "", None),
        ("<pre><think>\n</think>\nYes", "", None),
        ("So:\n\n    x=1</think>\nYes", "So:\n\n    x=1", "Yes"),
        ("So:\n\n    x=1</think>\n\n    y", "", None),
        ("So:\n\n    x=1</think>y", "", None),
        ("End it:\n\n    </think>\n\nYes", "", None),
        ("So:\n\n    <think>\n\n    x=1</think>\n\nYes", "", None),
        # A tag that opens in one block says nothing of the next one.
        ("So:\n\n    <think>\n\n```\nx\n</think>\n\nYes", "So:\n\n    <think>\n\n```\nx\n", "Yes"),
        ("<pre><think></pre>\n```\nx\n</think>\nYes", "<pre><think></pre>\n```\nx\n", "Yes"),
        # What opens on a line in code is written about there as well.
        ("It opens with `<think>` and ends with </think>.", "", None),
    ],
)
def test_thinking_and_answer_are_told_apart(output: str, thinking: str, answer: str | None) -> None:
    answer = output if answer is None else answer
    assert read(output) == (thinking, answer)
    assert by_letter(output) == (thinking, answer)


@pytest.mark.parametrize(
    ("output", "answer"),
    [
        ("`</think>`\n", "`</think>`\n" * 30_000),
        ("x\n<think>y</think>", "x\n" * 30_000),
        ("x</think>``` ", None),
        ("```\n</think>\n\n", None),
        ("```\n</think>\n\ny ", None),
    ],
)
def test_a_reply_full_of_tags_is_read_in_a_moment(output: str, answer: str | None) -> None:
    began = time.process_time()
    told = read(output * 30_000)
    assert told == read(*[output] * 30_000)
    assert told[1] == answer or answer is None
    assert time.process_time() - began < 5


@pytest.mark.parametrize(
    ("before", "waits", "goes_on"),
    [
        ("don`t", 25, "so long "),
        ("```py\nx = 1\n", 3, "\nA sentence of the answer."),
        ("```py\nx = 1\n", 25, "so long "),
        ("<pre>\n", 3, "\nA sentence of the answer."),
    ],
)
def test_a_tag_that_may_be_code_is_not_waited_for_long(
    before: str, waits: int, goes_on: str
) -> None:
    tags = ThinkTags()
    pieces = tags.feed(f"{before}</think>" + "\n" * (before[-1] == "\n"))
    for _ in range(waits):
        pieces += tags.feed(goes_on)
    assert pieces[1] == (Kind.TEXT_WAS_THINKING, "")
    assert not tags.holds


def apart(reasoning: str, *pieces: str) -> tuple[str, str]:
    """Thinking and answer in the text behind reasoning that came by a field."""
    tags = ThinkTags()
    tags.reasoning_comes_apart(reasoning)
    told = [piece for text in pieces for piece in tags.feed(text)] + tags.finish()
    assert Kind.TEXT_WAS_THINKING not in [piece.kind for piece in told]
    thinking = "".join(piece.text for piece in told if piece.kind is Kind.THINKING)
    return thinking, "".join(piece.text for piece in told if piece.kind is Kind.TEXT)


@pytest.mark.parametrize(
    ("text", "thinking", "answer"),
    [
        ("Yes <think>a</think>", "", "Yes <think>a</think>"),
        ("Yes\n<think>a</think>", "", "Yes\n<think>a</think>"),
        ("hm</think>Yes", "", "hm</think>Yes"),
        ("\n</think>\n\nYes</think>", "", "Yes</think>"),
        ("</thin", "", "</thin"),
        ("<think>\nHm.\n</think>\n\nYes", "", "Yes"),
        ("<think>Hm", "", ""),
        ("<think>\n\n</think>Yes<think>", "", "Yes<think>"),
        ("<think>Other.</think>Yes", "Other.", "Yes"),
        ("<think>Hm. And more.</think>Yes", "Hm. And more.", "Yes"),
    ],
)
def test_where_reasoning_comes_by_itself_tags_count_at_the_start_only(
    text: str, thinking: str, answer: str
) -> None:
    assert apart("Hm.", text) == apart("Hm.", *text) == (thinking, answer)


def test_long_reasoning_is_known_again_by_its_beginning() -> None:
    long = "so " * 5_000
    assert apart(long, f"<think>{long}</think>Yes") == ("", "Yes")
    assert apart(long, f"<think>no {long}</think>Yes")[0] == f"no {long}"
    halves = "\ud83d\ude00" * 2_000
    for reasoning in (halves, halves[:-2], "x" + halves):
        whole = reasoning.encode("utf-16", "surrogatepass").decode("utf-16")
        assert apart(reasoning, f"<think>{whole}</think>Yes") == ("", "Yes")


def test_reasoning_that_goes_on_beside_its_repetition_is_known_too() -> None:
    tags = ThinkTags()
    tags.reasoning_comes_apart("a")
    assert tags.feed("<think>a") == []
    tags.reasoning_comes_apart("b")
    assert tags.feed("b</think>Yes") == [(Kind.TEXT, "Yes")]


def test_line_ends_after_a_tag_are_dropped_whatever_comes_between() -> None:
    tags = ThinkTags()
    tags.feed("<think>a</think>")
    tags.reasoning_comes_apart("more")
    assert tags.feed("\n") == []
    assert tags.feed("\nb</think>") == [(Kind.TEXT, "b</think>")]


def test_an_open_tag_stays_open_when_reasoning_comes_as_well() -> None:
    tags = ThinkTags()
    tags.feed("<think>a")
    tags.reasoning_comes_apart("more")
    assert tags.feed("b</think>c") == [(Kind.THINKING, "b"), (Kind.TEXT, "c")]


@given(
    st.lists(
        st.sampled_from(
            ["<think>", "</think>", "<th", "ink>", "a", "\n", "```", "`", "<", "    ", "- "]
        )
    )
)
def test_nothing_is_lost_and_borders_do_not_matter(parts: list[str]) -> None:
    output = "".join(parts)
    thinking, text = read(output)
    assert (thinking, text) == read(*parts) == by_letter(output)
    for letter in "a`":
        assert (thinking + text).count(letter) == output.count(letter)
