"""Tests for end marks that leak into the text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.end_marks import EndMarks


def shown(*pieces: str) -> str:
    marks = EndMarks()
    return "".join(map(marks.feed, pieces)) + marks.finish()


@pytest.mark.parametrize(
    ("pieces", "text"),
    [
        (["It is 2.", "</s>"], "It is 2."),
        (["It is 2.<", "/", "s", ">"], "It is 2."),
        (["done<|im_end|>"], "done"),
        (["a < b"], "a < b"),
        (["a <", " b"], "a < b"),
        (["half </", "s"], "half </s"),
        (["</s> is how it ends."], "</s> is how it ends."),
        (["</s>", " more"], "</s> more"),
        (["Strike <s>x</s>"], "Strike <s>x</s>"),
        (["Strike <", "s", ">x</s>", "\n"], "Strike <s>x</s>\n"),
        (["<s class='x'>old</s>"], "<s class='x'>old</s>"),
        (["<s\nid=a>old</s>", "\n"], "<s\nid=a>old</s>\n"),
        (["<small>old</s>"], "<small>old"),
        (["a < s>old</s>"], "a < s>old"),
        (["Strike <s>x</s> y", "</s>"], "Strike <s>x</s> y"),
        (["done</s>\n"], "done"),
        (["done</s>", "\n", "\n"], "done"),
        (["done<|im_end|>\n<|endof", "text|>"], "done"),
        (["done</s></s>"], "done"),
        (["done</s><"], "done</s><"),
        (["done</s>\n", "more"], "done</s>\nmore"),
        (["完了<｜end▁of▁sentence｜>"], "完了"),
        (["x" + "</s> \n" * 500, "</s>"], "x"),
        (["x", "</s>", "\n</s>", " y"], "x</s>\n</s> y"),
        (["", "</s>", ""], ""),
    ],
)
def test_only_a_whole_mark_at_the_very_end_goes(pieces: list[str], text: str) -> None:
    assert shown(*pieces) == text


@given(
    st.lists(
        st.sampled_from(
            ["</s>", "<|im_end|>", "<s>", "<s b", ">", "<", "/s>", "<|im", "a", " ", "\n"]
        ),
        max_size=12,
    )
)
def test_the_borders_of_pieces_do_not_matter(pieces: list[str]) -> None:
    assert shown(*pieces) == shown("".join(pieces)) == shown(*"".join(pieces))


def test_a_reply_of_nothing_but_marks_is_read_in_a_moment() -> None:
    marks = EndMarks()
    began = time.process_time()
    for _ in range(50):
        assert marks.feed("<|im_end|>\n" * 4_000) == ""
    assert time.process_time() - began < 5
    assert marks.finish() == ""
