"""The real window in a real session, driven as a screen reader would drive it."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from tests.endtoend.program import STARTER_MODEL, command, with_short_answers
from tests.endtoend.steps import (
    CHAT,
    assert_nothing_was_logged,
    children_of,
    is_alive,
    kept_in,
    send,
    turn,
    until,
)
from tests.helpers.answers import Answer, Hold
from tests.helpers.chat_stream import chat_chunk, chat_events
from tests.helpers.desktop import Program, needs_desktop
from tests.helpers.http_server import ScriptedServer, refused_address
from tests.helpers.isolation import isolated_environment
from tests.helpers.patience import SOON
from tests.helpers.tracing import needs_strace, read_events, tracer

pytestmark = [needs_desktop, pytest.mark.timeout(120)]

NAMES = ("Model", "System prompt", "Message", "Send", "New chat", "Conversations")


def test_a_question_typed_into_a_fresh_window_is_answered_by_the_real_model(
    tmp_path: Path,
) -> None:
    assert STARTER_MODEL.is_file()
    short = with_short_answers(tmp_path / "chats")
    with Program(home=tmp_path, environment=short) as program:
        for name in NAMES:
            assert program.find(name).name == name
        message = program.find("Message")
        message.type("What is 2+2?")
        message.key("Return")
        asked = turn(program, "You:")
        assert "What is 2+2?" in asked.text
        reply = turn(program, "SmolLM2-135M-Instruct:")
        reply.wait_until(lambda it: "4" in it.text, timeout=60)
        program.find("Send", timeout=60)
        program.find("Conversations").find(starts="What is 2+2?")
        [engine] = children_of(program.process.pid)
        program.process.send_signal(signal.SIGTERM)
        assert program.wait(SOON) == 0
        until(lambda: not is_alive(engine), SOON)
        assert program.output == ""


def test_shift_enter_breaks_the_line_and_enter_sends(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream(chat_events("Hello ", "there")))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        message = program.find("Message")
        message.type("one")
        message.key("Shift+Return")
        message.type("two")
        message.key("Return")
        turn(program, "tiny:").wait_until(lambda reply: "Hello there" in reply.text)
        [asked] = [one for one in server.requests if one.path == CHAT]
        assert asked.json()["messages"][-1]["content"] == "one\ntwo"


def test_send_becomes_stop_and_stop_ends_the_reply_and_its_request(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream([chat_chunk("so far"), Hold()]))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        send(program, "Hello")
        turn(program, "tiny:").wait_until(lambda reply: "so far" in reply.text)
        program.find("Stop").press()
        program.find("Send")
        server.wait_for_disconnect()
        assert "so far" in turn(program, "tiny:").text


def test_a_refused_connection_is_a_card_at_the_reply_whose_button_tries_again(
    tmp_path: Path,
) -> None:
    with refused_address() as url, Program("--endpoint", url, home=tmp_path) as program:
        send(program, "Hello")
        card = turn(program, url.removeprefix("http://") + ":")
        card.wait_until(lambda reply: "refused" in reply.text or "not" in reply.text)
        program.find("Try again").press()
        turn(program, "You:")
        assert program.process.poll() is None


def test_closing_the_window_in_mid_reply_keeps_the_text_and_ends_soon(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream([chat_chunk("so far"), Hold()]))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        send(program, "Hello")
        turn(program, "tiny:").wait_until(lambda reply: "so far" in reply.text)
        program.find("Message").key("Control+q")
        assert program.wait(SOON) == 0
        assert program.output == ""
    assert_nothing_was_logged(tmp_path)
    with Program(home=tmp_path) as again:
        again.find("Conversations").find(starts="Hello").click()
        assert "so far" in turn(again, "tiny:").text
        assert "nterrupted" in turn(again, "tiny:").text


def test_a_kill_in_mid_reply_loses_no_turn(tmp_path: Path, server: ScriptedServer) -> None:
    server.on("POST", CHAT, Answer.stream([chat_chunk("so far"), Hold()]))
    with Program("--endpoint", server.url, home=tmp_path) as program:
        send(program, "Hello")
        turn(program, "tiny:").wait_until(lambda reply: "so far" in reply.text)
        until(lambda: b"so far" in kept_in(tmp_path))
        program.process.kill()
        program.wait()
    with Program(home=tmp_path) as again:
        again.find("Conversations").find(starts="Hello").click()
        assert "Hello" in turn(again, "You:").text
        assert "so far" in turn(again, "tiny:").text
        assert "ended before this answer was complete" in turn(again, "tiny:").text


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_while_the_engine_writes_ends_both_soon(
    tmp_path: Path, number: signal.Signals
) -> None:
    with Program("--prompt", "Write a long story about a river.", home=tmp_path) as program:
        turn(program, "SmolLM2-135M-Instruct:", timeout=60).wait_until(
            lambda reply: len(reply.text) > 20, timeout=60
        )
        [engine] = children_of(program.process.pid)
        program.process.send_signal(number)
        assert program.wait(SOON) == 0
        until(lambda: not is_alive(engine), SOON)
        assert program.output == ""
    assert_nothing_was_logged(tmp_path)


@needs_strace
def test_the_turn_is_synced_before_the_first_byte_of_its_request(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream(chat_events("Hello")))
    picture = tmp_path / "picture.png"
    log = tmp_path / "calls"
    words = [
        "--endpoint",
        server.url,
        "--prompt",
        "a planted question",
        "--screenshot",
        str(picture),
    ]
    environment = isolated_environment(tmp_path) | {"QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(
        [*tracer(log), *command(*words)],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    events = read_events(log)
    sent = next(event for event in events if "POST /v1/chat/completions" in event.arguments)
    synced = [
        event
        for event in events
        if event.name in ("fsync", "fdatasync") and "-wal" in event.path and event.result == 0
    ]
    written = next(e for e in events if "a planted question" in e.arguments and "-wal" in e.path)
    assert any(written.ended <= event.began and event.ended < sent.began for event in synced)
    assert picture.stat().st_size > 10_000


def test_a_window_that_cannot_meet_the_first_one_says_so_and_sends_nothing(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream(chat_events("Hello")))
    elsewhere = tmp_path / "elsewhere"  # as for a second session of the same person
    elsewhere.mkdir(mode=0o700)
    with Program("--endpoint", server.url, home=tmp_path) as first:
        send(first, "one")
        turn(first, "tiny:").wait_until(lambda reply: "Hello" in reply.text)
        words = ("--endpoint", server.url, "--prompt", "two")
        apart = {"XDG_RUNTIME_DIR": str(elsewhere)}
        with Program(*words, home=tmp_path, environment=apart) as second:
            second.find("Conversations").find(starts="one")
            second.find(starts="Another HF Chat has your chats open")
            second.find("Message").wait_until(lambda field: field.text == "two")
            second.find("Send").press()
            unrouted = server.url.removeprefix("http://") + ":"
            turn(second, unrouted).wait_until(lambda reply: "open" in reply.text)
        assert len([one for one in server.requests if one.path == CHAT]) == 1


def test_without_a_display_the_window_says_so_and_names_ask(tmp_path: Path) -> None:
    environment = isolated_environment(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    done = subprocess.run(command(), env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert "ask" in done.stderr


def test_a_failed_reply_is_pictured_and_exits_with_1(tmp_path: Path) -> None:
    environment = isolated_environment(tmp_path)
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        environment.pop(name, None)
    picture = tmp_path / "picture.png"
    with refused_address() as url:
        words = ["--endpoint", url, "--prompt", "Hello", "--screenshot", str(picture)]
        done = subprocess.run(
            command(*words), env=environment, capture_output=True, text=True, check=False
        )
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert picture.read_bytes().startswith(b"\x89PNG")
