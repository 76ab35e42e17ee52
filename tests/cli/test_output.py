"""How a reply looks on standard output and standard error."""

from __future__ import annotations

import json
import time

import pytest

from hfchat_gui.cli.output import JsonOutput, Output, PlainOutput
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    Usage,
    UsageReported,
    WaitReason,
)
from hfchat_gui.conversation.route import Route, WireKind

EVENTS: tuple[ReplyEvent, ...] = (
    ReplyWaiting(WaitReason.LOADING_MODEL, 0.5),
    ReplyWaiting(WaitReason.LOADING_MODEL, 0.9),
    Served(model="m"),
    ThinkingDelta("hm"),
    TextBecameThinking(),
    TextDelta("é\n"),
    TextDelta("b"),
    TextDelta(""),
    ToolCallDelta(0, "1", "get", "{}"),
    ReplyNoted("Left out:\nseed."),
    UsageReported(Usage(1, 2, 3)),
    ReplyFinished("stop"),
)
REPLY = Message(Role.ASSISTANT, finish_reason="stop", usage=Usage(1, 2, 3))
ROUTE = Route(WireKind.CHAT_COMPLETIONS, "http://h", "m")


def play(output: Output, error: ErrorRecord | None = None) -> None:
    for event in EVENTS:
        output.event(event)
    output.finish(REPLY, ROUTE, error)


def test_plain_output_is_the_text_and_a_line_end(capsys: pytest.CaptureFixture[str]) -> None:
    play(PlainOutput())
    told = capsys.readouterr()
    assert told.out == "é\nb\n"
    assert told.err == (
        "Note: the model asks for the tool get, which HF Chat cannot call.\nNote: Left out: seed.\n"
    )


def test_text_that_was_thinking_is_set_apart_from_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    output = PlainOutput()
    for event in (TextDelta("hm, "), TextDelta("so"), TextBecameThinking(), TextDelta("Yes")):
        output.event(event)
    output.finish(REPLY, ROUTE, None)
    told = capsys.readouterr()
    assert told.out == "hm, so\nYes\n"
    assert told.err == "Note: what was printed before this was thinking; the answer follows.\n"


def test_a_terminal_sees_what_is_waited_for_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    play(PlainOutput())
    assert capsys.readouterr().err.count("Loading the model …\n") == 1


def test_a_terminal_sees_each_try(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    output, until = PlainOutput(), time.time() + 9.5
    output.event(ReplyWaiting(WaitReason.SERVER_BUSY, until=until, attempt=2, attempts=4))
    output.event(ReplyWaiting(WaitReason.LOADING_MODEL, attempt=3, gives_up=until))
    told = capsys.readouterr().err.splitlines()
    assert told[0].startswith("Waiting for the server: try 2 of 4 in ")
    assert told[0].endswith(" s …")
    assert told[1].startswith("Loading the model: try 3 in 0 s, for ")
    assert told[1].endswith(" s more at most …")


def test_an_error_is_one_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    play(PlainOutput(), ErrorRecord("server", "It broke.\nTry again."))
    assert capsys.readouterr().err.endswith("hfchat: It broke. Try again.\n")


def test_an_error_steers_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    hostile = "It \x1b]0;pwned\x07broke\x9b2J\u202e, \ud83d\n\ttwice."
    PlainOutput().finish(REPLY, None, ErrorRecord("server", hostile))
    assert capsys.readouterr().err == "hfchat: It ]0;pwnedbroke2J, twice.\n"


def test_a_reply_steers_no_terminal_but_goes_as_it_is_into_a_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    PlainOutput().event(TextDelta("\x1b[2J\tone\n"))
    assert capsys.readouterr().out == "\x1b[2J\tone\n"
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    PlainOutput().event(TextDelta("\x1b[2J\tone\n"))
    assert capsys.readouterr().out == "\ufffd[2J\tone\n"


def test_an_empty_answer_leaves_no_empty_line(capsys: pytest.CaptureFixture[str]) -> None:
    PlainOutput().finish(REPLY, None, None)
    assert capsys.readouterr().out == ""


def test_json_output_has_one_object_a_line_and_finished_last(
    capsys: pytest.CaptureFixture[str],
) -> None:
    play(JsonOutput(), ErrorRecord("server", "It broke."))
    told = capsys.readouterr()
    lines = [json.loads(line) for line in told.out.splitlines()]
    assert [line["type"] for line in lines] == [
        "waiting",
        "waiting",
        "served",
        "thinking",
        "became_thinking",
        "text",
        "text",
        "text",
        "tool_call",
        "note",
        "usage",
        "finished",
    ]
    assert lines[5]["text"] == "é\n"
    assert lines[-1]["finish_reason"] == "stop"
    assert lines[-1]["usage"]["total_tokens"] == 3
    assert lines[-1]["route"]["address"] == "http://h"
    assert lines[-1]["error"] == {"kind": "server", "message": "It broke."}
    assert told.err == "hfchat: It broke.\n"


def test_json_output_says_null_where_nothing_is_known(capsys: pytest.CaptureFixture[str]) -> None:
    JsonOutput().finish(Message(Role.ASSISTANT), None, None)
    assert json.loads(capsys.readouterr().out) == {
        "type": "finished",
        "finish_reason": None,
        "usage": None,
        "route": None,
        "error": None,
    }


def test_another_route_is_one_line_and_silent_in_plain_output(
    capsys: pytest.CaptureFixture[str],
) -> None:
    PlainOutput().event(Rerouted(ROUTE))
    assert capsys.readouterr() == ("", "")
    JsonOutput().event(Rerouted(ROUTE))
    line = json.loads(capsys.readouterr().out)
    assert (line["type"], line["route"]["model"]) == ("rerouted", "m")
