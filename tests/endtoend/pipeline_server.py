"""A local server in the shape of the transformers pipeline backend, for the heavy test.

Runs in a virtual environment of its own that has torch, transformers and gguf, and imports nothing
of ours: `pipeline_server.py MODEL.gguf` prints its port once the model is loaded. It takes
`{"inputs": [messages] or text, "parameters": {…}}` by POST and answers with what the pipeline
returns, all at once; what the pipeline refuses is a 400 with the exception's text.
"""

from __future__ import annotations

import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any


def load(model: Path) -> Any:
    """Return a text-generation pipeline over the GGUF file."""
    from transformers import (  # type: ignore[import-not-found]
        AutoModelForCausalLM,
        AutoTokenizer,
        pipeline,
    )

    place = {"gguf_file": model.name}
    return pipeline(
        "text-generation",
        model=AutoModelForCausalLM.from_pretrained(str(model.parent), **place),
        tokenizer=AutoTokenizer.from_pretrained(str(model.parent), **place),
    )


def handler_for(generate: Any) -> type[BaseHTTPRequestHandler]:
    """Return a request handler that answers with `generate`."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self._answer(200, b"Ok", "text/plain") if self.path in ("/", "/health") else (
                self._answer(404, b"Not Found", "text/plain")
            )

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            if self.path not in ("/", "/predict"):
                return self._answer(404, b"Not Found", "text/plain")
            try:
                request = json.loads(body)
                inputs = request["inputs"]
                answer = generate(inputs, **request.get("parameters", {}))
            except Exception as error:  # noqa: BLE001 - as the real backend does it
                return self._answer(400, json.dumps({"error": str(error)}).encode())
            return self._answer(200, json.dumps(answer).encode())

        def _answer(self, status: int, body: bytes, kind: str = "application/json") -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return Handler


if __name__ == "__main__":
    server = HTTPServer(("127.0.0.1", 0), handler_for(load(Path(sys.argv[1]))))
    print(server.server_port, flush=True)
    server.serve_forever()
