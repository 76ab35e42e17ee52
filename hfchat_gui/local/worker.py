"""The main of the engine's child process: runs llama.cpp's server and dies with its parent."""

from __future__ import annotations

import argparse
import io
import os
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn
from urllib.parse import urlsplit

from hfchat_gui.local.process_ties import forbid_core_dumps, take_output_aside, tie_to_parent
from hfchat_gui.local.reports import Failed, Loading, Ready, Report, Settled, to_line

if TYPE_CHECKING:
    import xllamacpp

_PIECE = 1024**2
_WINDOW = 0.015  # seconds over which the use of the processor is judged
_QUIET = 0.2  # of one processor; while computing it is 1 or more


def main(argv: Sequence[str]) -> int:
    """Serve the model until the parent goes; end with status 1 where it cannot be served.

    The first line of stdin is the key. After it, `settle SECONDS` asks whether the engine stops
    computing within that time. The end of stdin is the end of the parent.
    """
    forbid_core_dumps()
    tie_to_parent()
    options = _options(argv)
    reports = take_output_aside()
    parent = open(0, "rb", buffering=0, closefd=False)  # noqa: SIM115 - a pipe, no path
    key = parent.readline().strip().decode("ascii")
    if not key:
        return 0
    threading.Thread(target=_follow, args=(parent, reports), daemon=True).start()
    try:
        _bring_into_cache(options.model, reports)
        server = _server(options, key)
    except (OSError, RuntimeError, ImportError, MemoryError) as error:
        _send(reports, Failed(f"{type(error).__name__}: {error}"))
        time.sleep(0.1)  # llama.cpp's log is written by a thread of its own
        _leave(1)
    _send(reports, Ready(urlsplit(server.listening_address).port or 0))
    threading.Event().wait()
    return 0


def _options(argv: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="engine-worker")
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--context", type=int, required=True)
    parser.add_argument("--reading-threads", type=int, required=True)
    parser.add_argument("--writing-threads", type=int, required=True)
    return parser.parse_args(argv)


def _send(reports: int, report: Report) -> None:
    try:
        os.write(reports, to_line(report))
    except OSError:
        _leave(0)  # nobody reads: the parent is gone


def _leave(status: int) -> NoReturn:
    """End at once: tearing the interpreter down beside llama.cpp's threads may hang."""
    os._exit(status)


def _follow(parent: io.FileIO, reports: int) -> None:
    """Answer the parent's lines, and end at once when it is gone."""
    for line in parent:
        word, _, value = line.decode("ascii").partition(" ")
        if word == "settle":
            _send(reports, _settle(float(value)))
    _leave(0)


def _settle(limit: float) -> Settled:
    """Wait until this process has stopped computing, for `limit` seconds at most.

    The processor time is the one sign that says so without asking the server: each question
    would wake it and so delay its noticing that the connection was closed.
    """
    began = time.monotonic()
    quiet_windows = 0
    while quiet_windows < 2:
        if quiet_windows == 0 and time.monotonic() - began > limit:
            return Settled(free=False, seconds=time.monotonic() - began)
        computed, clock = time.process_time(), time.monotonic()
        time.sleep(_WINDOW)
        share = (time.process_time() - computed) / (time.monotonic() - clock)
        quiet_windows = quiet_windows + 1 if share < _QUIET else 0
    return Settled(free=True, seconds=time.monotonic() - began - 2 * _WINDOW)


def _bring_into_cache(model: Path, reports: int) -> None:
    """Read what the system does not hold of the file yet, and report how far that is.

    It is the part of loading that takes long on a slow disk, and the only one whose progress is
    known; llama.cpp then finds the file in memory.
    """
    size, told = model.stat().st_size, 0.0
    with model.open("rb", buffering=0) as file:
        for start in range(0, size, _PIECE):
            if not _is_cached(file.fileno(), start):
                file.seek(start)
                file.read(_PIECE)
            done = min(size, start + _PIECE) / size
            if done - told >= 0.02:
                told = done
                _send(reports, Loading(told))
    _send(reports, Loading())


def _is_cached(descriptor: int, start: int) -> bool:
    """Whether the system holds this place of a file in memory; False where it cannot tell."""
    if sys.platform != "linux":
        return False
    try:
        return os.preadv(descriptor, [bytearray(1)], start, os.RWF_NOWAIT) == 1
    except OSError:
        return False


def _server(options: argparse.Namespace, key: str) -> xllamacpp.Server:
    """Start llama.cpp's server; it holds the interpreter until the model is loaded."""
    import xllamacpp  # only now: what it prints must not come between the reports

    params = xllamacpp.CommonParams()
    params.model.path = str(options.model)
    params.model_alias = {options.model.stem}
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.api_keys = [key]
    params.cors_origins, params.cors_origins_explicit = "https://none.invalid", True
    params.cors_credentials = False
    params.ui = False
    params.endpoint_slots = params.endpoint_props = params.endpoint_metrics = False
    # Small batches: between two of them the server notices that a request was given up.
    params.n_batch = params.n_ubatch = 64
    params.n_ctx, params.n_parallel = options.context, 1
    # A small model may repeat itself without end. Where no length is asked for, it leaves room for
    # the next question; the person may let it go on.
    params.n_predict = options.context // 2  # type: ignore[attr-defined]  # its stubs lack it
    params.cache_ram_mib = 256
    params.cpuparams.n_threads = options.writing_threads
    params.cpuparams_batch.n_threads = options.reading_threads
    params.verbosity = 2  # errors and warnings; none of them holds a prompt
    params.warmup = False  # the file has just been read: warming up would only delay the start
    params.fit_params = sys.platform == "darwin"  # it loads the file twice to fit it on a GPU
    return xllamacpp.Server(params)
