"""The engine's child serves with its key only, says nothing else, and dies with its parent."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from hfchat_gui.local.child import worker_command, worker_environment
from hfchat_gui.local.reports import Failed, Loading, Ready, Report, Settled, from_line
from tests.helpers.patience import SOON
from tests.local.conftest import Room
from tests.local.gguf_files import ROOT, STARTER, gguf
from tests.local.wire import LONG_TEXT, STORY, At, ends_within, is_alive

KEY = "a-key-for-this-test"
ROUTES = [
    *(
        "/",
        "/index.html",
        "/favicon.ico",
        "/v1/models",
        "/models",
        "/props",
    ),
    *(
        "/slots",
        "/slots/0",
        "/metrics",
        "/tokenize",
        "/detokenize",
    ),
    *(
        "/apply-template",
        "/completion",
        "/completions",
        "/v1/completions",
    ),
    *(
        "/chat/completions",
        "/v1/chat/completions",
        "/v1/chat/completions/control",
    ),
    *(
        "/v1/chat/completions/input_tokens",
        "/v1/responses",
        "/responses",
    ),
    *(
        "/v1/messages",
        "/v1/messages/count_tokens",
        "/infill",
        "/embedding",
    ),
    *(
        "/embeddings",
        "/v1/embeddings",
        "/rerank",
        "/v1/rerank",
        "/lora-adapters",
    ),
    *(
        "/tools",
        "/cors-proxy",
        "/v1/stream",
        "/v1/streams/lookup",
        "/v1/systemone",
    ),
    *(
        "/v1/audio/transcriptions",
        "/api/tags",
        "/api/show",
        "/predict",
        "/nothing",
    ),
]

PARENT = """
import asyncio, sys
from pathlib import Path
from hfchat_gui.local.engine import Engine
async def main():
    engine = Engine(Path(sys.argv[1]), print)
    async for waiting in engine.prepare():
        if engine.pid and sys.argv[2] == "loading":
            break
    print(engine.pid, flush=True)
    await asyncio.sleep(60)
