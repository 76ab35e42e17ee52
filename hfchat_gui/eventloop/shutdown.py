"""The one request to end: window, menu, session end or signal ask, the main coroutine answers."""

from __future__ import annotations

import asyncio
import logging
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_log = logging.getLogger(__name__)


class Shutdown:
    """Asked for by anyone, any number of times; awaited by the main coroutine alone."""

    def __init__(self) -> None:
        self._requested = asyncio.Event()

    def request(self) -> None:
        """Ask the program to end."""
        self._requested.set()

    async def requested(self) -> None:
        """Wait until someone asks."""
        await self._requested.wait()

    @contextmanager
    def on_signals(self) -> Iterator[None]:
        """Turn SIGINT and SIGTERM into the request while the block runs; nothing on Windows."""
        if sys.platform == "win32":
            yield
            return
        loop = asyncio.get_running_loop()
        numbers = (signal.SIGINT, signal.SIGTERM)
        for number in numbers:
            loop.add_signal_handler(number, self._on_signal, number)
        try:
            yield
        finally:
            for number in numbers:
                loop.remove_signal_handler(number)

    def _on_signal(self, number: signal.Signals) -> None:
        _log.info("%s: ending", number.name)
        self.request()
