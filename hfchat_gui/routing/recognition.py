"""Tells server kinds apart by what their native routes answer; asks nothing itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from hfchat_gui.backends.json_reading import count_of
from hfchat_gui.routing.server_answers import Reading, chat_first, is_name, listed_models

MODELS = "models"  # the key under which the answer of /v1/models is kept
NATIVE_ROUTES = (
    "/info",
    "/props",
    "/",
    "/api/version",
    "/api/v1/models",
    "/api/v0/models",
    "/version",
    "/health",
)
Answers = Mapping[str, Reading]
_NONE = Reading()


@dataclass(frozen=True, slots=True)
class Found:
    """A recognised server: its kind, its window, and models where its own list is the better."""

    server: str
    context: int | None = None
    models: tuple[str, ...] | None = None


def recognise(answers: Answers) -> Found | None:
    """Return the first server kind that is proven, in an order that tells look-alikes apart."""
    return next((found for proof in _PROOFS if (found := proof(answers)) is not None), None)


def is_pipeline(answer: Reading, answers: Answers) -> bool:
    """Whether a POST without `inputs` was answered as the transformers pipeline does."""
    if answer.is_page or answer.status in (0, 404, 405, 501):
        return False
    if "inputs" in answer.text or "generated_text" in answer.text:
        return True
    healthy = any(_at(answers, route).text.lower() == "ok" for route in ("/health", "/"))
    return healthy and answer.status == 400 and answer.value is not None


def _at(answers: Answers, route: str) -> Reading:
    return answers.get(route, _NONE)


def _count(value: Any) -> int | None:
    return count_of(value) or None


def _owner(answers: Answers) -> str:
    entries = _at(answers, MODELS).get("data")
    first = entries[0] if isinstance(entries, list) and entries else None
    return str(first.get("owned_by", "")) if isinstance(first, dict) else ""


def _tgi(answers: Answers) -> Found | None:
    info = _at(answers, "/info")
    if info.get("router") != "text-generation-router" and not info.get("max_total_tokens"):
        return None
    name = info.get("model_id")
    unlisted = listed_models(_at(answers, MODELS)) is None  # before version 2 there was no list
    models = (name,) if unlisted and is_name(name) else None
    return Found("tgi", _count(info.get("max_total_tokens")), models)


def _llama_cpp(answers: Answers) -> Found | None:
    props = _at(answers, "/props")
    proven = props.get("default_generation_settings") or props.get("build_info")
    if not proven and _owner(answers) != "llamacpp":
        return None
    return Found("llama.cpp", _count(props.get("default_generation_settings", "n_ctx")))


def _ollama(answers: Answers) -> Found | None:
    greeting = "Ollama is running" in _at(answers, "/").text
    return Found("ollama") if greeting or _at(answers, "/api/version").get("version") else None


def _lm_studio(answers: Answers) -> Found | None:
    entries = _marked(_at(answers, "/api/v1/models").get("models"), "key")
    mark = "key" if entries else "id"
    entries = entries or _marked(_at(answers, "/api/v0/models").get("data"), "state")
    if not entries:
        return None
    chat = [entry for entry in entries if "embed" not in str(entry.get("type", ""))]
    chat.sort(key=lambda entry: not _is_loaded(entry))  # any other has to be loaded first
    window = _lm_studio_window(chat[0]) if chat else None
    return Found("lmstudio", window, chat_first(entry.get(mark) for entry in chat))


def _marked(entries: Any, mark: str) -> list[dict[str, Any]]:
    """Return the entries of a list that have this key."""
    known = entries if isinstance(entries, list) else []
    return [entry for entry in known if isinstance(entry, dict) and mark in entry]


def _is_loaded(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("loaded_instances")) or entry.get("state") == "loaded"


def _lm_studio_window(entry: Mapping[str, Any]) -> int | None:
    loaded = entry.get("loaded_instances")
    first = loaded[0] if isinstance(loaded, list) and loaded else None
    config = first.get("config") if isinstance(first, dict) else None
    window = config.get("context_length") if isinstance(config, dict) else None
    return _count(window) or _count(entry.get("max_context_length"))


def _vllm(answers: Answers) -> Found | None:
    if _owner(answers) != "vllm" and not _at(answers, "/version").get("version"):
        return None
    entries = _at(answers, MODELS).get("data")
    first = entries[0] if isinstance(entries, list) and entries else None
    return Found("vllm", _count(first.get("max_model_len")) if isinstance(first, dict) else None)


def _transformers_serve(answers: Answers) -> Found | None:
    health = _at(answers, "/health")
    return Found("transformers-serve") if health.get("status") == "ok" and health.echoed else None


_PROOFS: tuple[Callable[[Answers], Found | None], ...] = (
    _tgi,
    _llama_cpp,
    _ollama,
    _lm_studio,
    _vllm,
    _transformers_serve,
)
