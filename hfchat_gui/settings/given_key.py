"""Holds a key that was given for one run, on the command line or in the environment."""

from __future__ import annotations

from hfchat_gui.conversation.origin import origin, origin_or_none
from hfchat_gui.conversation.ports import Credentials
from hfchat_gui.conversation.secret import Secret


class GivenKey:
    """Fills `Credentials`: the key for the origin of `address`, what `others` give elsewhere."""

    def __init__(self, address: str, key: Secret, others: Credentials) -> None:
        self._origin = origin(address)
        self._key = key
        self._others = others

    async def for_url(self, url: str) -> Secret | None:
        """Return the key, or what the others have for this URL."""
        return self._key if origin_or_none(url) == self._origin else await self._others.for_url(url)
