"""A turn's text as the model reads it, and what it costs to ask for it."""

from __future__ import annotations

import asyncio
import time

import pytest

from hfchat_gui.conversation.message import (
    AttachedText,
    Message,
    ReplyState,
    Role,
    TextPart,
    ToolCallPart,
)
from tests.conversation.scripted import ScriptedRouter, session_with
from tests.helpers.running import Run


@pytest.mark.parametrize(
    ("row", "fence"),
    [(0, 3), (1, 3), (2, 3), (3, 4), (4, 5), (6, 7), (7, 8), (100, 101), (4097, 4098)],
)
def test_a_file_is_sent_in_a_fence_that_nothing_in_it_closes(row: int, fence: int) -> None:
    text = f"a\n{'`' * row}\n`` b"
    ticks = "`" * fence
    assert AttachedText("notes.md", text).as_sent == f"notes.md:\n{ticks}\n{text}\n{ticks}"


def test_a_paste_is_sent_as_if_it_was_typed() -> None:
    turn = Message(Role.USER, (TextPart("See:"), AttachedText("", "a long\ntext\n")))
    assert turn.sent_text == "See:\n\na long\ntext\n"
    assert turn.length == len("See:a long\ntext\n")


def test_what_is_attached_holds_no_half_of_a_character() -> None:
    assert AttachedText("a.txt", "\ud83d\ude00 \ud83d").text == "\U0001f600 \ufffd"


@pytest.mark.parametrize(
    ("turn", "has_words"),
    [
        (Message(Role.USER), False),
        (Message(Role.USER, (TextPart(" \n"), AttachedText("", "\t"))), False),
        (Message(Role.ASSISTANT, (ToolCallPart("1", "look", "{}"),)), False),
        (Message(Role.USER, (AttachedText("", "a"),)), True),
        (Message(Role.USER, (AttachedText("empty.txt", ""),)), True),
        (Message(Role.USER, (TextPart(" "), TextPart("a"))), True),
    ],
)
def test_a_turn_knows_without_reading_on_whether_there_is_something_to_send(
    turn: Message, has_words: bool
) -> None:
    assert turn.has_words is has_words
    assert bool(turn.sent_text) is has_words


@pytest.mark.parametrize("line", ["plain text\n", "`a` and ``b``\n", "ein Wort – `so`\n"])
def test_twenty_megabytes_are_asked_for_without_holding_up_the_window(run: Run, line: str) -> None:
    pieces = [AttachedText(f"{n}.txt", line * (1_000_000 // len(line))) for n in range(20)]

    async def story() -> None:
        router = ScriptedRouter()
        session = session_with(router)
        for attached in (pieces, ()):  # the message itself, and a later turn of that chat
            began = time.thread_time()
            assert session.send("Read this.", attached)
            assert time.thread_time() - began < 0.05
            await session.finished()
        assert [len(request.turns[0].text) > 19_000_000 for request in router.requests] == [
            True
        ] * 2

    run(story())


def test_what_is_asked_is_what_was_there_when_it_was_asked(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter()
        session = session_with(router)
        session.set_system_prompt("Be brief.")
        session.send("Hi")
        session.set_system_prompt("Be long.")
        await session.finished()
        assert [turn.text for turn in router.requests[0].turns] == ["Be brief.", "Hi"]

    run(asyncio.wait_for(story(), 5))


@pytest.mark.parametrize(
    ("parts", "ended_early"),
    [
        ((), False),
        ((TextPart(" \n"),), False),
        ((TextPart("Hal"),), True),
        ((TextPart("Hal"), ToolCallPart("1", "look", "{}")), False),
    ],
)
def test_only_a_reply_with_words_and_without_a_call_can_go_on(
    parts: tuple[TextPart | ToolCallPart, ...], ended_early: bool
) -> None:
    assert Message(Role.ASSISTANT, parts, state=ReplyState.STOPPED).ended_early is ended_early
    assert not Message(Role.ASSISTANT, parts, state=ReplyState.STREAMING).ended_early
    assert not Message(Role.USER, parts).ended_early


@pytest.mark.parametrize(
    ("reason", "ended_early"),
    [("stop", False), ("length", True), ("max_tokens", True), ("model_length", True)],
)
def test_a_reply_that_was_cut_by_its_length_could_go_on(reason: str, ended_early: bool) -> None:
    reply = Message(Role.ASSISTANT, (TextPart("a"),), finish_reason=reason)
    assert reply.ended_early is ended_early
