"""Reads the files that are to go along, one after the other, away from the window's thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import refusal
from hfchat_gui.ui.composer.text_files import NotTaken, read_text_file, shown_name

PATIENCE = 10.0
"""Seconds that one file may take: a disk in a network may not answer at all."""

MOST_FILES = 20
"""How many files are taken at once: a whole folder of them is rarely meant."""


async def read_files(paths: Sequence[str], on_text: Callable[[AttachedText], None]) -> str:
    """Hand the text of each file to `on_text`; return a line for each that was not taken."""
    refused: list[tuple[str, str]] = []
    for path in paths[:MOST_FILES]:
        try:
            on_text(await _read(path))
        except NotTaken as reason:
            refused.append((shown_name(path), str(reason)))
    too_many = f"{MOST_FILES} files at once are taken."
    refused.extend((shown_name(path), too_many) for path in paths[MOST_FILES:])
    return refusal(refused)


async def _read(path: str) -> AttachedText:
    reading = asyncio.get_running_loop().run_in_executor(None, read_text_file, path)
    try:
        return await asyncio.wait_for(reading, PATIENCE)
    except TimeoutError:
        raise NotTaken("its disk did not answer.") from None
