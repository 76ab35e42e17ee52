"""Keeps what was learnt of servers, so that an address is asked only once."""

from __future__ import annotations

import logging
import sqlite3

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.store import encoding
from hfchat_gui.store.database import Database
from hfchat_gui.store.encoding import Json, dump, load_object

log = logging.getLogger(__name__)


class ServerFactsStore:
    """Fills `RememberedFacts`. Writes only where the folder's lock is already held.

    Elsewhere, and where the disk fails, what was learnt lives for this run.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._this_run: dict[str, ServerFacts | None] = {}

    async def facts(self, address: str) -> ServerFacts | None:
        """Return what is known of the address, or None."""
        if address in self._this_run:
            return self._this_run[address]
        try:
            return await self._database.read(lambda found: _load(found, address))
        except StorageFailed as error:
            log.info("What was learnt of servers cannot be read: %s", error.detail)
            return None

    async def remember(self, address: str, facts: ServerFacts) -> None:
        """Keep what was learnt; where nothing may be written, only for this run."""
        self._this_run[address] = facts
        row = (whole_characters(address), dump(_write(facts)))
        await self._write("INSERT OR REPLACE INTO server_facts VALUES (?, ?)", row)

    async def forget(self, address: str) -> None:
        """Drop what is known of the address, so that it is asked again."""
        self._this_run[address] = None
        row = (whole_characters(address),)
        await self._write("DELETE FROM server_facts WHERE address = ?", row)

    async def _write(self, statement: str, row: tuple[str, ...]) -> None:
        if not self._database.owned:
            return

        def work(connection: sqlite3.Connection) -> None:
            connection.execute(statement, row)  # its cursor stays on this thread

        try:
            await self._database.write(work, durable=False)
        except StorageFailed as error:
            log.info("What was learnt of a server cannot be kept: %s", error.detail)


def _load(connection: sqlite3.Connection, address: str) -> ServerFacts | None:
    found = connection.execute(
        "SELECT facts FROM server_facts WHERE address = ?", (whole_characters(address),)
    ).fetchone()
    return _read(load_object(found[0])) if found else None


def _write(facts: ServerFacts) -> Json:
    return {
        "wire": facts.wire.value,
        "base": facts.base,
        "server": facts.server,
        "models": list(facts.models),
        "context_tokens": facts.context_tokens,
        "learnt": facts.learnt,
        "takes_text": facts.takes_text,
        "refused": list(facts.refused),
        "strict": list(facts.strict),
    }


def _read(data: Json) -> ServerFacts | None:
    try:
        wire = WireKind(encoding.text_of(data, "wire"))
    except ValueError:
        return None  # a protocol of a later version: ask the server again
    return ServerFacts(
        wire=wire,
        base=encoding.text_of(data, "base"),
        server=encoding.text_of(data, "server"),
        models=encoding.texts_of(data, "models"),
        context_tokens=encoding.whole_of(data, "context_tokens"),
        learnt=encoding.number_of(data, "learnt") or 0.0,
        takes_text=data.get("takes_text") is True,
        refused=encoding.texts_of(data, "refused"),
        strict=encoding.texts_of(data, "strict"),
    )
