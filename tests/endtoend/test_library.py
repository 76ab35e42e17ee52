"""`hfchat list` and `hfchat export`, beside a program that writes and on folders of every kind."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.endtoend.program import Outcome, ask, command, surroundings
from tests.helpers.answers import Answer, Hold
from tests.helpers.chat_stream import chat_chunk, chat_events
from tests.helpers.http_server import ScriptedServer

pytestmark = pytest.mark.timeout(120)

CHAT = "/v1/chat/completions"


def hfchat(home: Path, *words: str) -> Outcome:
    """Run a command to its end on this home."""
    run = subprocess.run(
        command(*words),
        env=surroundings(HFCHAT_HOME=str(home)),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)


def chatted(home: Path, *questions: str) -> None:
    """Have a chat of one question and one answer for each of these, the last one newest."""
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "tiny"}]}))
        for question in questions:
            server.on("POST", CHAT, Answer.stream(chat_events("Yes.")))
            words = ["--save", "--endpoint", server.url, question]
            assert ask(*words, HFCHAT_HOME=str(home)).code == 0


def look(home: Path) -> dict[str, tuple[int, str]]:
    """Every file below with its time and content."""
    return {
        str(path.relative_to(home)): (
            path.stat().st_mtime_ns,
            hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "",
        )
        for path in sorted(home.rglob("*"))
    }


def test_the_chats_are_listed_newest_first_and_exported_without_a_change(tmp_path: Path) -> None:
    chatted(tmp_path, "Is it old?", "Is it new?")
    before = look(tmp_path)
    listed = hfchat(tmp_path, "list")
    assert (listed.code, listed.stderr) == (0, "")
    newer, older = listed.stdout.splitlines()
    assert "Is it new?" in newer
    assert "Is it old?" in older
    rows = json.loads(hfchat(tmp_path, "list", "--json").stdout)
    assert [row["title"] for row in rows] == ["Is it new?", "Is it old?"]
    assert set(rows[0]) == {"id", "title", "model", "updated"}
    assert rows[0]["model"]["source"] == "address"
    text = hfchat(tmp_path, "export", rows[1]["id"], "--format", "md").stdout
    assert "## You\n\nIs it old?\n\n## tiny\n\nYes.\n" in text
    begun = rows[0]["id"][:8]
    data = json.loads(hfchat(tmp_path, "export", begun, "--format", "json").stdout)
    assert [turn["text"] for turn in data["messages"]] == ["Is it new?", "Yes."]
    assert look(tmp_path) == before


def test_an_answer_that_another_program_is_writing_is_in_the_export(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "tiny"}]}))
        server.on("POST", CHAT, Answer.stream([chat_chunk("so far"), Hold()]))
        with subprocess.Popen(
            command("ask", "--save", "--endpoint", server.url, "Hello?"),
            env=surroundings(HFCHAT_HOME=str(tmp_path)),
            stdout=subprocess.PIPE,
            text=True,
        ) as writer:
            assert writer.stdout is not None
            assert writer.stdout.read(6) == "so far"
            [row] = json.loads(hfchat(tmp_path, "list", "--json").stdout)
            found = ""
            for _ in range(20):  # the journal is written five times a second
                found = hfchat(tmp_path, "export", row["id"]).stdout
                if "so far" in found:
                    break
            assert "so far\n\n*This answer is still being written.*" in found
            writer.terminate()


def test_an_empty_home_is_no_fault(tmp_path: Path) -> None:
    assert hfchat(tmp_path, "list") == Outcome(0, "", "There are no chats yet.\n")
    assert hfchat(tmp_path, "list", "--json") == Outcome(0, "[]\n", "")
    assert not list(tmp_path.iterdir())


def test_an_id_that_means_no_chat_or_several_is_said_in_one_line(tmp_path: Path) -> None:
    chatted(tmp_path, *(f"Question {number}?" for number in range(3)))
    for words in (["x\x1b[31m"], [""]):
        outcome = hfchat(tmp_path, "export", *words)
        assert (outcome.code, outcome.stdout) == (1, "")
        assert outcome.stderr.count("\n") == 1
        assert "hfchat list" in outcome.stderr
        assert "\x1b" not in outcome.stderr


def test_a_damaged_database_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "chats.sqlite3").write_bytes(b"not a database at all" * 300)
    outcome = hfchat(tmp_path, "list")
    assert outcome.code == 1
    assert outcome.stderr.count("\n") == 1
    assert "Traceback" not in outcome.stderr


def test_a_reader_that_leaves_early_is_no_fault(tmp_path: Path) -> None:
    chatted(tmp_path, "Hello?")
    reading, writing = os.pipe()
    os.close(reading)
    try:
        run = subprocess.run(
            command("list"),
            env=surroundings(HFCHAT_HOME=str(tmp_path)),
            stdout=writing,
            stderr=subprocess.PIPE,
            text=True,
            timeout=60,
            check=False,
        )
    finally:
        os.close(writing)
    assert (run.returncode, run.stderr) == (0, "")


def test_neither_command_loads_the_window(tmp_path: Path) -> None:
    script = (
        "import sys; sys.argv = ['hfchat', 'list']\n"
        "from hfchat_gui.__main__ import main\n"
        "main(); assert 'PySide6' not in sys.modules"
    )
    run = subprocess.run(
        [*command()[:1], "-c", script],
        env=surroundings(HFCHAT_HOME=str(tmp_path)),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
