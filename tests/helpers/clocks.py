"""Both clocks, as the network reads them, moved by tests that cannot wait for hours."""

from __future__ import annotations

import time

import pytest

from hfchat_gui.network import line, paced


class Clocks:
    """The clock of the wall and the monotonic one; sleeping moves the first, or both."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asleep = self.asleep_monotonic = 0.0
        real, real_monotonic = time.time, time.monotonic

        def monotonic() -> float:
            return real_monotonic() + self.asleep_monotonic

        monkeypatch.setattr(time, "time", lambda: real() + self.asleep)
        monkeypatch.setattr(paced, "monotonic", monotonic)
        monkeypatch.setattr(line, "monotonic", monotonic)

    def sleep(self, seconds: float, *, counted: bool) -> None:
        """Move the wall's clock, and where it is `counted` the monotonic one."""
        self.asleep += seconds
        self.asleep_monotonic += seconds if counted else 0.0
