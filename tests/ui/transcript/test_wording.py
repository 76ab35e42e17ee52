"""What stands around a reply is said in plain words."""

from dataclasses import replace

import pytest

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.message import (
    AttachedText,
    Message,
    ReplyState,
    Role,
    TextPart,
    Timings,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.ui.transcript.wording import (
    ending_line,
    speaker,
    speaker_icon,
    spoken_name,
    spoken_text,
    thinking_line,
    waiting_line,
)


def waiting(
    reason: WaitReason, fraction: float | None = None, until: float | None = None
) -> Message:
    return Message(
        Role.ASSISTANT,
        state=ReplyState.WAITING,
        timings=Timings(started=100.0),
        waiting=ReplyWaiting(reason, fraction, until),
    )


def asked_again(
    reason: WaitReason,
    attempt: int,
    attempts: int = 0,
    until: float = 116.5,
    gives_up: float | None = None,
) -> Message:
    told = ReplyWaiting(reason, None, until, attempt, attempts, gives_up)
    return replace(waiting(reason), waiting=told)


@pytest.mark.parametrize(
    ("message", "line"),
    [
        (waiting(WaitReason.LOADING_MODEL, 0.4), "Loading the model… 40 %"),
        (waiting(WaitReason.READING_PROMPT, 0.309), "Reading the prompt… 30 %"),
        (waiting(WaitReason.ANSWERING_AT_ONCE), "This backend answers all at once. 12 s"),
        (
            waiting(WaitReason.SERVER_BUSY, until=117.0),
            "The server is busy; trying again… 5 s left",
        ),
        (waiting(WaitReason.SERVER_BUSY, until=110.0), "The server is busy; trying again… 12 s"),
        (asked_again(WaitReason.SERVER_BUSY, 2, 4), "The server is busy: try 2 of 4 in 5 s"),
        (asked_again(WaitReason.SERVER_BUSY, 3, 4, 111.0), "The server is busy: try 3 of 4 now"),
        (
            asked_again(WaitReason.LOADING_MODEL, 2, gives_up=400.0),
            "The server is loading the model: try 2 in 5 s, for 288 s more at most",
        ),
        (
            Message(Role.ASSISTANT, state=ReplyState.WAITING, created=112.0),
            "Waiting for the answer…",
        ),
        (Message(Role.ASSISTANT, state=ReplyState.STREAMING), ""),
        (Message(Role.ASSISTANT), ""),
    ],
)
def test_waiting_has_a_reason(message: Message, line: str) -> None:
    assert waiting_line(message, 112.0) == line


def test_the_speaker_is_named() -> None:
    assert speaker(Message(Role.USER)) == "You"
    assert speaker(Message(Role.ASSISTANT)) == "Model"
    router = Message(Role.ASSISTANT, model=ModelRef(Source.ROUTER, "org/Name"))
    assert (speaker(router), speaker_icon(router)) == ("Name", "cloud")
    assert speaker_icon(Message(Role.ASSISTANT)) == "cpu"


def test_thoughts_are_called_what_they_are() -> None:
    open_reply = Message(Role.ASSISTANT, state=ReplyState.STREAMING, thinking="hm")
    assert thinking_line(open_reply) == "Thinking…"
    timings = Timings(first_token=1.0, answer_began=5.2)
    assert thinking_line(Message(Role.ASSISTANT, timings=timings)) == "Thought for 4 s"
    assert thinking_line(Message(Role.ASSISTANT)) == "Thought"


def test_an_error_speaks_for_the_ending() -> None:
    cut = Message(Role.ASSISTANT, state=ReplyState.INTERRUPTED)
    assert ending_line(cut) == "Interrupted: the text so far is kept"
    failed = Message(
        Role.ASSISTANT,
        (TextPart("Half"),),
        state=ReplyState.INTERRUPTED,
        notes=("A note.",),
        error=ErrorRecord("interrupted", "The connection was cut."),
    )
    assert ending_line(failed) == ""
    assert spoken_text(failed) == "Half\nA note.\nThe reply was cut short\nThe connection was cut."


@pytest.mark.parametrize("reason", ["length", "LENGTH", "max_tokens"])
def test_a_reply_that_its_length_cut_says_so(reason: str) -> None:
    reply = Message(Role.ASSISTANT, (TextPart("One, two"),), finish_reason=reason)
    assert reply.ended_early
    assert ending_line(reply) == "Cut short: it has reached the longest that a reply may be"
    assert ending_line(reply) in spoken_text(reply)
    assert ending_line(replace(reply, finish_reason="stop")) == ""
    stopped = replace(reply, state=ReplyState.STOPPED)
    assert ending_line(stopped) == "Stopped"


def test_a_name_without_an_end_is_cut() -> None:
    endless = Message(Role.ASSISTANT, model=ModelRef(Source.LOCAL, "n" * 1_000_000))
    assert speaker(endless) == "n" * 200


def test_a_turn_is_called_by_its_beginning_and_all_that_is_attached() -> None:
    first, second = AttachedText("a.txt", "x"), AttachedText("", "y")
    said = TextPart("Sum up. " * 30)
    for parts, name in (
        ((TextPart("Hi"),), "You: Hi"),
        ((said,), f"You: {said.text[:80]}"),
        ((said, first, second), f"You: {said.text[:80]}, with a.txt and Pasted text"),
        ((first, second), "You: a.txt and Pasted text"),
        ((first,) * 7, f"You: {' and '.join(['a.txt'] * 5)} and 2 more"),
    ):
        assert spoken_name(Message(Role.USER, parts)) == name
