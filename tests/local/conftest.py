"""One running engine for all tests of this folder that do not break theirs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from hfchat_gui.local.engine import Engine
from tests.helpers.running import Run, Running
from tests.local.gguf_files import STARTER
from tests.local.wire import At


@dataclass(frozen=True)
class Room:
    """An engine, the loop it lives on, and what its background tasks raised."""

    engine: Engine
    run: Run
    faults: list[BaseException]

    @property
    def at(self) -> At:
        """Where it listens now."""
        return At.engine(self.engine)


async def get_ready(engine: Engine) -> None:
    """Bring an engine up."""
    async for _ in engine.prepare():
        pass


@pytest.fixture(scope="module")
def room() -> Iterator[Room]:
    """An engine on the starter model that is up."""
    running = Running()
    faults: list[BaseException] = []
    engine = Engine(STARTER, faults.append)
    running(get_ready(engine))
    yield Room(engine, running, faults)
    running(engine.aclose())
    assert not running.close()
    assert not faults
