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
    ],
)
def test_thinking_and_answer_are_told_apart(output: str, thinking: str, answer: str | None) -> None:
    answer = output if answer is None else answer
    assert read(output) == (thinking, answer)
    assert by_letter(output) == (thinking, answer)


@pytest.mark.parametrize(
    ("output", "answer"),
    [("`</think>\n", "`</think>\n" * 30_000), ("x\n<think>y</think>", "x\n" * 30_000)],
)
def test_a_reply_full_of_tags_is_read_in_a_moment(output: str, answer: str) -> None:
    began = time.process_time()
    assert read(output * 30_000)[1] == answer
    assert time.process_time() - began < 5


def test_tags_are_text_where_reasoning_comes_by_itself() -> None:
    tags = ThinkTags()
    tags.reasoning_comes_apart()
    assert tags.feed("<think>a</think>") == [(Kind.TEXT, "<think>a</think>")]


def test_line_ends_after_a_tag_are_dropped_whatever_comes_between() -> None:
    tags = ThinkTags()
    tags.feed("<think>a</think>")
    tags.reasoning_comes_apart()
    assert tags.feed("\n") == []
    assert tags.feed("\nb</think>") == [(Kind.TEXT, "b</think>")]


def test_an_open_tag_stays_open_when_reasoning_comes_as_well() -> None:
    tags = ThinkTags()
    tags.feed("<think>a")
    tags.reasoning_comes_apart()
    assert tags.feed("b</think>c") == [(Kind.THINKING, "b"), (Kind.TEXT, "c")]


@given(
    st.lists(st.sampled_from(["<think>", "</think>", "<th", "ink>", "a", "\n", "```", "`", "<"]))
)
def test_nothing_is_lost_and_borders_do_not_matter(parts: list[str]) -> None:
    output = "".join(parts)
    thinking, text = read(output)
    assert (thinking, text) == read(*parts) == by_letter(output)
    for letter in "a`":
        assert (thinking + text).count(letter) == output.count(letter)
