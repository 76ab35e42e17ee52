"""What an open reply grew by since it was last written, as one small record, and back again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.message import ContentPart, Message, ToolCallPart
from hfchat_gui.store import encoding
from hfchat_gui.store.encoding import Json
from hfchat_gui.store.rows import build_message


def full_record(message: Message) -> Json:
    """Return a record that needs none before it."""
    return {
        "base": _base(message),
        "parts": [0, "", encoding.write_parts(message.parts)],
        "thinking": [0, message.thinking],
    }


def growth_record(before: Message, now: Message) -> Json:
    """Return what changed from `before` to `now`; empty where nothing did."""
    record: Json = {}
    if (base := _base(now)) != _base(before):
        record["base"] = base
    if now.parts != before.parts:
        record["parts"] = _grown_parts(before.parts, now.parts)
    if now.thinking != before.thinking:
        record["thinking"] = _grown_text(before.thinking, now.thinking)
    return record


@dataclass(slots=True)
class _Text:
    """Text that is put together from pieces without copying it for each of them."""

    pieces: list[str] = field(default_factory=list)

    def grow(self, keep: int, piece: str) -> None:
        if not keep:
            self.pieces.clear()
        self.pieces.append(_checked(piece))

    def __str__(self) -> str:
        return "".join(self.pieces)


def replay(message_id: str, records: Iterable[Json]) -> Message:
    """Return the turn that these records build, up to the first one that makes no sense."""
    base: Json = {}
    parts: list[tuple[ContentPart, _Text]] = []
    thinking = _Text()
    for record in records:
        try:
            base = encoding.object_of(record, "base") or base
            if "parts" in record:
                _replay_parts(parts, *record["parts"])
            if "thinking" in record:
                thinking.grow(*record["thinking"])
        except (TypeError, ValueError, IndexError):
            break
    whole = tuple(_with_text(part, whole_characters(str(text))) for part, text in parts)
    safe = encoding.load_object(encoding.dump({**base, "id": message_id}))
    return build_message(safe, whole, whole_characters(str(thinking)))


def _base(message: Message) -> Json:
    return {
        "parent": message.parent,
        "role": message.role.value,
        "state": message.state.value,
        "created": message.created,
        "extras": encoding.write_extras(message),
    }


def _grown_text(before: str, now: str) -> list[object]:
    # [1, more] appends, [0, all] starts anew: text may shrink when it turns out to be thinking.
    if before and now.startswith(before):
        return [1, now[len(before) :]]
    return [0, now]


def _grown_parts(before: tuple[ContentPart, ...], now: tuple[ContentPart, ...]) -> list[object]:
    # [how many parts stay, what the last of these grew by, the parts that follow]
    keep = 0
    for old, new in zip(before, now, strict=False):
        if old != new:
            break
        keep += 1
    piece = ""
    if keep < min(len(before), len(now)):
        piece = _piece(before[keep], now[keep])
        keep += bool(piece)
    return [keep, piece, encoding.write_parts(now[keep:])]


def _piece(before: ContentPart, now: ContentPart) -> str:
    if _with_text(now, "") != _with_text(before, ""):
        return ""
    old, new = _text(before), _text(now)
    return new[len(old) :] if new.startswith(old) else ""


def _replay_parts(
    parts: list[tuple[ContentPart, _Text]], keep: int, piece: str, new: list[Json]
) -> None:
    del parts[keep:]
    if piece:
        parts[keep - 1][1].grow(1, piece)
    parts.extend((part, _Text([_text(part)])) for part in encoding.read_parts(new))


def _checked(piece: object) -> str:
    if not isinstance(piece, str):
        raise TypeError("a piece of text is no text")
    return piece


def _text(part: ContentPart) -> str:
    return part.arguments if isinstance(part, ToolCallPart) else part.text


def _with_text(part: ContentPart, text: str) -> ContentPart:
    if isinstance(part, ToolCallPart):
        return replace(part, arguments=text)
    return replace(part, text=text)
