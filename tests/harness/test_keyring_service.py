"""Each kind of keyring behaves as its name says, towards the same library the program uses."""

from __future__ import annotations

from pathlib import Path

import pytest
import secretstorage
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.helpers.desktop import needs_desktop
from tests.helpers.keyring_service import (
    bus_with_locked_keyring,
    bus_with_open_keyring,
    bus_with_silent_keyring,
    bus_without_keyring,
)

pytestmark = needs_desktop


def test_an_open_keyring_keeps_a_secret(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as address, open_dbus_connection(address) as bus:
        collection = secretstorage.get_default_collection(bus)
        item = collection.create_item("label", {"a": "b"}, b"secret")
        assert item.get_secret() == b"secret"
        assert not collection.is_locked()


def test_a_locked_keyring_is_locked(tmp_path: Path) -> None:
    with bus_with_locked_keyring(tmp_path) as address, open_dbus_connection(address) as bus:
        assert secretstorage.get_default_collection(bus).is_locked()


def test_without_a_keyring_there_is_none(tmp_path: Path) -> None:
    with bus_without_keyring(tmp_path) as address, open_dbus_connection(address) as bus:
        assert not secretstorage.check_service_availability(bus)


def test_a_silent_keyring_is_there_and_says_nothing(tmp_path: Path) -> None:
    service = DBusAddress(
        "/org/freedesktop/secrets", "org.freedesktop.secrets", "org.freedesktop.Secret.Service"
    )
    call = new_method_call(service, "ReadAlias", "s", ("default",))
    with bus_with_silent_keyring(tmp_path) as address, open_dbus_connection(address) as bus:
        assert secretstorage.check_service_availability(bus)
        with pytest.raises(TimeoutError):
            bus.send_and_get_reply(call, timeout=0.2)
