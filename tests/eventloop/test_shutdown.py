"""The request to end may come any number of times and is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from hfchat_gui.eventloop.shutdown import Shutdown
from tests.helpers.patience import SOON
from tests.helpers.running import Run


def test_a_request_before_the_wait_is_not_lost(run: Run) -> None:
    async def scenario() -> None:
        shutdown = Shutdown()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(shutdown.requested(), 0.01)
        shutdown.request()
        shutdown.request()
        await asyncio.wait_for(shutdown.requested(), SOON)

    run(scenario())


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals on Windows")
def test_signals_mean_the_request_only_inside_the_block(qt_run: Run) -> None:
    async def scenario() -> None:
        shutdown = Shutdown()
        before = signal.getsignal(signal.SIGTERM)
        with shutdown.on_signals():
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.wait_for(shutdown.requested(), SOON)
        assert signal.getsignal(signal.SIGTERM) == before

    qt_run(scenario())
