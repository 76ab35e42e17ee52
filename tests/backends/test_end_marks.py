"""Tests for end marks that leak into the text."""

from __future__ import annotations

import pytest

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
        (["Strike <s>x</s> y", "</s>"], "Strike <s>x</s> y"),
        (["done</s>\n"], "done"),
        (["done</s>", "\n", "\n"], "done"),
        (["done<|im_end|>\n<|endof", "text|>"], "done"),
        (["done</s></s>"], "done"),
        (["done</s><"], "done</s><"),
        (["done</s>\n", "more"], "done</s>\nmore"),
        (["完了<｜end▁of▁sentence｜>"], "完了"),
        (["</s>" * 500, "</s>"], "</s>" * 500),
    ],
)
def test_only_a_whole_mark_at_the_very_end_goes(pieces: list[str], text: str) -> None:
    assert shown(*pieces) == text
