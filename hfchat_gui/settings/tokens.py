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
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import ABSENT, UNSAFE, SystemKeyring
from hfchat_gui.settings.token_text import checked, cleaned, ending

log = logging.getLogger(__name__)

T = TypeVar("T")

USER = "https://huggingface.co"
OWN_SERVERS = (
    Origin("https", "huggingface.co", 443),
    Origin("https", "router.huggingface.co", 443),
)
FILE_PATIENCE_SECONDS = 3.0

FOR_THIS_RUN = "The token is kept only until HF Chat ends."
NOT_READABLE = "A token that was saved there cannot be used now."
NOTHING_KEPT = "A token entered here is kept only until HF Chat ends."
NOT_THERE = (
    "The system keyring does not give the token that was saved there; it may be locked. "
    "Unlock it, or enter the token again."
)
NOT_USABLE = (
    "The token that was saved there cannot be used until it does. Unlock it, or enter the token "
    "again in the settings."
)
NOT_REMOVED = "The token is no longer used, but may still be saved there."
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
        self._keyring = keyring or SystemKeyring()
        self._also_found = also_found
        self._token: Secret | None = None  # as far as it is known
        self._settled = False  # the person set or removed it: the keyring is not asked any more
        self._reading: Errand[Secret | None] | None = None
        self._changing: Errand[None] | None = None

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
        return await (self.command_line_token() if self._also_found else self._usable_token())

    async def command_line_token(self) -> Secret | None:
        """Return our token, else that in `HF_TOKEN`, else that in the file of other tools.

        Raises `TokenMalformed` where the one that counts is no token, and `KeyringUnavailable`
        where there is no other than the one that the keyring does not give.
        """
        try:
            own = await self._usable_token()
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
        if self._settled or self._token is not None:
            return self._token is not None
        return self._preferences.token_kept

    async def status(self) -> TokenStatus:
        """Say whether there is a token and whether it is kept.

        Where the keyring had none, or failed, it is asked again.
        """
        if self._settled:
            return await self._settled_status()
        self._ask_again()
        try:
            token = await self._own_token()
        except KeyringUnavailable as error:
            missing = error.user_text in (ABSENT, UNSAFE)
            advice = NOTHING_KEPT if missing else NOT_READABLE
            return TokenStatus(False, problem=f"{error.user_text} {advice}")
        except TokenMalformed as error:
            return TokenStatus(False, kept=True, problem=error.user_text)
        if token is None:
            return TokenStatus(False, problem=NOT_THERE if self._preferences.token_kept else "")
        return TokenStatus(True, True, ending(token))

    async def save(self, text: str) -> TokenStatus:
        """Clean, check and keep a token; raise `TokenMalformed` without echoing it."""
        return await self._set(checked(cleaned(text)))

    async def remove(self) -> TokenStatus:
        """Remove the token from the keyring and from this run."""
        return await self._set(None)

    async def found(self) -> Sequence[FoundToken]:
        """List tokens that other tools left and that are not ours already."""
        mine = self._token.reveal() if self._token else ""
        found = await self._from_file(found_tokens) or []
        return [FoundToken(place, ending(one)) for place, one in found if one.reveal() != mine]

    async def adopt(self, found: FoundToken) -> TokenStatus:
        """Keep a found token as ours; raise `TokenMalformed` where it is gone."""
        for place, secret in await self._from_file(found_tokens) or []:
            if place == found.place:
                return await self._set(secret)
        raise TokenMalformed(f"There is no token in {found.place} any more. Enter one instead.")

    # --- inside -------------------------------------------------------------------------------

    async def _set(self, token: Secret | None) -> TokenStatus:
        self._token, self._settled, self._reading, self._changing = token, True, None, None
        return await self._settled_status()

    async def _settled_status(self) -> TokenStatus:
        """Say how far the keyring has come with what the person wants; it may have been late."""
        token = self._token
        problem = ""
        try:
            if self._changing is None:
                self._changing = await self._begin_change(token)
            await self._keyring.answer(self._changing)
        except KeyringUnavailable as error:
            problem = f"{error.user_text} {FOR_THIS_RUN if token else NOT_REMOVED}"
        kept = token is not None and not problem
        if not problem:
            self._preferences.note_token_kept(kept)
        return TokenStatus(token is not None, kept, ending(token) if token else "", problem)

    async def _begin_change(self, token: Secret | None) -> Errand[None]:
        if token is None:
            return await self._keyring.delete(USER)
        return await self._keyring.write(USER, token)

    async def _usable_token(self) -> Secret | None:
        """Return our token; a keyring that fails matters where one was put into it."""
        try:
            token = await self._own_token()
        except KeyringUnavailable as error:
            if self._preferences.token_kept:
                self._ask_again()
                raise KeyringUnavailable(f"{error.user_text} {NOT_USABLE}") from error
            log.info("No token, since the keyring cannot be used: %s", error.user_text)
            return None
        if token is None and self._preferences.token_kept and not self._settled:
            self._ask_again()
            raise KeyringUnavailable(NOT_THERE)
        return token

    def _ask_again(self) -> None:
        if self._token is None and self._reading is not None and self._reading.done:
            self._reading = None

    async def _own_token(self) -> Secret | None:
        if self._settled:
            return self._token
        if self._reading is None:
            self._reading = await self._keyring.read(USER)
        secret = await self._keyring.answer(self._reading)
        if self._reading is not None:  # else the person has set one meanwhile
            self._token = checked(secret.reveal(), SAVED_TOKEN) if secret else None
            if self._token is not None:
                self._preferences.note_token_kept(True)
        return self._token

    async def _from_file(self, work: Callable[[Path], T]) -> T | None:
        errand = Errand(lambda: work(self._token_file), "hfchat-token-file")
        try:
            return await errand.wait(FILE_PATIENCE_SECONDS)
        except TimeoutError:
            log.warning("The folder with the token of other tools does not answer")
            return None
