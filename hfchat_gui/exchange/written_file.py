"""Writes a conversation into a file that a person names; what was there stays until then."""

from __future__ import annotations

from pathlib import Path

from hfchat_gui.conversation.durability import replace_content
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.records import StoredConversation
from hfchat_gui.exchange.json_file import as_json
from hfchat_gui.exchange.markdown_file import as_markdown

_FORMATS = {".json": as_json}


def write_file(stored: StoredConversation, file: Path) -> None:
    """Write JSON where the name ends in `.json`, else Markdown; for its owner only, and synced.

    It takes its time: call it on a thread. Raises `StorageFailed`, and leaves a file that was
    there as it is.
    """
    text = _FORMATS.get(file.suffix.lower(), as_markdown)(stored)
    try:
        replace_content(file.resolve(), text.encode("utf-8"))
    except OSError as error:
        why = error.strerror or type(error).__name__
        raise StorageFailed(
            f"The chat could not be written to {file.name}: {why}. The chat itself is as it was. "
            "Choose another place."
        ) from error
