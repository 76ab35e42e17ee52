"""Every shape of a secret that a server says, without anybody knowing it, is read nowhere."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.session import ChatSession
from tests.endtoend.wire_chat import CHAT, wire_chat
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import DONE, chat_chunk, event
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.helpers.secret_shapes import PLANTED, SHAPES, leaked
from tests.secrets.watching import files_that_hold, hearing


def told_by(shape: str) -> tuple[Answer, ...]:
    """What a server can say of a secret: refused, in a stream, as a page, in names and ids."""
    line = " ".join(shape.split()).replace("\0", "")
    ids = {"x-request-id": line, "x-inference-provider": line}
    detail = [{"loc": ["header", shape], "msg": f"is bad: {shape}", "input": shape}]
    name = {"index": 0, "id": shape, "function": {"name": shape, "arguments": "{}"}}
    return (
        Answer.json({"error": {"message": f"This is wrong: {shape}", "code": shape}}, 400),
        Answer.json({"detail": detail}, 422, headers=ids),
        Answer.text(json.dumps({"error": f"I was sent {shape}."}), 403),
        Answer.html(f"<html><title>{shape}</title><p>{shape}</p></html>", 400),
        Answer.stream([chat_chunk("So"), event({"error": {"message": f"bad {shape} came"}})]),
        Answer.json({"warnings": [shape], "status": shape}),
        Answer.stream(
            [
                chat_chunk("Yes", model=shape, provider=shape),
                chat_chunk(delta={"tool_calls": [name]}),
                chat_chunk(finish_reason=shape),
                DONE,
            ],
            headers=ids,
        ),
    )


async def _shown(address: str, count: int) -> str:
    """Ask so often, and return all that a front end could show, and what is on the disk."""
    seen: list[ReplyEvent] = []
    async with wire_chat(ModelRef(Source.ADDRESS, "m", address)) as chat:
        session = ChatSession(
            chat.session.conversation,
            chat.core.wire,
            chat.core.store,
            _no_report,
            on_event=seen.append,
        )
        for number in range(count):
            assert session.send(f"question {number}")
            await session.finished()
        kept = await chat.core.store.load(session.conversation.id)
        turns = [asdict(turn) for turn in session.conversation.path]
        return "\n".join(map(str, (seen, turns, session.route, kept.path)))


def _no_report(error: BaseException) -> None:
    raise error


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_it_stands_in_no_event_no_error_no_log_and_no_file(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shape: str
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    answers = told_by(shape)
    with ScriptedServer() as server, hearing() as heard:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "m", "owned_by": shape}]}))
        server.on("POST", CHAT, *answers)
        shown = run(_shown(server.url, len(answers)))
    assert "question 0" in shown
    assert "Yes" in shown
    assert not leaked(shown)
    assert not leaked("\n".join(heard.lines))
    assert files_that_hold(tmp_path, leaked) == []


def test_the_watcher_sees_what_has_no_shape(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    answer = Answer.json({"error": {"message": f"This is wrong: {PLANTED} it said"}}, 400)
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "m"}]}))
        server.on("POST", CHAT, answer)
        assert leaked(run(_shown(server.url, 1)))
    assert files_that_hold(tmp_path, leaked)
