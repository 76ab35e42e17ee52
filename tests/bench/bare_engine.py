"""The engine without the program: llama.cpp's server in a process of its own, asked directly."""

from __future__ import annotations

import http.client
import json
import subprocess
import sys
from typing import Self
from urllib.parse import urlsplit

from hfchat_gui.local.processor import usable_cores, writing_threads
from tests.bench.surroundings import ROOT
from tests.endtoend.program import STARTER_MODEL

CONTEXT = 8192


class BareEngine:
    """A running server with the program's threads and context; use it as a context manager."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tests.bench.bare_engine"],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._address = self._process.stdout.readline().strip() if self._process.stdout else ""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def write(self, prompt: str, tokens: int, seed: int) -> int:
        """Have it write so many tokens, read them as a stream, and return how many came."""
        place = urlsplit(self._address)
        connection = http.client.HTTPConnection(place.hostname or "", place.port)
        body = {
            "messages": [{"role": "user", "content": prompt}],
            "max_tokens": tokens,
            "temperature": 0.0,
            "seed": seed,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        headers = {"Content-Type": "application/json"}
        connection.request("POST", "/v1/chat/completions", json.dumps(body), headers)
        answer = connection.getresponse()
        lines = [line[5:] for line in answer if line.startswith(b"data:")]
        connection.close()
        usages = [json.loads(line).get("usage") for line in lines if b"[DONE]" not in line]
        return int(next(usage for usage in reversed(usages) if usage)["completion_tokens"])


def serve() -> None:
    """Serve the starter model until stdin ends; the address is the one line printed."""
    import xllamacpp

    cores = usable_cores()
    params = xllamacpp.CommonParams()
    params.model.path = str(STARTER_MODEL)
    params.hostnames, params.port = ["127.0.0.1"], 0
    params.n_ctx, params.n_parallel = CONTEXT, 1
    params.cpuparams.n_threads = writing_threads(cores)
    params.cpuparams_batch.n_threads = cores
    params.verbosity = 0
    params.warmup = False
    params.fit_params = False
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    serve()
