"""Keeps a key for each server in the system's keyring, and gives it to that server alone."""

from __future__ import annotations

from collections.abc import Callable

from hfchat_gui.conversation.error_record import Action, enter_key
from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.origin import Origin, origin, origin_or_none
from hfchat_gui.conversation.ports import Credentials, TokenStatus
from hfchat_gui.conversation.secret import Secret, check_secret
from hfchat_gui.settings.kept_secret import KeptSecret, Mark
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.token_text import cleaned

_INDEX = "server_keys"  # in the preferences: the origins whose key is in the keyring


class ServerKeyVault:
    """Fills `conversation.servers.ServerKeys`, and `Credentials` for every address.

    `others` give what may go to an address that has no key of its own: the Hugging Face token,
    where that is allowed. A key has one entry in the keyring for each scheme, host and port; which
    of them there are is noted in the preferences, so that a locked keyring is told from an empty
    one, and none is asked about a server without a key.
    """

    def __init__(
        self, preferences: PreferencesFile, others: Credentials, keyring: SystemKeyring
    ) -> None:
        self._preferences = preferences
        self._others = others
        self._keyring = keyring
        self._keys: dict[Origin, KeptSecret] = {}

    # --- Credentials --------------------------------------------------------------------------

    async def for_url(self, url: str) -> Secret | None:
        """Return the key for exactly this scheme, host and port, else what the others give.

        Raises `KeyringUnavailable` where a key was saved and the keyring does not give it, and
        `TokenMalformed` where what it gives cannot be sent: nothing else goes to the server then.
        """
        place = origin_or_none(url)
        own = None if place is None else self._known(place)
        if own is not None and own.expected:
            return await own.usable()
        return await self._others.for_url(url)

    # --- ServerKeys ---------------------------------------------------------------------------

    async def status(self, address: str) -> TokenStatus:
        """Say whether there is a key for this address and whether it is kept."""
        own = self._known(origin(address))
        return await own.status() if own else TokenStatus(False)

    def typed(self, address: str, text: str) -> Secret:
        """Return a key as it would be kept; raise `TokenMalformed` without echoing it."""
        return _checked(cleaned(text), "What you entered", enter_key(str(origin(address))))

    async def save(self, address: str, text: str) -> TokenStatus:
        """Check and keep a key; raise `TokenMalformed` without echoing it."""
        return await self._key(origin(address)).put(self.typed(address, text))

    async def remove(self, address: str) -> TokenStatus:
        """Remove the key from the keyring and from this run; ask no keyring if there is none."""
        own = self._known(origin(address))
        return await own.put(None) if own else TokenStatus(False)

    # --- inside -------------------------------------------------------------------------------

    def _known(self, place: Origin) -> KeptSecret | None:
        """Return the key of an origin if the keyring has one, or this run had to do with one."""
        is_known = place in self._keys or self._is_noted(place)
        return self._key(place) if is_known else None

    def _key(self, place: Origin) -> KeptSecret:
        if place not in self._keys:
            mark = Mark(lambda: self._is_noted(place), lambda kept: self._note(place, kept))
            self._keys[place] = KeptSecret(
                self._keyring,
                str(place),
                f"key for {place.place}",
                _check_saved(place),
                mark,
                action=enter_key(str(place)),
            )
        return self._keys[place]

    def _noted(self) -> list[str]:
        kept = self._preferences.entry(_INDEX)
        return [one for one in kept if isinstance(one, str)] if isinstance(kept, list) else []

    def _is_noted(self, place: Origin) -> bool:
        return str(place) in self._noted()

    def _note(self, place: Origin, kept: bool) -> None:
        others = [one for one in self._noted() if one != str(place)]
        self._preferences.keep_entry(_INDEX, others + [str(place)] * kept)


def _check_saved(place: Origin) -> Callable[[str], Secret]:
    where, action = f"What the system keyring holds for {place.place}", enter_key(str(place))
    return lambda text: _checked(text, where, action)


def _checked(text: str, where: str, action: Action) -> Secret:
    if problem := check_secret(text):
        words = f"{where} is not a key: it {problem}. Copy the key again."
        raise TokenMalformed(words, action=action)
    return Secret(text)
