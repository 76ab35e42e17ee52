"""A removed server comes back with all that was agreed and typed; its key goes only with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.server_removal import ServerRemoval
from hfchat_gui.conversation.servers import Server
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.servers import ServerList
from tests.helpers.running import Run

_FAR = Server("Far", "http://gpu.example.org:8000/v1", "vllm")
_BESIDE = Server("Beside", "http://gpu.example.org:8000/second")


class _Keys:
    """Writes down whose key is removed."""

    def __init__(self) -> None:
        self.removed: list[str] = []

    async def status(self, address: str) -> TokenStatus:
        """There is none."""
        return TokenStatus(False)

    def typed(self, address: str, text: str) -> Secret:
        """Return it as it is."""
        return Secret(text)

    async def save(self, address: str, text: str) -> TokenStatus:
        """Keep none."""
        return TokenStatus(False)

    async def remove(self, address: str) -> TokenStatus:
        """Remove it."""
        self.removed.append(address)
        return TokenStatus(False)


class _House:
    def __init__(self, file: Path) -> None:
        self.preferences = PreferencesFile(file)
        self.servers = ServerList(self.preferences)
        self.keys = _Keys()
        self.removal = ServerRemoval(self.servers, self.keys, self.preferences)


@pytest.fixture
def house(tmp_path: Path) -> _House:
    """A list with one server."""
    made = _House(tmp_path / "preferences.json")
    made.servers.put(_FAR)
    return made


@pytest.mark.parametrize("agreed", [True, False])
def test_it_comes_back_as_it_was(house: _House, agreed: bool) -> None:
    house.preferences.allow_token(_FAR.address, agreed)
    house.preferences.allow_unprotected(_FAR.address, agreed)
    for name in ("org/first", "org/second"):
        house.servers.remember_model(_FAR.address, name)
    removed = house.removal.remove(_FAR)
    assert list(house.servers.all) == []
    assert not house.preferences.token_allowed(_FAR.address)
    assert not house.preferences.unprotected_allowed(_FAR.address)
    house.removal.bring_back(removed)
    assert list(house.servers.all) == [_FAR]
    assert house.servers.typed_models(_FAR.address) == ["org/second", "org/first"]
    assert house.preferences.token_allowed(_FAR.address) == agreed
    assert house.preferences.unprotected_allowed(_FAR.address) == agreed


def test_its_key_goes_unless_another_server_has_the_same_origin(run: Run, house: _House) -> None:
    house.servers.put(_BESIDE)
    house.removal.remove(_FAR)
    run(house.removal.drop_key(_FAR.address))
    assert house.keys.removed == []
    house.removal.remove(_BESIDE)
    run(house.removal.drop_key(_FAR.address))
    assert house.keys.removed == [_FAR.address]
