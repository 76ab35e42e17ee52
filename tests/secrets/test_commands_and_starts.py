"""What commands print of kept chats, and what a second start says to the window: no secret."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from hfchat_gui.conversation.handover import READ
from hfchat_gui.settings.meeting_place import make_private, meeting_place
from hfchat_gui.settings.paths import Paths
from tests.endtoend.program import CHECKOUT, Outcome, command, surroundings
from tests.endtoend.steps import until
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer
from tests.helpers.secret_shapes import PLANTED, SHAPES, leaked
from tests.secrets.echoes import good_stream
from tests.secrets.watching import files_that_hold

BARE = {"QT_QPA_PLATFORM": "offscreen", "DBUS_SESSION_BUS_ADDRESS": ""}
CHAT = "/v1/chat/completions"
KEY = f"sk-{PLANTED}abcdef"

pytestmark = pytest.mark.timeout(120)


def hfchat(home: Path, *words: str, **given: str) -> Outcome:
    """Run a command to its end on this home, with secrets in the environment."""
    secrets = {"HF_TOKEN": f"hf_{PLANTED}", "HFCHAT_API_KEY": KEY}
    run = subprocess.run(
        command(*words),
        env=surroundings(HFCHAT_HOME=str(home), **secrets, **given),
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)


def exported(home: Path) -> str:
    """All that `list` and `export` print of this home."""
    listed = hfchat(home, "list", "--json")
    assert listed.code == 0
    said = [listed.stdout, listed.stderr, hfchat(home, "list").stdout]
    for row in json.loads(listed.stdout):
        for form in ("json", "md"):
            outcome = hfchat(home, "export", row["id"], "--format", form)
            assert outcome.code == 0, outcome.stderr
            said += [outcome.stdout, outcome.stderr]
    return "\n".join(said)


def test_an_export_says_nothing_of_the_keys_that_a_chat_was_held_with(tmp_path: Path) -> None:
    shapes = " and ".join(SHAPES.values())
    refusal = Answer.json({"error": {"message": f"Bad key {KEY}; {shapes}"[:8000]}}, 400)
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "m"}]}))
        with_login = server.url.replace("http://", f"http://me:{PLANTED}@")
        server.on("POST", CHAT, good_stream(KEY), refusal, good_stream(PLANTED))
        said = []
        for place, prompt in ((server.url, "first"), (server.url, "second"), (with_login, "third")):
            outcome = hfchat(tmp_path, "ask", prompt, "--save", "--json", "--endpoint", place)
            said += [outcome.stdout, outcome.stderr]
    text = exported(tmp_path)
    assert "Hello" in text
    assert all(prompt in text for prompt in ("first", "second", "third"))
    assert not leaked("\n".join(said))
    assert not leaked(text)
    assert files_that_hold(tmp_path, leaked) == []


def test_the_watcher_sees_what_a_person_typed_in_an_export(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "m"}]}))
        server.on("POST", CHAT, good_stream("x"))
        hfchat(tmp_path, "ask", f"typed {PLANTED}", "--save", "--endpoint", server.url)
    assert leaked(exported(tmp_path))


@pytest.mark.skipif(sys.platform != "linux", reason="a socket, and no screen")
def test_a_second_start_says_its_wishes_and_nothing_of_its_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    place = meeting_place(Paths.find().data)
    assert make_private(place)
    heard: list[bytes] = []
    with socket.socket(socket.AF_UNIX) as window:
        window.bind(place)
        window.listen()
        window.settimeout(30)

        def take() -> None:
            caller, _ = window.accept()
            with caller, caller.makefile("rb") as lines:
                heard.append(lines.readline())
                caller.sendall(READ)
                heard.append(lines.readline())

        thread = threading.Thread(target=take)
        thread.start()
        words = ("--endpoint", "http://127.0.0.1:9", "--prompt", "a wish")
        outcome = hfchat(tmp_path, *words, HTTPS_PROXY=f"http://me:{PLANTED}@127.0.0.1:9", **BARE)
        thread.join()
    assert outcome.code == 0
    assert b"a wish" in heard[0]
    assert not leaked(b"".join(heard))
    assert not leaked(outcome.stdout + outcome.stderr)
    assert "HFCHAT_API_KEY was not handed" in outcome.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="a socket, and no screen")
def test_a_password_that_a_second_start_hands_over_is_written_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path / "home"))
    place = Path(meeting_place(Paths.find().data))
    home, output = tmp_path / "home", tmp_path / "output"
    with output.open("wb") as to:
        window = subprocess.Popen(command(), env=surroundings(**BARE), stdout=to, stderr=to)
        try:
            until(place.exists, 30)
            words = ("--endpoint", f"http://me:{PLANTED}@127.0.0.1:9", "--prompt", "a wish to keep")
            outcome = hfchat(home, *words, **BARE)
            assert outcome.code == 0, outcome.stderr
            until(lambda: files_that_hold(home, lambda data: b"a wish to keep" in data), 30)
        finally:
            window.terminate()
            window.wait(30)
    assert not leaked(outcome.stdout + outcome.stderr)
    assert not leaked(output.read_bytes())
    assert files_that_hold(home, leaked) == []
