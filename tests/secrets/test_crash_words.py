"""A crash of the program's own says where it happened, and no key and no prompt of it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.endtoend.program import CHECKOUT, surroundings
from tests.helpers.secret_shapes import PLANTED, SHAPES, leaked

PROMPT = "zebra quartz prompt"

# The fault is made of its parts only when it is raised, so that no source line holds it whole.
_FAULT = """
import asyncio, faulthandler, logging, os, sys, threading
words = os.environ["WORDS"]
if os.environ["HOOKS"] == "ours":
    from hfchat_gui.cli.strays import keep_private
    keep_private()
async def fail(words):
    raise LookupError(words)
async def forgotten():
    task = asyncio.ensure_future(fail(words))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task
async def called_back():
    def fail_later(words):
        raise KeyError(words)
    asyncio.get_running_loop().call_soon(fail_later, words)
    await asyncio.sleep(0.05)
async def slow():
    import time
    asyncio.get_running_loop().slow_callback_duration = 0.001
    asyncio.get_running_loop().call_soon(lambda words: time.sleep(0.02), words)
    await asyncio.sleep(0.05)
class Fragile:
    def __init__(self, words):
        self.words = words
    def __del__(self):
        raise ValueError(self.words)
def in_thread():
    thread = threading.Thread(target=lambda: {}[words])
    thread.start()
    thread.join()
def with_causes():
    try:
        try:
            int(words)
        except ValueError as error:
            raise LookupError(words) from error
    except LookupError:
        raise ConnectionError(words)
def logged():
    try:
        int(words)
    except ValueError:
        logging.getLogger("somebody").exception("It failed for %s", words)
def dumped():
    local = words
    faulthandler.dump_traceback(all_threads=True)
"""
KINDS = {
    "main": "raise ValueError(words)",
    "exit with a group": "raise ExceptionGroup(words, [KeyError(words)])",
    "causes": "with_causes()",
    "thread": "in_thread()",
    "finaliser": "Fragile(words)",
    "forgotten task": "asyncio.run(forgotten()); import gc; gc.collect()",
    "callback": "asyncio.run(called_back())",
    "slow callback": "asyncio.run(slow(), debug=True)",
    "logged by a library": "logged()",
    "dump of the frames": "dumped()",
}


def _crash(deed: str, words: str, hooks: str = "ours", **more: str) -> str:
    run = subprocess.run(
        [sys.executable, "-c", f"{_FAULT}\n{deed}"],
        env=surroundings(WORDS=words, HOOKS=hooks, PYTHONWARNINGS="ignore", **more),
        cwd=CHECKOUT,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    return run.stdout + run.stderr


@pytest.mark.parametrize("mode", ["", "1"], ids=["plain", "asyncio's debug mode"])
@pytest.mark.parametrize("deed", KINDS.values(), ids=KINDS.keys())
def test_no_key_and_no_prompt_is_in_it(deed: str, mode: str) -> None:
    words = f"{PROMPT} with {' and '.join(SHAPES.values())}".replace("\0", "")
    said = _crash(deed, words, PYTHONASYNCIODEBUG=mode)
    assert said, "it has to say something"
    assert not leaked(said)
    assert PROMPT not in said


def test_a_message_that_is_about_the_program_is_told_without_the_keys_in_it() -> None:
    words = f"two loops at once, with {' and '.join(SHAPES.values())}".replace("\0", "")
    said = _crash("raise RuntimeError(words)", words)
    assert "RuntimeError: two loops at once" in said
    assert not leaked(said)


@pytest.mark.parametrize("deed", ["main", "causes", "thread", "forgotten task", "callback"])
def test_without_our_hooks_the_leak_is_seen(deed: str) -> None:
    assert leaked(_crash(KINDS[deed], f"{PROMPT} {PLANTED}", hooks="python's"))
