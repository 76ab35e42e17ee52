"""Keeps the list of a person's servers in the preferences file, tolerant of what it finds there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from hfchat_gui.conversation.characters import printable, whole_characters
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.origin import origin, origin_or_none
from hfchat_gui.conversation.servers import SERVER_KINDS, Server
from hfchat_gui.settings.preferences import PreferencesFile

LONGEST_NAME = 80  # characters
MOST_NAMES = 50
"""How many typed model names are remembered for a server."""

_ENTRY = "servers"
_FORMER_ENTRY = "addresses"  # what the first version kept: addresses, each with a model name

Entry = dict[str, Any]


class ServerList:
    """Fills `conversation.servers.Servers`. For one thread.

    Addresses that the first version of this program kept are the list until it is changed for the
    first time: one server for each, named after its host, with the model names as typed ones.
    """

    def __init__(self, preferences: PreferencesFile) -> None:
        self._preferences = preferences

    @property
    def all(self) -> Sequence[Server]:
        """Every server, the one added last first."""
        found = (_read(entry) for entry in self._entries())
        servers: dict[str, Server] = {}
        for server in found:
            if server is not None:
                servers.setdefault(server.address, server)
        return list(servers.values())

    def server(self, address: str) -> Server | None:
        """Return the server at this base URL, or None."""
        return next((one for one in self.all if one.address == address), None)

    def put(self, server: Server, *, instead_of: str = "") -> None:
        """Add a server at the head, or change the one at its address where it stands.

        `instead_of`: the address under which it was known before. Raises `BadAddress` for an
        address that has no origin, such as one with a password, which is kept nowhere.
        """
        place = origin(server.address).place
        entries = self._entries()
        at = _index(entries, instead_of) if instead_of else None
        at = _index(entries, server.address) if at is None else at
        fields = {
            "name": _name(server.name) or place,
            "address": server.address,
            "kind": server.kind,
        }
        if at is None:
            entries.insert(0, fields)
        else:
            fields = {**entries[at], **fields}
            entries[at] = fields
        self._keep(
            [one for one in entries if one is fields or one.get("address") != server.address]
        )
        if instead_of:
            self._withdraw_consent(instead_of)

    def remove(self, address: str) -> None:
        """Drop a server, and the consent given for its origin unless another one shares it."""
        entries = self._entries()
        left = [entry for entry in entries if entry.get("address") != address]
        if len(left) == len(entries):
            return
        self._keep(left)
        self._withdraw_consent(address)

    def typed_models(self, address: str) -> Sequence[str]:
        """Return the model names that were typed for this server, newest first."""
        entries = self._entries()
        at = _index(entries, address)
        return [] if at is None else _names(entries[at])

    def remember_model(self, address: str, name: str) -> None:
        """Put a typed model name at the head of that list, where the server is in the list."""
        entries = self._entries()
        at = _index(entries, address)
        if at is None or not name:
            return
        others = [known for known in _names(entries[at]) if known != name]
        entries[at] = {**entries[at], "models": [name, *others][:MOST_NAMES]}
        self._keep(entries)

    def _entries(self) -> list[Entry]:
        """Return the entries as they stand in the file, those of a later version among them."""
        kept = self._preferences.entry(_ENTRY)
        if isinstance(kept, list):
            return [entry for entry in kept if isinstance(entry, dict)]
        return _from_addresses(self._preferences.entry(_FORMER_ENTRY))

    def _keep(self, entries: Sequence[Entry]) -> None:
        self._preferences.keep_entry(_ENTRY, list(entries))
        self._preferences.keep_entry(_FORMER_ENTRY, None)

    def _withdraw_consent(self, address: str) -> None:
        gone = origin_or_none(address)
        if all(origin_or_none(one.address) != gone for one in self.all):
            self._preferences.allow_token(address, False)
            self._preferences.allow_unprotected(address, False)


def _read(entry: Entry) -> Server | None:
    address, name, kind = (entry.get(key) for key in ("address", "name", "kind"))
    if not isinstance(address, str) or address != whole_characters(address):
        return None
    if (found := origin_or_none(address)) is None:
        return None
    shown = _name(name) if isinstance(name, str) else ""
    known = kind if isinstance(kind, str) and kind in SERVER_KINDS else ""
    return Server(shown or found.place, address, known)


def _name(text: str) -> str:
    return printable(text)[:LONGEST_NAME].strip()


def _names(entry: Entry) -> list[str]:
    names = entry.get("models")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _index(entries: Sequence[Entry], address: str) -> int | None:
    return next((at for at, one in enumerate(entries) if one.get("address") == address), None)


def _from_addresses(kept: object) -> list[Entry]:
    entries: dict[str, Entry] = {}
    for ref in _references(kept if isinstance(kept, list) else ()):
        found = origin_or_none(ref.address)
        if found is None:
            continue
        fresh: Entry = {"name": found.place, "address": ref.address, "kind": "", "models": []}
        names = entries.setdefault(ref.address, fresh)["models"]
        if ref.name and ref.name not in names:
            names.append(ref.name)
    return list(entries.values())


def _references(items: Iterable[object]) -> list[ModelRef]:
    return [ref for item in items if (ref := ModelRef.from_data(item)) is not None]
