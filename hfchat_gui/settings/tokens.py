"""Keeps the Hugging Face token in the system's keyring and hands it out to its own servers only."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

from hfchat_gui.conversation.errors import KeyringUnavailable, TokenMalformed
from hfchat_gui.conversation.origin import Origin, origin_or_none
from hfchat_gui.conversation.ports import FoundToken, TokenStatus
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.found_tokens import first_token, found_tokens
from hfchat_gui.settings.kept_secret import KeptSecret, Mark
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.token_text import checked, cleaned, ending

log = logging.getLogger(__name__)

T = TypeVar("T")

USER = "https://huggingface.co"
OWN_SERVERS = (
    Origin("https", "huggingface.co", 443),
    Origin("https", "router.huggingface.co", 443),
)
FILE_PATIENCE_SECONDS = 3.0

SAVED_TOKEN = "What the system keyring holds"  # noqa: S105 - begins a sentence


class TokenVault:
    """Fills `TokenKeeper` and `Credentials`.

    `also_found`: where there is no token of ours, `for_url` gives one that another tool left (for
    commands without a window; the window offers those instead).
    """

    def __init__(
        self,
        preferences: PreferencesFile,
        token_file: Path,
        *,
        keyring: SystemKeyring | None = None,
        also_found: bool = False,
    ) -> None:
        self._preferences = preferences
        self._token_file = token_file
        self._also_found = also_found
        self._own = KeptSecret(
            keyring or SystemKeyring(),
            USER,
            "token",
            lambda text: checked(text, SAVED_TOKEN),
            Mark(lambda: preferences.token_kept, preferences.note_token_kept),
        )

    # --- Credentials --------------------------------------------------------------------------

    async def for_url(self, url: str) -> Secret | None:
        """Return the token if it may go to this URL, else None.

        It may go to Hugging Face by https, and where the person agreed by https or on this
        computer. Raises `TokenMalformed` where what was saved is no token, and
        `KeyringUnavailable` where one was saved and the keyring does not give it.
        """
        origin = origin_or_none(url)
        if origin is None:
            return None
        agreed = origin.is_protected and self._preferences.token_allowed(url)
        if origin not in OWN_SERVERS and not agreed:
            return None
        return await (self.command_line_token() if self._also_found else self._own.usable())

    async def command_line_token(self) -> Secret | None:
        """Return our token, else that in `HF_TOKEN`, else that in the file of other tools.

        Raises `TokenMalformed` where the one that counts is no token, and `KeyringUnavailable`
        where there is no other than the one that the keyring does not give.
        """
        try:
            own = await self._own.usable()
        except KeyringUnavailable:
            found = await self._from_file(first_token)
            if found is None:
                raise
            return found
        return own or await self._from_file(first_token)

    # --- TokenKeeper --------------------------------------------------------------------------

    @property
    def expected(self) -> bool:
        """Whether there should be a token, as far as is known without asking the keyring."""
        return self._own.expected

    async def status(self) -> TokenStatus:
        """Say whether there is a token and whether it is kept.

        Where the keyring had none, or failed, it is asked again.
        """
        return await self._own.status()

    async def save(self, text: str) -> TokenStatus:
        """Clean, check and keep a token; raise `TokenMalformed` without echoing it."""
        return await self._own.put(checked(cleaned(text)))

    async def remove(self) -> TokenStatus:
        """Remove the token from the keyring and from this run."""
        return await self._own.put(None)

    async def found(self) -> Sequence[FoundToken]:
        """List tokens that other tools left and that are not ours already."""
        own = self._own.known
        mine = own.reveal() if own else ""
        found = await self._from_file(found_tokens) or []
        return [FoundToken(place, ending(one)) for place, one in found if one.reveal() != mine]

    async def adopt(self, found: FoundToken) -> TokenStatus:
        """Keep a found token as ours; raise `TokenMalformed` where it is gone."""
        for place, secret in await self._from_file(found_tokens) or []:
            if place == found.place:
                return await self._own.put(secret)
        raise TokenMalformed(f"There is no token in {found.place} any more. Enter one instead.")

    async def _from_file(self, work: Callable[[Path], T]) -> T | None:
        errand = Errand(lambda: work(self._token_file), "hfchat-token-file")
        try:
            return await errand.wait(FILE_PATIENCE_SECONDS)
        except TimeoutError:
            log.warning("The folder with the token of other tools does not answer")
            return None
