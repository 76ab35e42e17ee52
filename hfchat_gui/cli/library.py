"""`hfchat list` and `hfchat export`: what is kept, read beside a running program."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from datetime import datetime

from hfchat_gui.assembly import library
from hfchat_gui.cli.arguments import Export, List
from hfchat_gui.cli.output import complain, printed
from hfchat_gui.cli.running import DONE, FAILED, exit_code
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.records import ConversationSummary
from hfchat_gui.exchange.json_file import as_json
from hfchat_gui.exchange.markdown_file import as_markdown

_FORMATS = {"json": as_json, "md": as_markdown}


def run(command: List | Export) -> int:
    """Read, print, and return the exit code; nothing on the disk is changed."""
    return exit_code(lambda: _printed(command))


def _printed(command: List | Export) -> int:
    if isinstance(command, List):
        text = asyncio.run(_listed(as_json=command.as_json))
    else:
        text = asyncio.run(_exported(command))
    return DONE if printed(text) else FAILED


async def _listed(*, as_json: bool) -> str:
    async with library() as store:
        rows = await store.summaries()
    if as_json:
        return json.dumps([_fields(row) for row in rows], ensure_ascii=False, indent=1) + "\n"
    if not rows:
        complain("There are no chats yet.")
    return "".join(f"{line}\n" for line in _columns(rows))


async def _exported(command: Export) -> str:
    async with library() as store:
        rows = await store.summaries()
        stored = await store.load(_meant(command.chat, rows))
    return _FORMATS[command.format](stored)


def _meant(words: str, rows: Sequence[ConversationSummary]) -> str:
    """Return the id that begins with `words`; raise `StorageFailed` unless it is just one."""
    if not words:
        raise StorageFailed("Say which chat, by its id or the beginning of it: see hfchat list.")
    found = [row.id for row in rows if row.id.startswith(words.lower())]
    if words.lower() in found:
        return words.lower()
    if len(found) == 1:
        return found[0]
    which = f"{len(found)} chats have ids that begin" if found else "No chat has an id that begins"
    raise StorageFailed(f"{which} with “{printable(words)[:40]}”. See the ids with hfchat list.")


def _fields(row: ConversationSummary) -> dict[str, object]:
    return {
        "id": row.id,
        "title": row.title,
        "model": row.model.as_data(),
        "updated": _moment(row.updated).isoformat(timespec="seconds"),
    }


def _columns(rows: Sequence[ConversationSummary]) -> list[str]:
    models = [printable(row.model.label) for row in rows]
    width = min(max(map(len, models), default=0), 30)
    return [
        f"{row.id}  {_moment(row.updated):%Y-%m-%d %H:%M}  {model:{width}}  {printable(row.title)}"
        for row, model in zip(rows, models, strict=True)
    ]


def _moment(seconds: float) -> datetime:
    """Return a Unix time as local time; the epoch for one that no calendar has."""
    try:
        return datetime.fromtimestamp(seconds).astimezone()
    except (OverflowError, ValueError, OSError):
        return datetime.fromtimestamp(0).astimezone()
