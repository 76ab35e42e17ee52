"""Measures how soon a server sees that a reply was stopped, and what a long one leaves behind."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from contextlib import aclosing
from pathlib import Path

from PySide6.QtWidgets import QApplication

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.conversation.reply_events import TextDelta
from hfchat_gui.eventloop.run import run
from hfchat_gui.network.client import HttpClient, HttpRequest
from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT, surroundings
from tests.bench.wire_clients import REQUEST
from tests.bench.wire_server import TOKEN, wire_server

MOST_MS = 100.0
STOPS = 20
EVENTS = 1_000_000
MOST_MIB = 4.0
"""What may remain after a million events; a page here and there is the allocator's own."""

_STREAMS = {"stop while it streams": "pace/200/100000", "stop while it is silent": "hold"}
_WARM_UP = 100_000
_REST = 0.2  # seconds until the server has surely seen the end of all connections


def measure_stop() -> list[Measured]:
    """The longest time from Stop to the closed connection, as the server sees it."""
    return [
        Measured(
            what,
            f"{longest:.1f} ms",
            figure=longest,
            form="{:.0f} ms",
            most=MOST_MS,
        )
        for what, stream in _STREAMS.items()
        for longest in [_child("stop", stream)]
    ]


def measure_memory() -> list[Measured]:
    """What a reply of a million events leaves behind."""
    grown = _child("memory", "")
    return [
        Measured(
            f"memory after {EVENTS:,} events",
            f"{grown:+.1f} MiB",
            reference=f"{_WARM_UP:,} events",
            figure=grown,
            form="{:.1f} MiB",
            most=MOST_MIB,
        )
    ]


def _child(what: str, stream: str) -> float:
    with wire_server() as server, tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        environment = surroundings(Path(folder)) | {"QT_QPA_PLATFORM": "offscreen"}
        done = subprocess.run(
            [sys.executable, "-P", "-m", "tests.bench.wire_life", what, server, stream],
            cwd=ROOT,
            env=environment,
            capture_output=True,
            text=True,
            timeout=600,
            check=False,
        )
    if done.returncode:
        raise RuntimeError(f"the {what} could not be measured: {done.stderr[-2000:]}")
    return float(done.stdout.splitlines()[-1])


async def _longest_stop(server: str, stream: str) -> float:
    client, stopped = HttpClient(), []
    backend = ChatCompletions(client, f"{server}/{stream}", "m")
    for _ in range(STOPS):
        async with aclosing(backend.reply(REQUEST)) as events:
            async for event in events:
                if isinstance(event, TextDelta):
                    break
            stopped.append(time.monotonic())
    time.sleep(_REST)  # noqa: ASYNC251 - nothing else runs
    answer = await client.fetch(HttpRequest("GET", f"{server}/left"))
    await client.aclose()
    left: list[float] = json.loads(answer.body)
    return max(1000 * (gone - stop) for stop, gone in zip(stopped, left, strict=True))


async def _growth(server: str) -> float:
    await _read(server, _WARM_UP)
    before = _mebibytes()
    await _read(server, EVENTS)
    return _mebibytes() - before


async def _read(server: str, events: int) -> None:
    client, letters = HttpClient(), 0
    backend = ChatCompletions(client, f"{server}/burst/{events}", "m")
    async with aclosing(backend.reply(REQUEST)) as reply:
        async for event in reply:
            if isinstance(event, TextDelta):
                letters += len(event.text)
    await client.aclose()
    if letters != events * len(TOKEN):
        raise RuntimeError(f"{letters} letters of {events * len(TOKEN)}")


def _mebibytes() -> float:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def main(what: str, server: str, stream: str) -> int:
    """Measure one of them on the program's loop and print the figure."""

    async def measured(_app: QApplication) -> int:
        found = await (_growth(server) if what == "memory" else _longest_stop(server, stream))
        sys.stdout.write(f"{found}\n")
        return 0

    return run(measured)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
