"""Keeps which proxy was chosen, and its password in the system's keyring for that proxy alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, replace

from hfchat_gui.conversation.error_record import OPEN_PROXY
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.proxy import ChosenProxy, ProxyChoice, ProxyMode
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.kept_secret import KeptSecret, Mark
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import SystemKeyring

_ENTRY = "proxy"
_MARK = "proxy_password"  # in the preferences: the proxy whose password is in the keyring
_NO_PASSWORD = TokenStatus(False)


class ProxyVault:
    """Fills `ProxyKeeper`, and tells the network what was chosen.

    `take_apart` parts an address from the name and password in it, and raises `ProxyFailed` where
    it is none.
    """

    def __init__(
        self,
        preferences: PreferencesFile,
        keyring: SystemKeyring,
        take_apart: Callable[[ProxyChoice], ChosenProxy],
    ) -> None:
        self._preferences = preferences
        self._keyring = keyring
        self._take_apart = take_apart
        self._secret: tuple[str, KeptSecret] | None = None

    @property
    def choice(self) -> ProxyChoice:
        """What was chosen last; the system's way where that cannot be read."""
        kept = self._preferences.entry(_ENTRY)
        data = kept if isinstance(kept, dict) else {}
        mode = next((mode for mode in ProxyMode if mode.value == data.get("mode")), None)
        texts = [data.get(name) for name in ("address", "user", "exceptions")]
        address, user, exceptions = (text if isinstance(text, str) else "" for text in texts)
        return ProxyChoice(mode, address, user, exceptions) if mode else ProxyChoice()

    async def status(self) -> TokenStatus:
        """Say whether there is a password for the proxy that is named, and whether it is kept."""
        place = self.choice.address
        known = place and (self._is_noted(place) or self._is_at_hand(place))
        return _quiet(await self._password(place).status()) if known else _NO_PASSWORD

    async def save(self, choice: ProxyChoice, password: str | None = None) -> TokenStatus:
        """Keep a choice; `password`: None leaves it as it is, "" removes it.

        Name and password that stand in the address are taken out of it. Raises `ProxyFailed`,
        and keeps nothing, where a proxy named by hand has no address that can be read.
        """
        apart = self._take_apart(choice)
        choice = apart.choice
        if password is None and apart.password is not None:
            password = apart.password.reveal()
        self._preferences.keep_entry(_ENTRY, asdict(choice))
        if password is None or choice.mode is not ProxyMode.MANUAL:
            return await self.status()
        before = self._preferences.entry(_MARK)
        if isinstance(before, str) and before != choice.address:
            await self._password(before).put(None)  # nobody would remove it any more
        own = self._password(choice.address)
        if not password and not own.expected:
            return _NO_PASSWORD
        return _quiet(await own.put(Secret(password) if password else None))

    async def chosen(self) -> ChosenProxy:
        """Return the choice with its password.

        Raises `KeyringUnavailable` where a password was saved and the keyring does not give it.
        """
        choice = self.choice
        if choice.mode is not ProxyMode.MANUAL:
            return ChosenProxy(choice)
        own = self._password(choice.address)
        return ChosenProxy(choice, await own.usable() if own.expected else None)

    # --- inside -------------------------------------------------------------------------------

    def _password(self, place: str) -> KeptSecret:
        if self._secret is None or self._secret[0] != place:
            mark = Mark(lambda: self._is_noted(place), lambda kept: self._note(place, kept))
            user = f"proxy {place}"
            noun = "password of the proxy"
            made = KeptSecret(self._keyring, user, noun, Secret, mark, action=OPEN_PROXY)
            self._secret = (place, made)
        return self._secret[1]

    def _is_at_hand(self, place: str) -> bool:
        return self._secret is not None and self._secret[0] == place

    def _is_noted(self, place: str) -> bool:
        return self._preferences.entry(_MARK) == place

    def _note(self, place: str, kept: bool) -> None:
        if kept or self._is_noted(place):
            self._preferences.keep_entry(_MARK, place if kept else None)


def _quiet(status: TokenStatus) -> TokenStatus:
    """A key is known by its last letters; a password has none to spare."""
    return replace(status, ending="")
