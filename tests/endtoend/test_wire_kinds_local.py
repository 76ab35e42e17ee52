"""Models on this computer: a character that is cut, broken files, and nobody else contacted."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.settings.paths import Paths
from tests.endtoend.program import STARTER_MODEL, command, surroundings, with_short_answers
from tests.endtoend.wire_chat import CHAT, wire_chat
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.helpers.tracing import Event, needs_strace, trace

SAID = "ok 🚀🚀"
"""What a grammar leaves the model to say; each rocket is three of its tokens."""

_PLACE = re.compile(r'inet_addr\("([^"]+)"\)|inet_pton\(AF_INET6, "([^"]+)"')


def test_a_reply_that_the_limit_ends_within_a_character_is_kept_without_the_half(run: Run) -> None:
    async def story() -> list[Message]:
        async with wire_chat(ModelRef(Source.LOCAL, STARTER_MODEL.stem)) as chat:
            found = []
            for tokens in range(2, 6):
                extra = json.dumps({"grammar": f'root ::= "{SAID}"'})
                chat.session.set_sampling(
                    SamplingOptions(max_tokens=tokens, temperature=0, extra=extra)
                )
                found.append(await chat.ask("hi"))
            return found

    replies = run(story())
    texts = [reply.text for reply in replies]
    assert all(text and SAID.startswith(text) for text in texts)
    assert len(set(texts)) < len(texts)  # some limit fell within a rocket: one token more, no more
    assert {(reply.state, reply.finish_reason) for reply in replies} == {
        (ReplyState.COMPLETE, "length")
    }
    assert all(reply.ended_early for reply in replies)


def test_files_that_are_no_whole_models_are_named_and_others_still_answer(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: ScriptedServer
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    folder = Paths.find().data / "models"
    folder.mkdir(parents=True)
    with STARTER_MODEL.open("rb") as starter:
        begin = starter.read(1024)
    pointer = b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    files = {"pointer": pointer, "empty": b"", "begun": begin}
    for name, content in files.items():
        (folder / f"{name}.gguf").write_bytes(content)
    server.on("POST", CHAT, Answer.stream(chat_events("still here")))

    async def story() -> list[Message]:
        async with wire_chat(ModelRef(Source.LOCAL, "pointer")) as chat:
            found = []
            for name in files:
                chat.session.set_model(ModelRef(Source.LOCAL, name))
                found.append(await chat.ask("hi"))
            chat.session.set_model(ModelRef(Source.ADDRESS, "m", server.url))
            return [*found, await chat.ask("and you?")]

    *failed, answered = run(story())
    errors = [reply.error for reply in failed if reply.error is not None]
    assert [error.kind for error in errors] == ["model_format", "model_format", "model_damaged"]
    assert "Git LFS pointer" in errors[0].message
    assert all(name in error.message for name, error in zip(files, errors, strict=True))
    assert (answered.text, answered.state) == ("still here", ReplyState.COMPLETE)


def contacted(calls: Sequence[Event]) -> set[str]:
    """The addresses that these calls went to over the internet's protocols."""
    names = ("connect", "sendto", "sendmsg")
    found = (_PLACE.search(call.arguments) for call in calls if call.name in names)
    return {next(filter(None, place.groups())) for place in found if place}


@needs_strace
@pytest.mark.timeout(180)
@pytest.mark.parametrize("front", ["command", "window"])
def test_the_model_on_this_computer_is_asked_and_nobody_else(tmp_path: Path, front: str) -> None:
    words = ["ask", "hi", "--max-tokens", "3"]
    if front == "window":
        words = ["--prompt", "hi", "--screenshot", str(tmp_path / "x.png")]
    given = {"HF_TOKEN": "hf_" + "q" * 30, **with_short_answers(tmp_path / "home")}
    given |= {"QT_QPA_PLATFORM": "offscreen", "DBUS_SESSION_BUS_ADDRESS": ""}
    calls, done = trace(command(*words), tmp_path / "log", environment=dict(surroundings(**given)))
    assert done.returncode == 0, done.stderr
    assert contacted(calls) == {"127.0.0.1"}
    assert len({call.pid for call in calls if call.name == "execve"}) > 1, "no engine was seen"


@needs_strace
def test_the_watcher_sees_a_question_for_a_name_and_a_contact(tmp_path: Path) -> None:
    deed = "import socket; s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)\n"
    deed += "s.connect(('192.0.2.1', 53)); s.close()\n"
    deed += "s = socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)\n"
    deed += "try: s.connect(('2001:db8::1', 53))\nexcept OSError: pass\ns.close()"
    with ScriptedServer() as server:
        deed += f"\nsocket.create_connection(('127.0.0.1', {server.port})).close()"
        calls, done = trace([sys.executable, "-c", deed], tmp_path / "log")
    assert done.returncode == 0, done.stderr
    assert contacted(calls) == {"192.0.2.1", "2001:db8::1", "127.0.0.1"}
