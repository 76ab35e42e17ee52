"""Gives keys out together with the person's agreement that they may go over plain http."""

from __future__ import annotations

import re
from collections.abc import Mapping

from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.ports import Credentials
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.preferences import PreferencesFile

PLAIN_HTTP_VARIABLE = "HFCHAT_PLAIN_HTTP"
"""Names the http:// addresses whose keys may go unprotected, where there is no window to agree."""


class AgreedCredentials:
    """Fills `Credentials`: what `others` give, marked where the person agreed for its origin."""

    def __init__(
        self, others: Credentials, preferences: PreferencesFile, environment: Mapping[str, str]
    ) -> None:
        self._others = others
        self._preferences = preferences
        named = re.split(r"[\s,]+", environment.get(PLAIN_HTTP_VARIABLE, ""))
        self._named = {place for text in named if (place := origin_or_none(text)) is not None}

    async def for_url(self, url: str) -> Secret | None:
        """Return the secret for this URL, asked for anew each time; raise what the others raise."""
        secret = await self._others.for_url(url)
        if secret is None:
            return None
        agreed = origin_or_none(url) in self._named or self._preferences.unprotected_allowed(url)
        return Secret(secret.reveal(), may_be_read=agreed)
