"""Gives a test folders of its own and an environment without tokens, proxies or preferences."""

from __future__ import annotations

import os
from pathlib import Path

_DROPPED = ("HF_", "HUGGING", "HFCHAT", "TRANSFORMERS", "OPENAI", "LLAMA_")
_FOLDERS = {
    "XDG_DATA_HOME": ".local/share",
    "XDG_CONFIG_HOME": ".config",
    "XDG_CACHE_HOME": ".cache",
    "XDG_STATE_HOME": ".local/state",
    "LOCALAPPDATA": "AppData/Local",
    "APPDATA": "AppData/Roaming",
}


def names_to_drop(environment: dict[str, str]) -> list[str]:
    """Variables that would let a test see or use what belongs to the person running it."""
    return [
        name
        for name in environment
        if name.upper().startswith(_DROPPED) or name.upper().endswith("_PROXY")
    ]


def isolated(home: Path) -> dict[str, str]:
    """The variables that move a program's folders below `home`, which is made."""
    home.mkdir(mode=0o700, parents=True, exist_ok=True)
    folders = {name: str(home / folder) for name, folder in _FOLDERS.items()}
    return {"HOME": str(home), "USERPROFILE": str(home), **folders}


def isolated_environment(home: Path) -> dict[str, str]:
    """A whole environment for a child process, moved below `home` and free of tokens."""
    dropped = set(names_to_drop(dict(os.environ)))
    kept = {name: value for name, value in os.environ.items() if name not in dropped}
    return kept | isolated(home)
