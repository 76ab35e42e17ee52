"""The starter model, loaded by transformers itself, answers through the pipeline backend."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endtoend.program import STARTER_MODEL, ask

SERVER = Path(__file__).with_name("pipeline_server.py")
PACKAGES = ["transformers==5.24.0", "gguf==0.19.0", "accelerate==1.15.0"]

pytestmark = [pytest.mark.heavy, pytest.mark.timeout(1800)]


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real transformers pipeline over the starter model."""
    python = _throw_away_python(tmp_path_factory.mktemp("transformers"))
    with subprocess.Popen(
        [python, SERVER, STARTER_MODEL], stdout=subprocess.PIPE, text=True, encoding="utf-8"
    ) as server:
        assert server.stdout is not None
        port = server.stdout.readline().strip()
        assert port, "the pipeline server did not start"
        yield f"http://127.0.0.1:{port}"
        server.kill()


def _throw_away_python(folder: Path) -> Path:
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    install = [str(python), "-m", "pip", "install", "--quiet"]
    small = subprocess.run([*install, "torch==2.13.0+cpu"], check=False, capture_output=True)
    if small.returncode != 0:  # found for some Pythons only
        subprocess.run([*install, "torch"], check=True)
    subprocess.run([*install, *PACKAGES], check=True)
    return python


def test_a_greedy_answer_holds_the_expected_word(address: str) -> None:
    answer = ask(
        "--endpoint", address, "--temperature", "0", "--max-tokens", "30", "--json",
        "What is the capital of France?",
    )  # fmt: skip
    assert answer.code == 0, answer.stderr
    events = [json.loads(line) for line in answer.stdout.splitlines()]
    assert "Paris" in "".join(event["text"] for event in events if event["type"] == "text")
    assert "waiting" in [event["type"] for event in events]
    assert events[-1]["route"]["wire"] == "text_generation"


def test_what_the_pipeline_does_not_take_is_left_out_with_a_word(address: str) -> None:
    answer = ask("--endpoint", address, "--seed", "1", "--max-tokens", "5", "Hello")
    assert answer.code == 0, answer.stderr
    assert "seed" in answer.stderr
