"""A chat server for the window and the commands to talk to."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A chat server that lists one model."""
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"data": [{"id": "tiny"}]}))
        yield server
