"""One engine for each model on this computer, and only one of them in memory at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.engine import Engine
from hfchat_gui.local.models import find_model


class Engines:
    """Hands out the engine of a model by its name. `report` hears unexpected faults."""

    def __init__(self, folders: Sequence[Path], report: Report) -> None:
        self._folders = tuple(folders)
        self._report = report
        self._engines: dict[Path, Engine] = {}

    async def engine_for(self, name: str) -> Engine:
        """Return the engine of the model with this file stem, "" for the default one.

        The others are ended unless they answer just now. Raises `ModelFileMissing`.
        """
        path = find_model(name, self._folders)
        for other, engine in list(self._engines.items()):
            if other != path and not engine.is_answering:
                del self._engines[other]
                await engine.aclose()
        if path not in self._engines:
            self._engines[path] = Engine(path, self._report)
        return self._engines[path]

    async def aclose(self) -> None:
        """End all engines."""
        while self._engines:
            _, engine = self._engines.popitem()
            await engine.aclose()
