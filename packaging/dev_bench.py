"""Runs the benchmarks in a desktop session of their own, as the tests are run."""

from __future__ import annotations

import dev_session


def run(names: list[str]) -> int:
    """Run those that are named, or all; 1 if a budget is missed."""
    return dev_session.run_in_desktop(["-m", "tests.bench", *names])
