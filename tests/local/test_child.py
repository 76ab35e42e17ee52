"""The child is started with a bare environment and a fresh key, and always ended."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from hfchat_gui.local.child import EngineChild, worker_command, worker_environment
from hfchat_gui.local.reports import Loading, Ready
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.local.gguf_files import ROOT, STARTER
from tests.local.wire import freeze, is_alive

THREADS = ["--reading-threads", "1", "--writing-threads", "1"]
OPTIONS = ["--model", str(STARTER), "--context", "2048", *THREADS]


async def ready_child() -> EngineChild:
    child = EngineChild(OPTIONS, worker_command())
    while not isinstance(await child.reports.get(), Ready):
        pass
    return child


def test_no_token_passes_to_the_child(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HF_TOKEN", "OPENAI_API_KEY", "HTTPS_PROXY", "LLAMA_ARG_HOST", "AIP_MODE", "X"):
        monkeypatch.setenv(name, "secret")
    environment = worker_environment()
    assert "secret" not in environment.values()
    assert environment["PATH"] == os.environ["PATH"]


def test_a_checkout_finds_its_own_package_and_a_frozen_program_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert worker_command()[0] == sys.executable
    assert worker_command()[-3:] == ["-m", "hfchat_gui", "engine-worker"]
    assert (Path(worker_environment()["PYTHONPATH"].split(os.pathsep)[0]) / "hfchat_gui").is_dir()
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command() == [sys.executable, "engine-worker"]
    monkeypatch.delenv("PYTHONPATH", raising=False)
    assert "PYTHONPATH" not in worker_environment()


def test_key_and_prompt_stay_out_of_arguments_and_environment(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_secret")

    async def look() -> None:
        child = await ready_child()
        process = Path(f"/proc/{child.pid}")
        assert child.key.reveal() not in (process / "cmdline").read_text()
        if os.access(process / "environ", os.R_OK):  # closed to all but root, as it should be
            environment = (process / "environ").read_text()
            assert child.key.reveal() not in environment
            assert "hf_secret" not in environment
        assert (process / "cwd").readlink() == Path("/")
        await child.aclose()

    run(look())


def test_each_start_has_its_own_long_key(run: Run) -> None:
    async def two() -> list[str]:
        children = [EngineChild([], [sys.executable, "-c", "input()"]) for _ in range(2)]
        for child in children:
            await child.aclose()
        return [child.key.reveal() for child in children]

    one, other = run(two())
    assert one != other
    assert len(one) >= 40


def test_closing_ends_the_child_soon(run: Run) -> None:
    async def close() -> float:
        child = await ready_child()
        began = time.monotonic()
        await child.aclose(patience=30)  # so that it is not killed on a busy machine
        assert not is_alive(child.pid)
        assert child.exit_status == 0
        return time.monotonic() - began

    assert run(close()) < SOON


def test_a_child_that_hangs_is_killed(run: Run) -> None:
    async def close() -> float:
        child = await ready_child()
        freeze(child.pid)
        began = time.monotonic()
        await child.aclose()
        assert child.exit_status == -signal.SIGKILL
        return time.monotonic() - began

    assert run(close()) < SOON


def test_closing_may_be_cancelled_and_still_kills(run: Run) -> None:
    async def close() -> None:
        child = await ready_child()
        freeze(child.pid)
        closing = asyncio.ensure_future(child.aclose(60))
        await asyncio.sleep(0.05)
        closing.cancel()
        assert await child.wait(SOON)
        await child.aclose()

    run(close())


def test_last_words_are_bounded_and_reports_end_with_the_child(run: Run) -> None:
    code = "import sys; [print('x' * 900 + str(n), file=sys.stderr) for n in range(500)]"

    async def listen() -> EngineChild:
        child = EngineChild([], [sys.executable, "-c", code])
        assert await child.reports.get() is None
        child.send("nobody hears this")
        assert await child.wait(SOON)
        await child.aclose()
        return child

    child = run(listen())
    assert child.ended
    assert child.exit_status == 0
    assert len(child.last_words) == 60
    assert max(map(len, child.last_words)) == 400


def test_lines_that_are_no_report_are_passed_over(run: Run) -> None:
    code = """print("found a GPU"); print('{"report": "Ready", "port": 7}'); print(b'\\xff')"""

    async def listen() -> list[object]:
        child = EngineChild([], [sys.executable, "-c", code])
        async with asyncio.timeout(30):
            heard: list[object] = [await child.reports.get(), await child.reports.get()]
            await child.aclose()
        return heard

    assert run(listen()) == [Ready(7), None]


def test_a_library_that_prints_while_it_is_imported_does_not_stop_the_engine(
    run: Run, tmp_path: Path
) -> None:
    (tmp_path / "chatty.py").write_text(
        "import builtins, sys\n"
        "real = builtins.__import__\n"
        "def loud(name, *rest):\n"
        "    if name == 'xllamacpp' and name not in sys.modules:\n"
        "        print('loading the backends', flush=True)\n"
        "    return real(name, *rest)\n"
        "builtins.__import__ = loud\n"
        "sys.argv = ['hfchat', *sys.argv[1:]]\n"
        "from hfchat_gui.__main__ import main\n"
        "raise SystemExit(main())\n"
    )
    command = [sys.executable, str(tmp_path / "chatty.py"), "engine-worker"]

    async def listen() -> tuple[object, tuple[str, ...]]:
        child = EngineChild(OPTIONS, command)
        async with asyncio.timeout(30):
            while isinstance(heard := await child.reports.get(), Loading):
                pass
            await child.aclose()
        return heard, child.last_words

    heard, last_words = run(listen())
    assert isinstance(heard, Ready)
    assert "loading the backends" in last_words


def test_a_child_that_outlives_the_loop_bothers_nobody() -> None:
    code = f"""
import asyncio, os, signal, time
from hfchat_gui.local.child import EngineChild, worker_command
async def start():
    return EngineChild({OPTIONS!r}, worker_command())
child = asyncio.run(start())
time.sleep(0.3)
os.kill(child.pid, signal.SIGKILL)
until = time.monotonic() + {SOON}
while not child.ended and time.monotonic() < until:
    time.sleep(0.01)
print(child.ended)
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )
    assert (done.stdout, done.stderr) == ("True\n", "")
