"""The router's list as servers send it, a place for it in memory, and a catalogue on both."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.catalogue import Catalogue
from hfchat_gui.routing.hub_list import HubList
from hfchat_gui.routing.server_models import ServerModels
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.servers import ServerList
from tests.routing.core import Keys, Waits


class Slate:
    """What is kept, in memory."""

    def __init__(self, content: bytes | None = None) -> None:
        self.content = content

    async def read(self) -> bytes | None:
        """Give it back."""
        return self.content

    async def write(self, content: bytes) -> None:
        """Keep it."""
        self.content = content


def provider(name: str, **fields: Any) -> dict[str, Any]:
    """One provider's offer."""
    return {"provider": name, "status": "live", **fields}


def entry(name: str, *providers: Any, **fields: Any) -> dict[str, Any]:
    """One model of the list."""
    return {"id": name, "object": "model", "providers": list(providers), **fields}


LIST = {
    "object": "list",
    "data": [
        entry("Qwen/Qwen3-32B", provider("groq", context_length=131072), provider("together")),
        entry("org/other", provider("novita", pricing={"input": 0.5, "output": 1})),
    ],
}


@asynccontextmanager
async def catalogue(
    folders: Sequence[Path] = (),
    *,
    base: str = "http://127.0.0.1:9",
    keys: Keys | None = None,
    servers: ServerList | None = None,
) -> AsyncIterator[Catalogue]:
    """A catalogue whose connections end with the block."""
    client = HttpClient()
    known = servers or ServerList(PreferencesFile(Path("/nowhere/preferences.json")))
    asked = ServerModels(client, keys or Keys(), known, Waits().clock)
    try:
        yield Catalogue(folders, HubList(client, Slate(), base), asked)
    finally:
        await client.aclose()
