"""The first day with the window: servers, versions of turns, second thoughts, a second start."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from tests.endtoend.program import command
from tests.endtoend.steps import CHAT, assert_nothing_was_logged, kept_in, send, turn, until
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import chat_events
from tests.helpers.desktop import Program, needs_desktop
from tests.helpers.http_server import ScriptedServer

pytestmark = [needs_desktop, pytest.mark.timeout(150)]


def answering(server: ScriptedServer, *texts: str) -> str:
    """Let the server give these replies, one after the other."""
    server.on("POST", CHAT, *(Answer.stream(chat_events(text)) for text in texts))
    return server.url


def asked(server: ScriptedServer) -> list[list[str]]:
    """The contents of the messages of each chat request."""
    bodies = [json.loads(one.body) for one in server.requests if one.path == CHAT]
    return [[turn["content"] for turn in body["messages"]] for body in bodies]


def command_of(program: Program, of: str, starts: str) -> None:
    """Press a control of the last turn whose name begins with `of`."""
    turn(program, of).find(starts=starts).press()


def test_a_server_is_added_tested_and_chatted_with(tmp_path: Path, server: ScriptedServer) -> None:
    answering(server, "Hello from the server")
    with Program(home=tmp_path) as program:
        program.find("Message").key("Control+,")
        program.find("Servers", role="page tab").press()
        program.find("Add a server").press()
        pasted = f" {server.url}/v1/chat/completions "
        program.find("Address", role="text").set_text(pasted)
        program.find("Name", role="text").set_text("My box")
        program.find("Test").press()
        program.find(starts="Another chat completions server: 1 model")
        program.find("Save").press()
        program.find(starts="My box,")
        program.find("Close").press()
        program.find("Model").press()
        find = program.find("Find a model")
        find.type("my box tiny")
        program.find("Models").find(starts="tiny")  # the picker asks the server when it opens
        find.key("Return")
        find.wait_until_gone()
        send(program, "Hello?")
        turn(program, "tiny:").wait_until(lambda reply: "from the server" in reply.text)
        kept = next(tmp_path.rglob("preferences.json")).read_text()
        assert "My box" in kept
        assert server.url in kept
    assert_nothing_was_logged(tmp_path)


def test_a_turn_is_edited_and_retried_and_every_version_can_be_walked_to(
    tmp_path: Path, server: ScriptedServer
) -> None:
    url = answering(server, "The Po.", "The Rhine.", "The Rhine again.")
    with Program("--endpoint", url, home=tmp_path) as program:
        send(program, "Which river?")
        turn(program, "tiny:").wait_until(lambda reply: "The Po." in reply.text)
        command_of(program, "You:", "Edit")
        message = program.find("Message")
        message.wait_until(lambda field: field.text == "Which river?")
        message.set_text("Which long river?")
        program.find("Send").press()
        turn(program, "tiny:").wait_until(lambda reply: "The Rhine." in reply.text)
        command_of(program, "tiny:", "Retry")
        turn(program, "tiny:").wait_until(lambda reply: "The Rhine again." in reply.text)
        assert asked(server) == [["Which river?"], ["Which long river?"], ["Which long river?"]]
        command_of(program, "tiny:", "Older version (2 of 2)")
        turn(program, "tiny:").wait_until(lambda reply: "The Rhine." in reply.text)
        command_of(program, "You:", "Older version (2 of 2)")
        turn(program, "You:").wait_until(lambda question: "Which river?" in question.text)
        turn(program, "tiny:").wait_until(lambda reply: "The Po." in reply.text)
        command_of(program, "You:", "Newer version (1 of 2)")
        turn(program, "You:").wait_until(lambda question: "long river" in question.text)
    assert_nothing_was_logged(tmp_path)


def test_a_deleted_turn_and_a_deleted_chat_come_back_by_undo(
    tmp_path: Path, server: ScriptedServer
) -> None:
    url = answering(server, "First answer", "Second answer")
    with Program("--endpoint", url, home=tmp_path) as program:
        send(program, "How long is the river Rhine?")
        turn(program, "tiny:").wait_until(lambda reply: "First answer" in reply.text)
        send(program, "Two?")
        turn(program, "tiny:").wait_until(lambda reply: "Second answer" in reply.text)
        command_of(program, "You:", "Delete")
        turn(program, "tiny:").wait_until(lambda reply: "First answer" in reply.text)
        program.find("Undo", role="push button").press()
        turn(program, "tiny:").wait_until(lambda reply: "Second answer" in reply.text)
        conversations = program.find("Conversations")
        conversations.find(starts="How long is")
        conversations.key("Down")  # to the one chat, which stays open: no click moves the keyboard
        conversations.key("Delete")
        until(lambda: not conversations.find_all(starts="How long is"))
        program.find("Undo", role="push button").press()
        conversations.find(starts="How long is").click()
        turn(program, "tiny:").wait_until(lambda reply: "Second answer" in reply.text)
    assert_nothing_was_logged(tmp_path)


def test_a_second_start_brings_the_first_window_to_the_front(tmp_path: Path) -> None:
    with Program(home=tmp_path / "one") as first:
        [window] = first.root.children()
        window.wait_until(lambda frame: "active" in frame.states)
        with Program(home=tmp_path / "other") as other:
            [cover] = other.root.children()
            cover.wait_until(lambda frame: "active" in frame.states)
            window.wait_until(lambda frame: "active" not in frame.states)  # two programs tell
            subprocess.run(command(), env=first.environment, timeout=60, check=True)
            window.wait_until(lambda frame: "active" in frame.states)
            cover.wait_until(lambda frame: "active" not in frame.states)


def test_a_second_start_hands_its_prompt_over_unsent(
    tmp_path: Path, server: ScriptedServer
) -> None:
    url = answering(server, "Hello")
    with Program("--endpoint", url, home=tmp_path) as program:
        message = program.find("Message")
        message.set_text("half a thought")
        second = subprocess.run(
            command("--prompt", "From outside"),
            env=program.environment,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
        message.wait_until(lambda field: "From outside" in field.text)
        assert message.text.startswith("half a thought")
        assert not asked(server)
        until(lambda: b"From outside" in kept_in(tmp_path))
        sockets = list(Path(program.environment["XDG_RUNTIME_DIR"]).glob("hfchat/window-*"))
        assert sockets
        for one in (*sockets, sockets[0].parent):
            assert one.stat().st_mode & 0o077 == 0
    with Program(home=tmp_path) as again:  # the first one was killed: its socket is in the way
        again.find("Message").wait_until(lambda field: "half a thought" in field.text)
    assert_nothing_was_logged(tmp_path)


def test_a_draft_outlives_the_program(tmp_path: Path) -> None:
    with Program(home=tmp_path) as program:
        program.find("Message").type("Not yet sent")
        program.find("Message").key("Control+q")
        assert program.wait() == 0
    with Program(home=tmp_path) as again:
        again.find("Message").wait_until(lambda field: field.text == "Not yet sent")
    assert_nothing_was_logged(tmp_path)
