"""Tests for gathering what one frame brought."""

from __future__ import annotations

from hfchat_gui.backends.output import Output
from hfchat_gui.conversation.reply_events import (
    ReplyNoted,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
)


def test_neighbours_are_joined_and_order_is_kept() -> None:
    output = Output()
    for text in ("a", "b"):
        output.thinking(text)
    for text in ("c", "d"):
        output.text(text)
    output.event(ReplyNoted("n"))
    output.text("e")
    assert output.take() == [
        ThinkingDelta("ab"),
        TextDelta("cd"),
        ReplyNoted("n"),
        TextDelta("e"),
    ]
    assert output.take() == []


def test_white_space_is_text_but_no_answer() -> None:
    output = Output()
    output.text("\n")
    output.text(" ")
    assert output.take() == []  # it may still come before a tag
    assert output.close() == [TextDelta("\n ")]
    assert not output.has_text


def test_what_was_held_back_comes_at_the_end() -> None:
    output = Output()
    output.thinking("t\ud83d")
    output.text("a </s")
    assert output.take() == [ThinkingDelta("t"), TextDelta("a ")]
    assert output.close() == [ThinkingDelta("\ufffd"), TextDelta("</s")]
    assert output.has_text


def test_a_part_of_a_tag_is_text_in_the_end() -> None:
    output = Output()
    output.text("a </thi")
    assert output.take() == [TextDelta("a ")]
    assert output.close() == [TextDelta("</thi")]


def test_half_a_pair_at_the_very_end_is_replaced() -> None:
    output = Output()
    output.text("a\ud83d")
    assert output.take() == [TextDelta("a")]
    assert output.close() == [TextDelta("\ufffd")]


def test_text_that_turns_out_to_be_thinking_is_no_answer() -> None:
    output = Output()
    output.text("notes</s></think>")
    assert output.take() == [TextDelta("notes"), TextBecameThinking()]
    assert not output.has_text
    assert output.has_thinking
    output.text("answer")
    assert output.take() == [TextDelta("answer")]
    assert output.has_text


def test_a_tag_in_the_text_becomes_thinking() -> None:
    output = Output()
    output.text("<think>why</think>because")
    assert output.take() == [ThinkingDelta("why"), TextDelta("because")]


def test_a_piece_of_text_with_tags_in_code_is_one_event() -> None:
    output = Output()
    output.text("Write `<think>` and `</think>`, say.")
    assert output.take() == [TextDelta("Write `<think>` and `</think>`, say.")]


def test_struck_text_that_became_thinking_says_nothing_of_the_answer() -> None:
    output = Output()
    output.text("<s>a</think>b</s>")
    assert output.take() == [TextDelta("<s>a"), TextBecameThinking(), TextDelta("b")]
    assert output.close() == []


def test_text_that_came_before_the_reasoning_is_read_before_it() -> None:
    whole, cut = Output(), Output()
    for output in (whole, cut):
        told = []
        for text in ("hm</think>a", "", "</think>"):
            if text:
                output.text(text)
            else:
                output.thinking("r")
            told += [] if output is whole else output.take()
        told += output.take()
        assert told[:2] == [TextDelta("hm"), TextBecameThinking()]
        answer = [event.text for event in told[2:] if isinstance(event, TextDelta)]
        assert "".join(answer) == "a</think>"
