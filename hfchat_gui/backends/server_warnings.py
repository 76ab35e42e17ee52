"""What a server warns of beside a good answer: for the person, or only for its own makers."""

from __future__ import annotations

import re
from typing import Any

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.masking import masked
from hfchat_gui.backends.server_words import plain, shortened

_MOST = 3
# Of a program's inside: names in code marks or with underscores, and talk of Python's own.
_INTERNAL = re.compile(
    r"`|\w_\w|\w\.\w+\(|\b(kwargs|deprecat\w+|tokenizer|tensor|cuda|\w*warning)\b"
)


def warnings_in(value: Any, asked: Asked) -> list[str]:
    """Return the warnings in an answer that a person can use, as sentences.

    Dropped is what speaks of the server's own program: a setting's name, a deprecated call.
    """
    if isinstance(value, list) and value:
        value = value[0]
    warnings = value.get("warnings") if isinstance(value, dict) else None
    listed = warnings if isinstance(warnings, list) else []
    texts = [plain(text) for text in listed if isinstance(text, str)]
    useful = [text for text in texts if text and not _INTERNAL.search(text.lower())]
    safe = (shortened(masked(text, asked.keys, asked.turns)) for text in useful[:_MOST])
    return [f"{asked.host} warns: “{text}”" for text in safe]
