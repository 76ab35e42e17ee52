"""What the tests of the network share."""

from __future__ import annotations

import pytest

from tests.helpers.running import Run


@pytest.fixture(params=["run", "qt_run"])
def any_loop(request: pytest.FixtureRequest) -> Run:
    """Plain asyncio, and Qt's loop unless the run is one of the core alone."""
    if request.param == "qt_run" and not request.config.pluginmanager.has_plugin("pytest-qt"):
        pytest.skip("this run leaves Qt out")
    fixture: Run = request.getfixturevalue(request.param)
    return fixture
