"""Measures what reading a stream costs, an event and a token, beside what others need for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from tests.bench.measured import Measured
from tests.bench.surroundings import ROOT, surroundings
from tests.bench.wire_clients import CLIENTS
from tests.bench.wire_server import A_CHUNK, TOKEN, wire_server

ROUNDS = 3
EVENTS = 20_000
MOST_OF_LIMIT = 2.0
LEAST_OF_OTHERS = {"huggingface_hub": 6.0, "openai": 12.0}

PACES = {100: 0.40, 500: 0.10, 1_000: 0.06}
"""Chunks a second, and the milliseconds that each may cost."""
PACED_SECONDS = 8
_TOLD_AT_PACE = ("ours", "bytes and orjson")

_WARM_UP = 2_000


def measure() -> list[Measured]:
    """Let each client read the same stream in turns, as fast as it can; 20 events a chunk."""
    costs = _costs(f"burst/{EVENTS}", EVENTS, list(CLIENTS), ROUNDS)
    mine, limit = costs["ours"] * 1e6, costs["bytes and orjson"] * 1e6
    results = [
        Measured(
            f"an event, {A_CHUNK} a chunk, to the limit",
            f"{mine:.1f} µs",
            reference=f"{limit:.1f} µs (bytes and orjson)",
            figure=mine / limit,
            form="{:.2f} ×",
            most=MOST_OF_LIMIT,
        )
    ]
    for name, cost in costs.items():
        if name not in _TOLD_AT_PACE:
            results.append(
                Measured(
                    f"an event, {A_CHUNK} a chunk, others to ours",
                    f"{mine:.1f} µs",
                    reference=f"{cost * 1e6:.1f} µs ({name})",
                    figure=cost * 1e6 / mine,
                    form="{:.1f} ×",
                    least=LEAST_OF_OTHERS.get(name),
                )
            )
    return results


def measure_paced() -> list[Measured]:
    """Let ours read single tokens at the pace of models, beside a read for each of them."""
    results = []
    for rate, most in PACES.items():
        tokens = rate * PACED_SECONDS
        costs = _costs(f"pace/{rate}/{tokens}", tokens, _TOLD_AT_PACE, rounds=1)
        results.append(
            Measured(
                f"a token, {rate} a second",
                f"{costs['ours'] * 1e3:.3f} ms",
                reference=f"{costs['bytes and orjson'] * 1e3:.2f} ms (bytes and orjson)",
                figure=costs["ours"] * 1e3,
                form="{:.3f} ms",
                most=most,
            )
        )
    return results


def _costs(path: str, events: int, names: Sequence[str], rounds: int) -> dict[str, float]:
    """The processor time for an event in seconds, by client: the median of the rounds."""
    taken: dict[str, list[float]] = {name: [] for name in names}
    with wire_server() as server, tempfile.TemporaryDirectory(prefix="hfchat-bench-") as folder:
        environment = surroundings(Path(folder)) | {"QT_QPA_PLATFORM": "offscreen"}
        for _ in range(rounds):
            for name, costs in taken.items():
                addresses = [f"{server}/burst/{_WARM_UP}", f"{server}/{path}"]
                costs.append(_one(name, addresses, environment, events) / events)
    return {name: median(costs) for name, costs in taken.items()}


def _one(name: str, addresses: list[str], environment: dict[str, str], events: int) -> float:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "tests.bench.wire_clients", name, *addresses],
        cwd=ROOT,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        raise RuntimeError(f"{name} could not read the stream: {done.stderr[-2000:]}")
    found = json.loads(done.stdout.splitlines()[-1])
    if found["letters"] != events * len(TOKEN):
        raise RuntimeError(f"{name} read {found['letters']} letters of {events * len(TOKEN)}")
    return float(found["seconds"])
