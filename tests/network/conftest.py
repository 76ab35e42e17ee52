"""What the tests of the network share."""

from __future__ import annotations

import pytest

from tests.helpers.running import Run
from tests.network.tls_front import AUTHORITY


@pytest.fixture(params=["run", "qt_run"])
def any_loop(request: pytest.FixtureRequest) -> Run:
    """Plain asyncio, and Qt's loop unless the run is one of the core alone."""
    if request.param == "qt_run" and not request.config.pluginmanager.has_plugin("pytest-qt"):
        pytest.skip("this run leaves Qt out")
    fixture: Run = request.getfixturevalue(request.param)
    return fixture


@pytest.fixture
def trusted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the tests' own authority be the only one that is trusted."""
    monkeypatch.setenv("SSL_CERT_FILE", str(AUTHORITY))
    monkeypatch.delenv("SSL_CERT_DIR", raising=False)
