"""Real loopback servers in the shape of each kind, as far as a question about their kind goes."""

from __future__ import annotations

from typing import Any

from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer

NO_INPUTS = "Body needs to provide a inputs key, received: b'{}'"


def model_list(*names: str, owner: str = "someone", **more: Any) -> Answer:
    """The answer of /v1/models."""
    data = [{"id": name, "object": "model", "owned_by": owner, **more} for name in names]
    return Answer.json({"object": "list", "data": data})


def chat(server: ScriptedServer, *texts: str, prefix: str = "") -> None:
    """Let the server answer chats with these pieces of text."""
    path = f"{prefix}/v1/chat/completions"
    server.on("POST", path, Answer.stream(chat_events(*(texts or ("Hello", " there")))))


def tgi(server: ScriptedServer, prefix: str = "") -> None:
    """Text Generation Inference."""
    info = {
        "model_id": "org/some-model",
        "max_total_tokens": 4096,
        "max_input_tokens": 3072,
        "router": "text-generation-router",
        "version": "3.3.4",
    }
    server.on("GET", f"{prefix}/info", Answer.json(info))
    server.on("GET", f"{prefix}/v1/models", model_list("org/some-model", owner="org/some-model"))
    server.on("GET", f"{prefix}/health", Answer.text(""))


def llama_cpp(server: ScriptedServer) -> None:
    """llama.cpp's server."""
    props = {"default_generation_settings": {"n_ctx": 2048}, "total_slots": 1, "build_info": "b1"}
    server.on("GET", "/props", Answer.json(props))
    server.on("GET", "/v1/models", model_list("../models/a.gguf", owner="llamacpp"))
    server.on("GET", "/health", Answer.json({"status": "ok"}))
    server.on("GET", "/", Answer.html("<html>its web page</html>"))


def ollama(server: ScriptedServer) -> None:
    """Ollama."""
    server.otherwise(Answer.text("404 page not found", 404))
    server.on("GET", "/", Answer.text("Ollama is running"))
    server.on("GET", "/api/version", Answer.json({"version": "0.12.1"}))
    server.on("GET", "/v1/models", model_list("nomic-embed-text:latest", "llama3.2:latest"))


def lm_studio(server: ScriptedServer) -> None:
    """LM Studio from 0.4: unknown routes are answered 200 with an error."""
    server.otherwise(Answer.json({"error": "Unexpected endpoint or method."}))
    loaded = {"id": "b", "config": {"context_length": 4096}}
    models = [
        {"type": "llm", "key": "org/a", "loaded_instances": [], "max_context_length": 131072},
        {"type": "llm", "key": "b", "loaded_instances": [loaded], "max_context_length": 32768},
        {"type": "embedding", "key": "text-embed", "loaded_instances": []},
    ]
    server.on("GET", "/api/v1/models", Answer.json({"models": models}))
    server.on("GET", "/v1/models", model_list("org/a", "b", "text-embed"))


def old_lm_studio(server: ScriptedServer) -> None:
    """LM Studio before 0.4."""
    server.otherwise(Answer.json({"error": "Unexpected endpoint or method."}))
    models = [{"id": "a", "type": "llm", "state": "not-loaded", "max_context_length": 8192}]
    server.on("GET", "/api/v0/models", Answer.json({"object": "list", "data": models}))
    server.on("GET", "/v1/models", model_list("a"))


def vllm(server: ScriptedServer) -> None:
    """vLLM."""
    server.otherwise(Answer.json({"detail": "Not Found"}, 404))
    server.on("GET", "/version", Answer.json({"version": "0.11.0"}))
    server.on("GET", "/health", Answer.text(""))
    server.on("GET", "/v1/models", model_list("org/m", owner="vllm", max_model_len=16384))


def transformers_serve(server: ScriptedServer) -> None:
    """`transformers serve`: it sends a request's id back."""
    server.otherwise(Answer.json({"detail": "Not Found"}, 404))
    echo = {"x-request-id": "hfchat-asks-once"}
    server.on("GET", "/health", Answer.json({"status": "ok"}, headers=echo))
    server.on("GET", "/v1/models", model_list("org/cached"))


def toolkit(server: ScriptedServer, prefix: str = "", route: str = "") -> None:
    """The Inference Toolkit: the pipeline behind a bare route, or at `route` exactly."""
    server.otherwise(Answer.text("Not Found", 404))
    server.on("GET", f"{prefix}/", Answer.text("Ok"))
    server.on("GET", f"{prefix}/health", Answer.text("Ok"))
    answer = Answer.json([{"generated_text": "Four."}])
    server.on("POST", route or f"{prefix}/", Answer.json({"error": NO_INPUTS}, 400), answer)


def plain(server: ScriptedServer) -> None:
    """Some server that has a chat and a list of models, and says no more."""
    server.on("GET", "/v1/models", model_list("bge-small", "talker"))
