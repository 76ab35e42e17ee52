"""Reads what an unknown server answers: JSON, words or a page, and the models that it lists."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from hfchat_gui.backends.json_reading import NotJson, read_json
from hfchat_gui.backends.server_words import read_words
from hfchat_gui.conversation.characters import printable
from hfchat_gui.network.messages import HttpAnswer

ECHO = {"x-request-id": "hfchat-asks-once"}
"""Goes along with each question: some servers send a request's id back."""

_LONGEST_NAME = 200
_MOST_MODELS = 2000

# Parts of names of models that stand in a server's list and do not chat.
_NO_CHAT = ("embed", "rerank", "whisper", "tts-", "bge-", "e5-", "clip-", "diffusion")


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer, read: `value` is its JSON or None, `is_page` whether it is HTML."""

    status: int = 0
    value: Any = None
    text: str = ""
    is_page: bool = False
    echoed: bool = False

    @property
    def is_absent(self) -> bool:
        """Whether the server has no such route."""
        return self.status in (0, 400, 404, 405, 501)

    def get(self, *path: str) -> Any:
        """Return what stands at a path of keys in a good answer, or None."""
        value = self.value if self.status == 200 else None
        for key in path:
            value = value.get(key) if isinstance(value, dict) else None
        return value


def read_answer(answer: HttpAnswer) -> Reading:
    """Read a whole answer, whatever it is."""
    try:
        value = read_json(answer.body)
    except NotJson:
        value = None
    is_page = read_words(answer.body, answer.headers.get("content-type", "")).is_page
    echoed = answer.headers.get("x-request-id") == ECHO["x-request-id"]
    text = answer.body[:2000].decode("utf-8", "replace").strip()
    return Reading(answer.status, value, text, is_page, echoed)


def listed_models(reading: Reading) -> tuple[str, ...] | None:
    """Return the ids in an answer of /v1/models, chat models first; None if it is no list."""
    entries = reading.get("data")
    if not isinstance(entries, list):
        return None
    return chat_first(entry.get("id") for entry in entries if isinstance(entry, dict))


def chat_first(names: Iterable[Any]) -> tuple[str, ...]:
    """Return what can be the name of a model, models that chat first."""
    texts = list(islice(filter(is_name, names), _MOST_MODELS))
    return tuple(sorted(texts, key=lambda name: any(part in name.lower() for part in _NO_CHAT)))


def is_name(value: Any) -> bool:
    """Whether it can stand in a request as it is, and on a line of a list."""
    return isinstance(value, str) and 0 < len(value) <= _LONGEST_NAME and printable(value) == value
