"""Nobody gets the Hugging Face token whom no tick named, and a tick is easily taken away."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QCheckBox
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.server_settings.token_consent import TokenConsent, may_take_token
from tests.ui.stand_in_ports import PlainPreferences

_SAFE = "https://gpu.example.org"


@pytest.fixture
def preferences() -> PlainPreferences:
    return PlainPreferences()


@pytest.fixture
def consent(preferences: PlainPreferences, qtbot: QtBot) -> TokenConsent:
    made = TokenConsent(preferences)
    qtbot.addWidget(made)
    return made


def _tick(consent: TokenConsent) -> QCheckBox:
    return consent.findChild(QCheckBox)  # type: ignore[return-value]


def test_a_tick_holds_once_it_is_kept_and_is_withdrawn_at_once(
    consent: TokenConsent, preferences: PlainPreferences
) -> None:
    consent.show_address(_SAFE)
    _tick(consent).click()
    assert preferences.allowed == set()
    consent.keep()
    assert preferences.allowed == {_SAFE}
    _tick(consent).click()
    assert preferences.allowed == set()


def test_it_shows_what_was_agreed_before(
    consent: TokenConsent, preferences: PlainPreferences
) -> None:
    preferences.allow_token(_SAFE, True)
    consent.show_address(_SAFE)
    assert _tick(consent).isChecked()
    consent.show_address("https://other.example.org")
    assert not _tick(consent).isChecked()


def test_it_is_not_asked_where_the_server_has_a_key_of_its_own(consent: TokenConsent) -> None:
    consent.show_address(_SAFE, has_key=True)
    assert _tick(consent).isHidden()
    consent.show_address(_SAFE)
    assert not _tick(consent).isHidden()


def test_it_is_not_asked_over_plain_http(consent: TokenConsent) -> None:
    consent.show_address("http://10.0.0.5")
    assert _tick(consent).isHidden()


@pytest.mark.parametrize(
    "address",
    [
        *("https://gpu.example.org/v1", "http://localhost:8080", "http://127.0.0.9"),
        *("http://[::1]:1", "http://app.localhost:8080"),
    ],
)
def test_the_token_may_go_where_nobody_listens(address: str) -> None:
    assert may_take_token(address)


@pytest.mark.parametrize(
    "address",
    ["http://gpu.example.org", "http://10.0.0.5:8080", "http://localhost.example.org", "nothing"],
)
def test_the_token_may_not_go_over_plain_http(address: str) -> None:
    assert not may_take_token(address)
