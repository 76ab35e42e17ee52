"""`hfchat models` and what `hfchat ask --model` takes of it, against real servers on loopback."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.endtoend.program import STARTER_MODEL, Outcome, ask, command, surroundings
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import ScriptedServer, refused_address

pytestmark = pytest.mark.timeout(120)

LIST = "/v1/models"
CHAT = "/v1/chat/completions"
OFFERS = [
    {
        "provider": "groq",
        "status": "live",
        "context_length": 131072,
        "pricing": {"input": 0.29, "output": 0.59},
    },
    {
        "provider": "novita",
        "status": "live",
        "context_length": 65536,
        "pricing": {"input": 0.1, "output": 0.45},
    },
]
ROUTER = Answer.json(
    {"data": [{"id": "Qwen/Qwen3-32B", "providers": OFFERS}, {"id": "org/other"}, {"id": 7}]}
)


def models(home: Path, *words: str, router: str) -> Outcome:
    """Run `hfchat models` to its end."""
    run = subprocess.run(
        command("models", *words),
        env=surroundings(HFCHAT_HOME=str(home), HFCHAT_ROUTER=router),
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return Outcome(run.returncode, run.stdout, run.stderr)


@contextmanager
def serving(answer: Answer) -> Iterator[ScriptedServer]:
    """A server that answers the question for its models, and nothing else."""
    with ScriptedServer() as server:
        server.on("GET", LIST, answer)
        server.otherwise(Answer.text("no", 404))
        yield server


def with_servers(home: Path, *servers: dict[str, str]) -> Path:
    """Have these in the list; return the file."""
    file = home / "config" / "preferences.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"servers": servers}))
    return file


def files_in(home: Path) -> list[str]:
    """Every file below the home."""
    return sorted(str(file.relative_to(home)) for file in home.rglob("*") if file.is_file())


def test_all_models_stand_in_columns_with_the_id_to_ask_for(tmp_path: Path) -> None:
    with serving(ROUTER) as router, serving(Answer.json({"data": [{"id": "llama3:8b"}]})) as own:
        file = with_servers(tmp_path, {"name": "Own", "address": own.url})
        before = file.read_bytes()
        outcome = models(tmp_path, router=router.url)
        assert (outcome.code, outcome.stderr) == (0, "")
        rows = [line.split() for line in outcome.stdout.splitlines()]
        where = own.url
    assert rows == [
        ["ID", "WHERE", "CONTEXT", "IN", "OUT", "PROVIDERS"],
        [STARTER_MODEL.stem, "on", "this", "computer", "8192"],
        ["llama3:8b", "Own", f"({where})"],
        ["Qwen/Qwen3-32B", "Hugging", "Face", "65536", "0.10", "0.45", "groq", "novita"],
        ["org/other", "Hugging", "Face"],
    ]
    starts = {line.index("Hugging") for line in outcome.stdout.splitlines() if "Hugging" in line}
    assert starts == {outcome.stdout.index("WHERE")}
    assert file.read_bytes() == before
    assert files_in(tmp_path) == ["cache/router-models.json", "config/preferences.json"]
    assert all(one.header("authorization") is None for one in router.requests)


def test_json_is_one_array_with_every_offer(tmp_path: Path) -> None:
    with serving(ROUTER) as router:
        outcome = models(tmp_path, "--json", "--search", "qwen NOVITA", router=router.url)
    [found] = json.loads(outcome.stdout)
    assert (found["id"], found["source"], found["context_tokens"]) == (
        "Qwen/Qwen3-32B",
        "router",
        65536,
    )
    assert [one["provider"] for one in found["offers"]] == ["groq", "novita"]
    assert found["offers"][0]["output_price"] == 0.59


def test_a_search_without_a_match_prints_nothing_on_standard_output(tmp_path: Path) -> None:
    with serving(ROUTER) as router:
        plain = models(tmp_path, "--search", "no such model", router=router.url)
        as_json = models(tmp_path, "--json", "--search", "no such model", router=router.url)
        assert len(router.requests) == 1
    assert (plain.code, plain.stdout, plain.stderr) == (0, "", "No model was found.\n")
    assert (as_json.code, json.loads(as_json.stdout)) == (0, [])


def test_a_server_that_fails_is_one_line_and_the_others_are_listed(tmp_path: Path) -> None:
    with (
        serving(ROUTER) as router,
        serving(Answer.json({"error": "key?"}, 401)) as locked,
        refused_address() as gone,
    ):
        with_servers(
            tmp_path,
            {"name": "Gone", "address": gone},
            {"name": "Locked", "address": locked.url},
            {"name": "Pipe", "address": "http://127.0.0.1:9", "kind": "toolkit"},
        )
        outcome = models(tmp_path, "--search", "127.0.0.1", router=router.url)
    assert outcome.code == 0
    assert outcome.stdout.splitlines()[1].split() == ["-", "Pipe", "(http://127.0.0.1:9)"]
    lines = sorted(outcome.stderr.splitlines())
    assert [line.split(":")[:2] for line in lines] == [["hfchat", " Gone"], ["hfchat", " Locked"]]


def test_offline_the_last_list_is_shown_with_its_age(tmp_path: Path) -> None:
    with serving(ROUTER) as router:
        url = router.url
        models(tmp_path, router=url)
    kept = tmp_path / "cache" / "router-models.json"
    data = json.loads(kept.read_text())
    kept.write_text(json.dumps({**data, "read_at": data["read_at"] - 86400}))
    outcome = models(tmp_path, router=url)
    assert outcome.code == 0
    assert "Qwen/Qwen3-32B" in outcome.stdout
    first, second = outcome.stderr.splitlines()
    assert "refused" in first
    assert time.strftime("%Y-", time.localtime(data["read_at"] - 86400)) in second


def test_without_a_network_the_models_of_this_computer_are_listed(tmp_path: Path) -> None:
    with refused_address() as nowhere:
        outcome = models(tmp_path, router=nowhere)
    assert outcome.code == 0
    assert STARTER_MODEL.stem in outcome.stdout
    assert len(outcome.stderr.splitlines()) == 1


def test_a_relay_that_is_no_address_is_named(tmp_path: Path) -> None:
    wrong = models(tmp_path, router="http://me:secret@ho st")
    assert (wrong.code, "HFCHAT_ROUTER" in wrong.stderr) == (1, True)
    assert "secret" not in wrong.stderr


def test_ctrl_c_ends_the_asking_with_130(tmp_path: Path) -> None:
    with serving(Answer.hang()) as router:
        with subprocess.Popen(
            command("models"),
            env=surroundings(HFCHAT_HOME=str(tmp_path), HFCHAT_ROUTER=router.url),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as run:
            router.wait_for_request(timeout=30)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=30)
        assert (run.returncode, out, err) == (130, b"", b"")
        router.wait_for_disconnect()


def test_a_reader_that_leaves_ends_it_quietly(tmp_path: Path) -> None:
    many = {"data": [{"id": f"org/model-{number}"} for number in range(4000)]}
    with serving(Answer.json(many)) as router:
        reading, writing = os.pipe()
        os.close(reading)
        run = subprocess.run(
            command("models"),
            env=surroundings(HFCHAT_HOME=str(tmp_path), HFCHAT_ROUTER=router.url),
            stdout=writing,
            stderr=subprocess.PIPE,
            timeout=60,
            check=False,
        )
        os.close(writing)
    assert run.stderr == b""
    assert run.returncode == 0


def test_the_window_is_not_imported(tmp_path: Path) -> None:
    program = (
        "import sys; sys.argv = ['hfchat', 'models']\n"
        "from hfchat_gui.__main__ import main\n"
        "main(); assert 'PySide6' not in sys.modules"
    )
    with serving(ROUTER) as router:
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=surroundings(HFCHAT_HOME=str(tmp_path), HFCHAT_ROUTER=router.url),
            capture_output=True,
            timeout=60,
            check=False,
        )
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_id_with_its_suffix_is_sent_exactly_so(tmp_path: Path) -> None:
    allowed = tmp_path / "config" / "preferences.json"
    allowed.parent.mkdir()
    with ScriptedServer() as router:
        router.on("POST", CHAT, Answer.stream(chat_events("Hi")))
        allowed.write_text(json.dumps({"token_allowed": [router.url]}))
        outcome = ask(
            *("--model", "Qwen/Qwen3-32B:cheapest", "Hello"),
            HFCHAT_HOME=str(tmp_path),
            HFCHAT_ROUTER=router.url,
            HF_TOKEN="hf_abcdefghijklmnopqrstuvwxyzABCD5678",
        )
        assert (outcome.code, outcome.stdout) == (0, "Hi\n")
        [sent] = [one for one in router.requests if one.path == CHAT]
    assert sent.json()["model"] == "Qwen/Qwen3-32B:cheapest"


def test_the_token_goes_to_a_relay_only_by_consent(tmp_path: Path) -> None:
    with ScriptedServer() as router:
        outcome = ask(
            *("--model", "Qwen/Qwen3-32B", "Hello"),
            HFCHAT_HOME=str(tmp_path),
            HFCHAT_ROUTER=router.url,
            HF_TOKEN="hf_abcdefghijklmnopqrstuvwxyzABCD5678",
        )
        assert all(one.header("authorization") is None for one in router.requests)
    assert outcome.code == 1


def test_the_dead_host_is_replaced_with_a_word(tmp_path: Path) -> None:
    with refused_address() as nowhere:
        outcome = ask(
            *("--endpoint", "https://api-inference.huggingface.co/models/org/model", "Hello"),
            HFCHAT_HOME=str(tmp_path),
            HFCHAT_ROUTER=nowhere,
        )
    assert outcome.code == 1
    first = outcome.stderr.splitlines()[0]
    assert first.startswith("Note: api-inference.huggingface.co was shut down")
    assert "org/model" in first


def test_a_model_on_this_computer_is_asked_by_its_name() -> None:
    outcome = ask("--model", STARTER_MODEL.stem, "--max-tokens", "3", "--json", "Hello")
    finished = json.loads(outcome.stdout.splitlines()[-1])
    assert (outcome.code, finished["route"]["model"]) == (0, STARTER_MODEL.stem)
