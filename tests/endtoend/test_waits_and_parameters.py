"""A server's wait is counted down at the card, and all that a chat asks for can be set by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.endtoend.steps import CHAT, assert_nothing_was_logged, send, turn, until
from tests.helpers.accessibility import Element
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import chat_events
from tests.helpers.desktop import Program, needs_desktop
from tests.helpers.http_server import ScriptedServer

pytestmark = [needs_desktop, pytest.mark.timeout(180)]

_AGAIN = "Try again"


def _refusal(seconds: int) -> Answer:
    busy = {"error": {"message": "Too many requests."}}
    return Answer.json(busy, 429, headers={"Retry-After": str(seconds)})


def _again(program: Program) -> Element:
    return turn(program, "tiny:").find(starts=_AGAIN)


def test_a_long_wait_is_the_same_after_a_new_start(tmp_path: Path, server: ScriptedServer) -> None:
    server.on("POST", CHAT, _refusal(900))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        send(program, "Hello")
        button = _again(program)
        name = button.name
        assert name.startswith("Try again (from ")
        assert "enabled" not in button.states
        button.press()
    with Program("--endpoint", server.url, home=tmp_path) as program:
        program.find("Conversations").find(starts="Hello").click()
        button = _again(program)
        assert button.name == name
        assert "enabled" not in button.states
    assert len([one for one in server.requests if one.path == CHAT]) == 1
    assert_nothing_was_logged(tmp_path)


def test_a_short_wait_ends_with_a_button_that_asks_again(
    tmp_path: Path, server: ScriptedServer
) -> None:
    answers = [_refusal(3)] * 4  # three of which are waited for by itself
    server.on("POST", CHAT, *answers, Answer.stream(chat_events("At last")))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        send(program, "Hello")
        turn(program, "tiny:").find(starts=_AGAIN, timeout=60)
        until(lambda: _again(program).name == _AGAIN)
        assert "enabled" in _again(program).states
        _again(program).press()
        turn(program, "tiny:").wait_until(lambda reply: "At last" in reply.text)
    assert_nothing_was_logged(tmp_path)


def test_the_parameters_of_a_chat_are_sent_and_a_refused_one_is_told(
    tmp_path: Path, server: ScriptedServer
) -> None:
    unknown = {"error": {"message": "Unrecognized request argument supplied: top_k"}}
    server.on("POST", CHAT, Answer.json(unknown, 400), Answer.stream(chat_events("Hello there")))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        program.find("Options of this chat").press()
        program.find("More parameters").press()
        for name, text in (
            ("Top-p", "0.9"),
            ("Top-k", "40"),
            ("Seed", "7"),
            ("Stop at", "END"),
            ("Response format", '{"type": "json_object"}'),
            ("Extra fields", '{"messages": []}'),
        ):
            program.find(name, role="text").set_text(text)
        effort = program.find("Default", role="combo box")  # so Qt calls it, beside its label
        program.find("Repetition penalty", role="text").key("Tab")  # Qt lets none go there at once
        effort.wait_until(lambda box: "focused" in box.states)
        effort.bus.call("press_key", "l")
        program.find("Low", role="combo box")
        program.find(starts="Extra fields cannot set messages.")
        program.find("Close").press()
        program.find(starts="What stands in “Extra fields”")
        program.find("Keep editing").press()
        program.find("Extra fields", role="text").set_text('{"top_a": 0.2}')
        program.find("Close").press()
        program.find("More parameters (7 set)")
        send(program, "Hello")
        turn(program, "tiny:").wait_until(lambda reply: "Hello there" in reply.text)
        turn(program, "tiny:").wait_until(lambda reply: "top_k" in reply.text)
    asked, again = [one for one in server.requests if one.path == CHAT]
    expected = {
        "top_p": 0.9,
        "top_k": 40,
        "seed": 7,
        "stop": ["END"],
        "response_format": {"type": "json_object"},
        "reasoning_effort": "low",
        "top_a": 0.2,
    }
    assert {name: asked.json()[name] for name in expected} == expected
    assert again.json() == {name: asked.json()[name] for name in asked.json() if name != "top_k"}
    assert_nothing_was_logged(tmp_path)
