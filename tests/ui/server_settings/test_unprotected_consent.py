"""No key goes over the open network unprotected whom no tick named, and it is easily withdrawn."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.server_settings.unprotected_consent import UnprotectedConsent, may_be_read
from tests.ui.stand_in_ports import PlainPreferences

_FAR = "http://gpu.example.org"


@pytest.fixture
def preferences() -> PlainPreferences:
    return PlainPreferences()


@pytest.fixture
def consent(preferences: PlainPreferences, qtbot: QtBot) -> UnprotectedConsent:
    made = UnprotectedConsent(preferences)
    qtbot.addWidget(made)
    return made


def _tick(consent: UnprotectedConsent) -> QCheckBox:
    return consent.findChild(QCheckBox)  # type: ignore[return-value]


def test_a_tick_holds_once_it_is_kept_and_is_withdrawn_at_once(
    consent: UnprotectedConsent, preferences: PlainPreferences
) -> None:
    consent.show_address(_FAR)
    assert not _tick(consent).isChecked()
    _tick(consent).click()
    assert preferences.unprotected == set()
    consent.keep()
    assert preferences.unprotected == {_FAR}
    _tick(consent).click()
    assert preferences.unprotected == set()


def test_each_address_has_a_tick_of_its_own(
    consent: UnprotectedConsent, preferences: PlainPreferences
) -> None:
    preferences.unprotected.add(_FAR)
    consent.show_address(_FAR)
    assert _tick(consent).isChecked()
    consent.show_address("http://other.example.org")
    assert not _tick(consent).isChecked()
    consent.show_address("")
    assert consent.isHidden()
    consent.keep()
    assert preferences.unprotected == {_FAR}


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        (_FAR, True),
        ("http://gpu:8000", True),
        ("http://192.0.2.7", True),
        ("https://gpu.example.org", False),
        ("http://127.0.0.1:8080", False),
        ("http://192.168.1.7", False),
        ("http://nas.local", False),
        ("", False),
    ],
)
def test_only_far_addresses_without_encryption_are_asked_about(address: str, asked: bool) -> None:
    assert may_be_read(address) is asked
