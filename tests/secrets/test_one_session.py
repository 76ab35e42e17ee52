"""In a whole session nobody is contacted who was not asked for, and each gets its own key alone."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.endtoend.program import CHECKOUT, surroundings
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import DONE, chat_chunk
from tests.helpers.http_server import ScriptedServer
from tests.helpers.secret_shapes import PLANTED, leaked
from tests.secrets.watching import files_that_hold

CHAT = "/v1/chat/completions"
PROMPT = "zebra quartz prompt"

# Writes down whom the program looks up and connects to, by the interpreter's own audit events.
_WATCHED = """
import json, os, sys
seen = open(os.environ["SEEN"], "a")
def audit(event, values):
    if event == "socket.getaddrinfo":
        place = [str(values[0]), values[1]]
    elif event in ("socket.connect", "socket.sendto"):
        place = values[1] if isinstance(values[1], tuple) else ["unix", 0]
    else:
        return
    seen.write(json.dumps([event, str(place[0]), place[1]]) + "\\n")
    seen.flush()
sys.addaudithook(audit)
"""
_RUN = "from hfchat_gui.__main__ import main\nsys.exit(main())"


def _watched(tmp_path: Path, program: str, *words: str, **changes: str) -> tuple[set[str], str]:
    """Run a program to its end; return the hosts and ports it went to, and what it printed."""
    seen = tmp_path / "seen"
    run = subprocess.run(
        [sys.executable, "-c", _WATCHED + program, *words],
        env=surroundings(SEEN=str(seen), HFCHAT_HOME=str(tmp_path / "home"), **changes),
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    lines = seen.read_text().splitlines() if seen.exists() else []
    places = [json.loads(line) for line in lines]
    return {f"{host}:{port}" for _, host, port in places if host != "unix"}, run.stdout + run.stderr


def _chat(server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.json({"object": "list", "data": [{"id": "m"}]}))
    parts = [chat_chunk("Hello"), chat_chunk(finish_reason="stop"), DONE]
    server.on("POST", CHAT, Answer.stream(parts))


def test_a_question_goes_to_its_server_and_nowhere_else(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        _chat(server)
        places, said = _watched(
            tmp_path,
            _RUN,
            *("ask", PROMPT, "--save", "--endpoint", server.url),
            HF_TOKEN=f"hf_{PLANTED}",
            HFCHAT_API_KEY=f"sk-{PLANTED}",
        )
        assert said == "Hello\n"
        assert places == {f"127.0.0.1:{server.port}"}
        keys = {one.header("authorization") for one in server.requests}
        assert keys == {f"Bearer sk-{PLANTED}"}
    assert files_that_hold(tmp_path / "home", leaked) == []


@pytest.mark.skipif(sys.platform != "linux", reason="drawn without a screen")
def test_a_window_goes_to_its_server_and_nowhere_else(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        _chat(server)
        place = server.url.replace("http://", f"http://me:{PLANTED}@")
        places, said = _watched(
            tmp_path,
            _RUN,
            *("--endpoint", place, "--prompt", PROMPT, "--screenshot", str(tmp_path / "x.png")),
            HF_TOKEN=f"hf_{PLANTED}",
            QT_QPA_PLATFORM="offscreen",
            DBUS_SESSION_BUS_ADDRESS="",
        )
        assert places == {f"127.0.0.1:{server.port}"}
        assert not leaked(said)
        basic = {one.header("authorization") for one in server.requests}
        assert len(basic) == 1
        assert str(basic.pop()).startswith("Basic ")
    assert files_that_hold(tmp_path / "home", leaked) == []
    log = tmp_path / "home" / "cache" / "hfchat.log"
    assert PROMPT not in (log.read_text() if log.exists() else "")


def test_a_password_in_the_address_of_a_command_is_sent_and_not_printed(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        _chat(server)
        place = server.url.replace("http://", f"http://me:{PLANTED}@")
        _, said = _watched(tmp_path, _RUN, "ask", PROMPT, "--save", "--json", "--endpoint", place)
        assert all(str(one.header("authorization")).startswith("Basic ") for one in server.requests)
    assert "for this run only" in said
    assert '"finished"' in said
    assert not leaked(said)
    assert files_that_hold(tmp_path / "home", leaked) == []


def test_a_key_for_a_far_http_server_is_asked_about(tmp_path: Path) -> None:
    far = "http://192.0.2.7:8000"
    places, said = _watched(
        tmp_path, _RUN, "ask", PROMPT, "--endpoint", far, HFCHAT_API_KEY=f"sk-{PLANTED}"
    )
    assert places == set()
    assert f"HFCHAT_PLAIN_HTTP={far}" in said
    assert not leaked(said)


def test_list_export_and_models_contact_nobody_but_the_router(tmp_path: Path) -> None:
    for words in (("list",), ("list", "--json")):
        places, said = _watched(tmp_path, _RUN, *words, HF_TOKEN=f"hf_{PLANTED}")
        assert places == set()
        assert not leaked(said)
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"object": "list", "data": []}))
        relay = server.url.replace("http://", f"http://me:{PLANTED}@")
        places, said = _watched(tmp_path, _RUN, "models", HFCHAT_ROUTER=relay)
        assert places == {f"127.0.0.1:{server.port}"}
        assert not leaked(said)
    assert files_that_hold(tmp_path / "home", leaked) == []


def test_the_watcher_sees_a_planted_contact(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        planted = f"import socket; socket.create_connection(('127.0.0.1', {server.port})).close()"
        places, _ = _watched(tmp_path, planted)
    assert places == {f"127.0.0.1:{server.port}"}