asyncio.run(main())
"""


@contextmanager
def started(
    model: Path = STARTER, key: str | None = KEY, context: int = 8192
) -> Iterator[subprocess.Popen[bytes]]:
    threads = ["--reading-threads", "1", "--writing-threads", "1"]
    options = ["--model", str(model), "--context", str(context), *threads]
    child = subprocess.Popen(
        [*worker_command(), *options],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=worker_environment(),
    )
    with child:
        try:
            if key is not None:
                tell(child, key)
            yield child
        finally:
            child.kill()


def tell(child: subprocess.Popen[bytes], line: str) -> None:
    assert child.stdin is not None
    child.stdin.write(line.encode() + b"\n")
    child.stdin.flush()


def hear(child: subprocess.Popen[bytes], kind: type[Report]) -> Report:
    """Return the next report of this kind; every line before it must be a report too."""
    assert child.stdout is not None
    for line in child.stdout:
        report = from_line(line)
        if isinstance(report, kind):
            return report
    raise AssertionError(f"the child ended with {child.wait()} and without {kind.__name__}")


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE"])
def test_every_route_but_health_needs_the_key(room: Room, method: str) -> None:
    open_routes = {}
    for route in ROUTES:
        for key in (None, "wrong", ""):
            status, body, _ = room.at.ask(method, route, {}, key=key)
            if status not in (401, 404) or (status == 404 and b"File Not Found" not in body):
                open_routes[route] = (status, body)
    assert not open_routes


def test_health_is_open_and_says_nothing_else(room: Room) -> None:
    assert room.at.ask("GET", "/health")[:2] == (200, b'{"status":"ok"}')


def test_web_page_slots_metrics_and_changing_settings_are_off(room: Room) -> None:
    key = room.at.key
    assert room.at.ask("GET", "/", key=key)[0] == 404
    assert room.at.ask("GET", "/slots", key=key)[0] == 501
    assert room.at.ask("GET", "/metrics", key=key)[0] == 501
    assert room.at.ask("POST", "/props", {}, key=key)[0] == 501
    assert room.at.ask("GET", "/tools", key=key)[0] == 403


def test_no_page_of_another_origin_is_let_in(room: Room) -> None:
    _, _, headers = room.at.ask("OPTIONS", "/v1/chat/completions")
    assert headers["Access-Control-Allow-Origin"] == "https://none.invalid"
    assert headers.get("Access-Control-Allow-Credentials") != "true"


def test_the_model_goes_by_its_name_not_by_its_path(room: Room) -> None:
    answer = room.at.chat("Say hello.", tokens=4)
    assert answer["model"] == STARTER.stem


def test_it_listens_on_loopback_only(room: Room) -> None:
    port = f":{room.at.port:04X} "
    listening = [
        line.split()[1]
        for name in ("tcp", "tcp6")
        for line in Path(f"/proc/net/{name}").read_text().splitlines()
        if port in line and " 0A " in line
    ]
    assert listening == [f"0100007F{port.strip()}"]


def test_an_unchanged_beginning_is_not_read_again(room: Room) -> None:
    question = "Remember these words: " + " ".join(f"apple{n}" for n in range(60))
    first = room.at.chat(question)
    answer = first["choices"][0]["message"]["content"]
    second = room.at.chat(question, answer, "Which fruit was it?")
    assert first["timings"]["prompt_n"] > 150
    assert second["timings"]["cache_n"] >= first["timings"]["prompt_n"]
    assert second["timings"]["prompt_n"] < 60


def test_reports_are_clean_lines_and_settling_is_measured() -> None:
    with started() as child:
        first = hear(child, Loading)
        ready = hear(child, Ready)
        assert isinstance(first, Loading)
        assert isinstance(ready, Ready)
        at = At(ready.port, KEY)
        idle = settled(child)
        assert idle.free
        assert idle.seconds < SOON
        with at.open_stream(STORY, until=b'"content":"'):
            # On a busy machine a child that gets no processor may look as if it wanted none.
            assert not all(settled(child).free for _ in range(20))


def settled(child: subprocess.Popen[bytes]) -> Settled:
    """Ask a child whether it has stopped computing."""
    tell(child, "settle 0.1")
    answer = hear(child, Settled)
    assert isinstance(answer, Settled)
    return answer


def test_what_is_printed_holds_neither_prompt_nor_key() -> None:
    with started() as child:
        ready = hear(child, Ready)
        assert isinstance(ready, Ready)
        at = At(ready.port, KEY)
        at.chat("My secret word is wolpertinger.")
        at.ask("POST", "/v1/chat/completions", {"messages": "wolpertinger"}, key=KEY)
        at.open_stream("wolpertinger " + LONG_TEXT, until=b"prompt_progress").close()
        time.sleep(0.3)
        child.kill()
        _, printed = child.communicate()
        assert b"wolpertinger" not in printed
        assert KEY.encode() not in printed


def test_the_end_of_stdin_ends_it_at_once() -> None:
    with started() as child:
        hear(child, Ready)
        assert child.stdin is not None
        child.stdin.close()
        assert child.wait(SOON) == 0


def test_without_a_key_it_does_not_serve() -> None:
    with started(key=None) as child:
        assert child.communicate(timeout=60)[0] == b""
        assert child.returncode == 0


def test_a_file_that_llama_refuses_is_reported_with_its_last_words(tmp_path: Path) -> None:
    model = tmp_path / "odd.gguf"
    model.write_bytes(gguf())
    with started(model) as child:
        assert isinstance(hear(child, Failed), Failed)
        assert child.wait(SOON) == 1
        assert child.stderr is not None
        assert b"error loading model" in child.stderr.read()


def test_a_file_that_is_gone_is_reported(tmp_path: Path) -> None:
    with started(tmp_path / "gone.gguf") as child:
        failed = hear(child, Failed)
        assert isinstance(failed, Failed)
        assert failed.detail.startswith("FileNotFoundError")


@pytest.mark.parametrize("moment", ["loading", "ready"])
@pytest.mark.parametrize("signal_number", [signal.SIGKILL, signal.SIGTERM])
def test_it_dies_with_its_parent(moment: str, signal_number: signal.Signals) -> None:
    command = [sys.executable, "-c", PARENT, str(STARTER), moment]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as parent:
        assert parent.stdout is not None
        match = re.fullmatch(rb"(\d+)\n", parent.stdout.readline())
        assert match
        child = int(match[1])
        assert is_alive(child)
        parent.send_signal(signal_number)
        parent.wait()
        assert ends_within(child, SOON)


def test_a_reply_without_a_length_of_its_own_leaves_room_for_the_next_question() -> None:
    with started(context=512) as child:
        ready = hear(child, Ready)
        assert isinstance(ready, Ready)
        body = {
            "messages": [{"role": "user", "content": STORY}],
            "temperature": 0,
            "ignore_eos": True,
        }
        at = At(ready.port, KEY)
        _, data, _ = at.ask("POST", "/v1/chat/completions", body, key=KEY)
        answer = json.loads(data)
        assert answer["choices"][0]["finish_reason"] == "length"
        assert answer["usage"]["completion_tokens"] == 256
        _, data, _ = at.ask("POST", "/v1/chat/completions", body | {"max_tokens": 300}, key=KEY)
        assert json.loads(data)["usage"]["completion_tokens"] == 300
