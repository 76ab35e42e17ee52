"""Finds the Hugging Face tokens that other tools left in the environment or in their file."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.token_text import LONGEST, checked, cleaned

VARIABLES = ("HF_TOKEN", "HUGGING_FACE_HUB_TOKEN")


def found_tokens(token_file: Path) -> list[tuple[str, Secret]]:
    """Return place and token of all that are well formed, the one that counts most first."""
    found: list[tuple[str, Secret]] = []
    for place, text in _texts(token_file):
        try:
            secret = checked(text)
        except TokenMalformed:
            continue
        if all(known.reveal() != secret.reveal() for _, known in found):
            found.append((place, secret))
    return found


def first_token(token_file: Path) -> Secret | None:
    """Return the token that other tools would use, or None; raise `TokenMalformed`."""
    for place, text in _texts(token_file):
        return checked(text, f"What {place} holds")
    return None


def _texts(token_file: Path) -> Iterator[tuple[str, str]]:
    for name in VARIABLES:
        if text := cleaned(os.environ.get(name, "")):
            yield name, text
    try:
        with token_file.open(encoding="utf-8", errors="replace") as stream:
            text = cleaned(stream.read(2 * LONGEST))
    except OSError:  # missing, or not ours to read: other tools have no token for us
        return
    if text:
        yield str(token_file), text
