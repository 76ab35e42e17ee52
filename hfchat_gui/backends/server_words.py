"""What a server says about a failure: one reading of all the shapes that error bodies come in."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from hfchat_gui.backends.json_reading import NotJson, count_of, read_json
from hfchat_gui.conversation.characters import printable

_LONGEST = 300
_LONGEST_KIND = _LONGEST_NAME = 200
# So much of a text is looked at. No pattern below looks at a place more often than twice: the
# text is a stranger's.
_MOST_READ = 64 * 1024
_PAGE = re.compile(r"(?i)<(!doctype|html|head|body)\b")
_TITLE = re.compile(r"(?i)<title[^<>]*>([^<]*)")
_MOST_ENTRIES = 100
_TEXTS = ("message", "detail")
_UNSEEN = re.compile(r"(?i)<(script|style|head)\b|<!--")
_SEEN_AGAIN = {
    "script": re.compile(r"(?i)</script\b"),
    "style": re.compile(r"(?i)</style\b"),
    "head": re.compile(r"(?i)</head\b|<body\b"),
    "": re.compile("-->"),
}
_TAG = re.compile(r"</?[A-Za-z!][^<>]*>")
_NO_ENTITY = re.compile(r"(?i)&#(?:x[0-9a-f]{7,}|[0-9]{8,})")  # Python counts only so far
_STATUS = re.compile(r"[45][0-9]{2}")


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
    text = body[:_MOST_READ].decode("utf-8", "replace").strip()
    if "html" in content_type.lower() or _PAGE.match(text):
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
        return ServerWords(plain(_joined(value)[:_MOST_READ]))
    inners = (value[at] for at in ("error", "message") if isinstance(value.get(at), dict))
    fields: dict[str, Any] = {**value, **next(inners, {})}
    names = [fields.get(name) for name in ("type", "code", "error_type")]
    return ServerWords(
        plain(_first_text(value)[:_MOST_READ]),
        " ".join(name[:_LONGEST_KIND] for name in names if isinstance(name, str))[:_LONGEST_KIND],
        _status_in(fields),
        fields,
    )


def plain(text: str) -> str:
    """Return text on one line, without tags, entities and characters that steer a terminal."""
    bare = html.unescape(_NO_ENTITY.sub(" ", _TAG.sub(" ", text)))
    return printable(_TAG.sub(" ", bare))  # once more: the entities may have stood for tags


def shortened(text: str) -> str:
    """Return as much of a server's text as is quoted; what is private must be masked before."""
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


def name_in(value: Any) -> str:
    """Return a name that a server gives, as it can be shown on one line; "" if it is none."""
    return printable(value[:_LONGEST_NAME]) if isinstance(value, str) else ""


def _first_text(value: dict[str, Any]) -> str:
    error = value.get("error")
    if isinstance(error, dict):
        metadata = error.get("metadata")
        raw = metadata.get("raw") if isinstance(metadata, dict) else None
        candidates = [_within(raw), *(error.get(name) for name in _TEXTS), error.get("code")]
    else:
        candidates = [error]
    message = value.get("message")
    if isinstance(message, dict):
        candidates += [message.get(name) for name in _TEXTS]
    candidates += [value.get(name) for name in ("error_message", "message", "detail", "title")]
    texts = (_joined(candidate) for candidate in candidates)
    return next((text for text in texts if text), "")


def _within(raw: Any) -> Any:
    """Return what a provider said, where a relay hands its whole JSON body on as one text."""
    if not isinstance(raw, str) or not raw.lstrip().startswith(("{", "[")):
        return raw
    try:
        inner = json.loads(raw[:_MOST_READ])
    except (ValueError, RecursionError):
        return raw
    entry = inner[0] if isinstance(inner, list) and inner else inner
    error = entry.get("error", entry) if isinstance(entry, dict) else entry
    return _first_of(error, ("message", "detail", "error")) if isinstance(error, dict) else error


def _first_of(fields: dict[str, Any], names: tuple[str, ...]) -> Any:
    return next((fields[name] for name in names if fields.get(name)), "")


def _joined(value: Any) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, list):
        return "; ".join(filter(None, map(_one_of_list, value[:_MOST_ENTRIES])))
    return ""


def _one_of_list(item: Any) -> str:
    """One entry of an error list; FastAPI's name the place and never the input."""
    if not isinstance(item, dict):
        return item if isinstance(item, str) else ""
    place = item.get("loc")
    where = ".".join(map(_one_of_place, place[:_MOST_ENTRIES])) if isinstance(place, list) else ""
    said = (item.get(name) for name in ("msg", "message"))
    message = next((text for text in said if isinstance(text, str) and text), "")
    return f"{where}: {message}" if where and message else message


def _one_of_place(part: Any) -> str:
    return part if isinstance(part, str) else str(count_of(part) or 0)


def _status_in(fields: dict[str, Any]) -> int | None:
    for name in ("http_status_code", "status_code", "code", "status"):
        value = fields.get(name)
        if isinstance(value, str) and _STATUS.fullmatch(value):
            value = int(value)
        if isinstance(value, int) and 400 <= value < 600:
            return value
    return None


def _page_text(page: str) -> str:
    title = _TITLE.search(page)
    return (plain(title[1]) if title else "") or plain("".join(_seen(page)))


def _seen(page: str) -> Iterator[str]:
    """Yield what a browser would show; what is never closed hides the rest, as it does there."""
    at = 0
    while opening := _UNSEEN.search(page, at):
        yield page[at : opening.start()] + " "
        closing = _SEEN_AGAIN[(opening[1] or "").lower()].search(page, opening.end())
        if closing is None:
            return
        at = closing.end() if closing[0] == "-->" else closing.start()
    yield page[at:]
