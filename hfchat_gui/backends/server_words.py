"""What a server says about a failure: one reading of all the shapes that error bodies come in."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import Any

from hfchat_gui.backends.json_reading import NotJson, read_json

_LONGEST = 300
_UNSEEN = re.compile(r"(?is)<(script|style|head)\b.*?</\1\s*>|<!--.*?-->")
_TITLE = re.compile(r"(?is)<title[^>]*>(.*?)</title>")
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")


@dataclass(frozen=True, slots=True)
class ServerWords:
    """A server's text on a failure, and the fields beside it that say more than the text.

    The text is whole and may repeat what is private: it is shown through `masking` only.
    """

    text: str = ""
    kind: str = ""  # type, code or error_type: the machine's names, joined by spaces
    status: int | None = None  # a status inside the body, as streams have it
    fields: dict[str, Any] = field(default_factory=dict)
    is_page: bool = False


def read_words(body: bytes, content_type: str = "") -> ServerWords:
    """Read the body of a failed answer; never fails, says at least nothing."""
    text = body.decode("utf-8", "replace").strip()
    if "html" in content_type.lower() or re.match(r"(?i)<(!doctype|html|head|body)\b", text):
        return ServerWords(_page_text(text), is_page=True)
    try:
        return words_of(read_json(body))
    except NotJson:
        return ServerWords(plain(text))


def words_of(value: Any) -> ServerWords:
    """Read a parsed error: the whole body, or what stood under `error` in a stream."""
    if isinstance(value, list) and value and isinstance(value[0], dict):
        value = value[0]
    if not isinstance(value, dict):
        return ServerWords(plain(_joined(value)))
    inner = value.get("error")
    fields = {**value, **inner} if isinstance(inner, dict) else value
    names = [fields.get(name) for name in ("type", "code", "error_type")]
    return ServerWords(
        plain(_first_text(value)),
        " ".join(str(name) for name in names if isinstance(name, str)),
        _status_in(fields),
        fields,
    )


def plain(text: str) -> str:
    """Return text without tags, on one line."""
    return " ".join(html.unescape(_TAG.sub(" ", text)).split())


def shortened(text: str) -> str:
    """Return as much of a server's text as is quoted; what is private must be masked before."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def _first_text(value: dict[str, Any]) -> str:
    error = value.get("error")
    if isinstance(error, dict):
        metadata = error.get("metadata")
        raw = metadata.get("raw") if isinstance(metadata, dict) else None
        candidates = [raw, error.get("message"), error.get("detail"), error.get("code")]
    else:
        candidates = [error]
    candidates += [value.get(name) for name in ("error_message", "message", "detail", "title")]
    texts = (_joined(candidate) for candidate in candidates)
    return next((text for text in texts if text), "")


def _joined(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(filter(None, map(_one_of_list, value)))
    return ""


def _one_of_list(item: Any) -> str:
    """One entry of an error list; FastAPI's name the place and never the input."""
    if not isinstance(item, dict):
        return str(item) if isinstance(item, str) else ""
    place = item.get("loc")
    where = ".".join(str(part) for part in place) if isinstance(place, list) else ""
    message = str(item.get("msg") or item.get("message") or "")
    return f"{where}: {message}" if where and message else message


def _status_in(fields: dict[str, Any]) -> int | None:
    for name in ("http_status_code", "status_code", "code", "status"):
        value = fields.get(name)
        if isinstance(value, str) and value.isdigit():
            value = int(value)
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


def _page_text(page: str) -> str:
    title = _TITLE.search(page)
    return plain(title[1] if title and title[1].strip() else _UNSEEN.sub(" ", page))
