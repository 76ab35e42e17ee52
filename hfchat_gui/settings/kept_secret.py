"""One secret and the entry of the system's keyring in which it is, may be, or could not be kept."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass

from hfchat_gui.conversation.error_record import OPEN_SETTINGS, Action
from hfchat_gui.conversation.errors import KeyringUnavailable, TokenMalformed
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.system_keyring import ABSENT, UNSAFE, SystemKeyring
from hfchat_gui.settings.token_text import ending

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Mark:
    """The note, outside the keyring, that it holds a secret: some keyrings hide that.

    A refused unlock reads like an empty keyring there.
    """

    is_set: Callable[[], bool]
    put: Callable[[bool], None]


class KeptSecret:
    """A secret of the keyring's entry `user`, read when it is needed for the first time.

    `noun` names it in sentences ("token"); `check` makes a secret of the text that the keyring
    holds, or raises `TokenMalformed`. `action` leads to where it is entered.
    """

    def __init__(
        self,
        keyring: SystemKeyring,
        user: str,
        noun: str,
        check: Callable[[str], Secret],
        mark: Mark,
        *,
        action: Action = OPEN_SETTINGS,
    ) -> None:
        self._keyring = keyring
        self._user = user
        self._noun = noun
        self._check = check
        self._mark = mark
        self._action = action
        self._secret: Secret | None = None  # as far as it is known
        self._settled = False  # the person set or removed it: the keyring is not asked any more
        self._reading: Errand[Secret | None] | None = None
        self._changing: Errand[None] | None = None

    @property
    def known(self) -> Secret | None:
        """The secret as far as it is known without asking the keyring."""
        return self._secret

    @property
    def expected(self) -> bool:
        """Whether there should be one, as far as is known without asking the keyring."""
        if self._settled or self._secret is not None:
            return self._secret is not None
        return self._mark.is_set()

    async def status(self) -> TokenStatus:
        """Say whether there is a secret and whether it is kept.

        Where the keyring had none, or failed, it is asked again.
        """
        if self._settled:
            return await self._settled_status()
        self._ask_again()
        try:
            secret = await self._own()
        except KeyringUnavailable as error:
            missing = error.user_text in (ABSENT, UNSAFE)
            advice = self._nothing_kept if missing else self._not_readable
            return TokenStatus(False, problem=f"{error.user_text} {advice}")
        except TokenMalformed as error:
            return TokenStatus(False, kept=True, problem=error.user_text)
        if secret is None:
            return TokenStatus(False, problem=self._not_there if self._mark.is_set() else "")
        return TokenStatus(True, True, ending(secret))

    async def put(self, secret: Secret | None) -> TokenStatus:
        """Keep a secret in place of the one before, or remove it (None)."""
        self._secret, self._settled = secret, True
        self._reading, self._changing = None, None
        return await self._settled_status()

    async def usable(self) -> Secret | None:
        """Return the secret, or None; a keyring that fails matters where one was put into it.

        Raises `KeyringUnavailable` then, and `TokenMalformed` where what it holds is none.
        """
        try:
            secret = await self._own()
        except KeyringUnavailable as error:
            if self._mark.is_set():
                self._ask_again()
                words = f"{error.user_text} {self._not_usable}"
                raise KeyringUnavailable(words, action=self._action) from error
            log.info("No %s, since the keyring cannot be used: %s", self._noun, error.user_text)
            return None
        if secret is None and self._mark.is_set() and not self._settled:
            self._ask_again()
            raise KeyringUnavailable(self._not_there, action=self._action)
        return secret

    async def _settled_status(self) -> TokenStatus:
        """Say how far the keyring has come with what the person wants; it may have been late."""
        secret = self._secret
        problem = ""
        try:
            if self._changing is None:
                self._changing = await self._begin_change(secret)
            await self._keyring.answer(self._changing)
        except KeyringUnavailable as error:
            problem = f"{error.user_text} {self._for_this_run if secret else self._not_removed}"
        kept = secret is not None and not problem
        if not problem:
            self._mark.put(kept)
        return TokenStatus(secret is not None, kept, ending(secret) if secret else "", problem)

    async def _begin_change(self, secret: Secret | None) -> Errand[None]:
        if secret is None:
            return await self._keyring.delete(self._user)
        return await self._keyring.write(self._user, secret)

    def _ask_again(self) -> None:
        if self._secret is None and self._reading is not None and self._reading.done:
            self._reading = None

    async def _own(self) -> Secret | None:
        if self._settled:
            return self._secret
        if self._reading is None:
            self._reading = await self._keyring.read(self._user)
        secret = await self._keyring.answer(self._reading)
        if self._reading is not None:  # else the person has set one meanwhile
            self._secret = self._check(secret.reveal()) if secret else None
            if self._secret is not None:
                self._mark.put(True)
        return self._secret

    # --- what follows the keyring's own sentence ----------------------------------------------

    @property
    def _for_this_run(self) -> str:
        return f"The {self._noun} is kept only until HF Chat ends."

    @property
    def _not_readable(self) -> str:
        return f"A {self._noun} that was saved there cannot be used now."

    @property
    def _nothing_kept(self) -> str:
        return f"A {self._noun} entered here is kept only until HF Chat ends."

    @property
    def _not_there(self) -> str:
        return (
            f"The system keyring does not give the {self._noun} that was saved there; it may be "
            f"locked. Unlock it, or enter the {self._noun} again."
        )

    @property
    def _not_usable(self) -> str:
        return (
            f"The {self._noun} that was saved there cannot be used until it does. Unlock it, or "
            f"enter the {self._noun} again in the settings."
        )

    @property
    def _not_removed(self) -> str:
        return f"The {self._noun} is no longer used, but may still be saved there."
