"""Lists the model files on this computer, and reads the disk again only where it has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.local.gguf import read_trained_context

STARTER_FILE = "SmolLM2-135M-Instruct.Q4_1.gguf"
CONTEXT_TOKENS = 8192
# A folder that changed so shortly before it was read may change again without a new time.
_SETTLED_NS = 2 * 10**9


def window(trained: int | None) -> int:
    """Return the window that the engine gives a model, in tokens."""
    return min(CONTEXT_TOKENS, trained or CONTEXT_TOKENS)


@dataclass(slots=True)
class ModelListing:
    """The model files in these folders, of which an earlier one wins. For one thread."""

    folders: Sequence[Path]
    _found: dict[Path, tuple[int, tuple[Path, ...]]] = field(default_factory=dict)
    _windows: dict[Path, tuple[tuple[int, int], int]] = field(default_factory=dict)

    def files(self) -> list[Path]:
        """Return one file for each stem: the starter model first, then by name."""
        found: dict[str, Path] = {}
        for path in (path for folder in self.folders for path in self._in_folder(folder)):
            found.setdefault(path.stem, path)
        return sorted(
            found.values(), key=lambda path: (path.name != STARTER_FILE, path.name.lower())
        )

    def models(self) -> list[ModelInfo]:
        """Return the models of these files with the windows that they get here."""
        return [
            ModelInfo(ModelRef(Source.LOCAL, path.stem), self._window(path))
            for path in self.files()
        ]

    def _in_folder(self, folder: Path) -> tuple[Path, ...]:
        try:
            changed = folder.stat().st_mtime_ns
            known, files = self._found.get(folder, (0, ()))
            if known == changed:
                return files
            files = tuple(folder / name for name in os.listdir(folder) if name.endswith(".gguf"))
        except OSError:
            return ()  # most of these folders are not there, which is no fault
        if time.time_ns() - changed > _SETTLED_NS:
            self._found[folder] = (changed, files)
        return files

    def _window(self, path: Path) -> int:
        try:
            status = path.stat()
        except OSError:
            return CONTEXT_TOKENS  # gone, or a link to nowhere: that is told when it is used
        state = (status.st_mtime_ns, status.st_size)
        known, tokens = self._windows.get(path, ((0, 0), 0))
        if known != state:
            tokens = window(read_trained_context(path))
            self._windows[path] = (state, tokens)
        return tokens
