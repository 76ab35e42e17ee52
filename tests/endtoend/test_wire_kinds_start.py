"""A server that takes the connection and never answers holds up neither the start nor a chat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.endtoend.steps import CHAT, assert_nothing_was_logged, send, turn, until
from tests.helpers.answers import Answer, HangUp, Hold
from tests.helpers.chat_stream import chat_events
from tests.helpers.desktop import Program, needs_desktop
from tests.helpers.http_server import ScriptedServer

pytestmark = [needs_desktop, pytest.mark.timeout(120)]


def with_server(home: Path, address: str) -> Path:
    """A home whose list of servers holds this one."""
    folder = home / "config"
    folder.mkdir(parents=True)
    servers = [{"name": "Silent box", "address": address}]
    (folder / "preferences.json").write_text(json.dumps({"servers": servers}))
    return home


def test_the_window_is_there_while_the_lists_of_models_are_silent(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream(chat_events("Hello at once")))
    hold = Hold()
    with ScriptedServer() as silent:
        silent.otherwise(Answer.raw(hold, HangUp()))
        given = {
            "HFCHAT_ROUTER": f"{silent.url}/router",
            "HFCHAT_HOME": str(with_server(tmp_path / "kept", f"{silent.url}/box")),
        }
        with Program("--endpoint", server.url, home=tmp_path, environment=given) as program:
            program.find("Model").press()  # which asks for every list
            until(lambda: len({asked.path[:4] for asked in silent.requests}) == 2)
            find = program.find("Find a model")
            find.key("Escape")
            find.wait_until_gone()
            send(program, "Are you there?")
            turn(program, "tiny:").wait_until(lambda reply: "Hello at once" in reply.text)
            assert not silent.disconnections  # both lists are still waited for
            program.find("Model").press()
            hold.release()
            told = f"127.0.0.1:{silent.port} "  # each list says it for itself
            until(lambda: len(program.root.find_all(role="table cell", starts=told)) == 2)
    assert_nothing_was_logged(tmp_path)
