"""One engine for each model on this computer; one that answers nobody makes room for the next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.engine import Engine
from hfchat_gui.local.models import find_model


@dataclass(slots=True)
class _Held:
    """An engine, and how many replies have need of it: they may still be waiting for it."""

    engine: Engine
    users: int = 0


class Engines:
    """Hands out the engine of a model file. `report` hears unexpected faults.

    Models that answer at the same time are in memory at the same time.
    """

    def __init__(self, folders: Sequence[Path], report: Report) -> None:
        self._folders = tuple(folders)
        self._report = report
        self._held: dict[Path, _Held] = {}

    async def find(self, name: str) -> Path:
        """Return the file of the model with this stem, "" for the default one.

        Raises `ModelFileMissing`.
        """
        return await asyncio.to_thread(find_model, name, self._folders)

    @asynccontextmanager
    async def using(self, model_file: Path) -> AsyncIterator[Engine]:
        """Give the engine of a file, which is not ended as long as this lasts.

        Engines that nobody uses are ended first. It is not started: that is its `prepare`.
        """
        held = self._held.setdefault(model_file, _Held(Engine(model_file, self._report)))
        held.users += 1
        try:
            await self._make_room()
            yield held.engine
        finally:
            held.users -= 1

    async def aclose(self) -> None:
        """End all engines."""
        while self._held:
            _, held = self._held.popitem()
            await held.engine.aclose()

    async def _make_room(self) -> None:
        for path, held in list(self._held.items()):
            if not held.users and self._held.get(path) is held:  # as it is by now
                del self._held[path]
                await held.engine.aclose()
