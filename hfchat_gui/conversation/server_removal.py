"""What goes with a server taken out of the list, and what comes back when that is undone."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import Preferences
from hfchat_gui.conversation.servers import Server, ServerKeys, Servers


@dataclass(frozen=True, slots=True)
class RemovedServer:
    """A server that can be brought back, with what was agreed for it and typed at it."""

    server: Server
    may_have_token: bool
    may_be_unprotected: bool
    typed_models: tuple[str, ...]


class ServerRemoval:
    """Takes servers out of the list and brings them back.

    The key of a removed server stays until `drop_key`, so that it is there when it comes back.
    """

    def __init__(self, servers: Servers, keys: ServerKeys, preferences: Preferences) -> None:
        self._servers = servers
        self._keys = keys
        self._preferences = preferences

    def remove(self, server: Server) -> RemovedServer:
        """Take a server out of the list; what was agreed for it is withdrawn with it."""
        address = server.address
        removed = RemovedServer(
            server,
            self._preferences.token_allowed(address),
            self._preferences.unprotected_allowed(address),
            tuple(self._servers.typed_models(address)),
        )
        self._servers.remove(address)
        return removed

    def bring_back(self, removed: RemovedServer) -> None:
        """Put a server back into the list, as it was."""
        address = removed.server.address
        self._servers.put(removed.server)
        for name in reversed(removed.typed_models):
            self._servers.remember_model(address, name)
        self._preferences.allow_token(address, removed.may_have_token)
        self._preferences.allow_unprotected(address, removed.may_be_unprotected)

    async def drop_key(self, address: str) -> None:
        """Remove the key of an address, unless a server of the list shares its origin.

        The key belongs to the scheme, host and port, and so to that server too.
        """
        place = origin_or_none(address)
        if all(origin_or_none(one.address) != place for one in self._servers.all):
            await self._keys.remove(address)
