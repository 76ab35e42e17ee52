"""Tests for the choice of a proxy, and for its password in a real keyring."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import ProxyFailed
from hfchat_gui.conversation.ports import ProxyKeeper
from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.network.proxies import taken_apart
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.proxy_keeper import ProxyVault
from hfchat_gui.settings.system_keyring import SystemKeyring
from tests.helpers.keyring_service import (
    bus_with_locked_keyring,
    bus_with_open_keyring,
    bus_without_keyring,
)
from tests.helpers.running import Run
from tests.settings.vault_session import session

PROXY = "http://proxy.example:3128"
PASSWORD = "p@ss-of-the-proxy"


@pytest.fixture
def preferences(tmp_path: Path) -> PreferencesFile:
    return PreferencesFile(tmp_path / "p.json")


@pytest.fixture
def vault(preferences: PreferencesFile) -> ProxyVault:
    return ProxyVault(preferences, SystemKeyring(), taken_apart)


def test_the_systems_way_is_the_first_choice(vault: ProxyVault) -> None:
    keeper: ProxyKeeper = vault
    assert keeper.choice == ProxyChoice(ProxyMode.SYSTEM)


def test_a_choice_outlives_the_run(
    vault: ProxyVault, preferences: PreferencesFile, tmp_path: Path, run: Run
) -> None:
    choice = ProxyChoice(ProxyMode.MANUAL, "proxy.example:3128", "me", "*.lan")
    status = run(vault.save(choice))
    assert not status.present
    preferences.flush()
    again = ProxyVault(PreferencesFile(tmp_path / "p.json"), SystemKeyring(), taken_apart)
    assert again.choice == ProxyChoice(ProxyMode.MANUAL, PROXY, "me", "*.lan")
    assert run(again.chosen()).password is None


@pytest.mark.parametrize(
    "kept", ["http://p", 7, None, {"mode": "odd"}, {"mode": 1, "address": "a"}, {"address": "a"}]
)
def test_what_cannot_be_read_is_the_systems_way(
    vault: ProxyVault, preferences: PreferencesFile, kept: object
) -> None:
    preferences.keep_entry("proxy", kept)
    assert vault.choice == ProxyChoice()
    preferences.keep_entry("proxy", {"mode": "manual", "address": 3, "user": None})
    assert vault.choice == ProxyChoice(ProxyMode.MANUAL)


def test_an_address_that_is_none_is_not_kept(vault: ProxyVault, run: Run) -> None:
    with pytest.raises(ProxyFailed):
        run(vault.save(ProxyChoice(ProxyMode.MANUAL, "me:secret@")))
    assert vault.choice == ProxyChoice()


def test_other_ways_need_no_keyring(vault: ProxyVault, run: Run) -> None:
    assert not run(vault.save(ProxyChoice(ProxyMode.NONE, PROXY), PASSWORD)).present
    assert run(vault.chosen()).choice.mode is ProxyMode.NONE
    assert not run(vault.save(ProxyChoice(ProxyMode.MANUAL, PROXY), "")).present


def test_a_password_is_kept_for_its_proxy_alone(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        first, logged = session(f"proxy.save me:{PASSWORD}@proxy.example:3128", bus=bus)
        assert (first[0]["present"], first[0]["kept"], first[0]["ending"]) == (True, True, "")
        again, more = session(
            "proxy.status",
            "proxy.chosen",
            f"proxy.save {PROXY}",
            "proxy.chosen",
            "proxy.save http://other.example:80",
            "proxy.status",
            "proxy.chosen",
            f"proxy.save {PROXY}",
            "proxy.chosen",
            bus=bus,
        )
        assert again[0]["kept"] is True
        assert [again[1], again[3], again[6], again[8]] == [PASSWORD, PASSWORD, None, PASSWORD]
        assert (again[2]["present"], again[5]["present"]) == (True, False)
        assert again[7]["present"] is True
        last, _ = session(f"proxy.save {PROXY} ", "proxy.chosen", "proxy.status", bus=bus)
        assert last[1] is None
        assert last[2]["present"] is False
    for file in Path.home().rglob("*"):
        assert not file.is_file() or PASSWORD.encode() not in file.read_bytes(), file
    assert PASSWORD not in logged + more


def test_a_password_that_a_locked_keyring_holds_back_is_told(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"proxy.save {PROXY} {PASSWORD}", bus=bus)
    (tmp_path / "locked").mkdir()
    with bus_with_locked_keyring(tmp_path / "locked") as bus:
        answers, _ = session("patience 1", "proxy.chosen", "proxy.status", bus=bus)
    assert answers[0]["error"] == "keyring"
    assert "password of the proxy" in answers[0]["text"]
    assert answers[1]["problem"]


def test_the_password_of_the_proxy_before_does_not_stay_behind(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"proxy.save {PROXY} {PASSWORD}", bus=bus)
        answers, _ = session(
            "proxy.save http://other.example:80 new", f"proxy.save {PROXY}", "proxy.chosen", bus=bus
        )
    assert answers[0]["kept"] is True
    assert answers[2] is None


def test_without_a_keyring_a_password_lives_for_this_run(tmp_path: Path) -> None:
    with bus_without_keyring(tmp_path) as bus:
        answers, _ = session(
            f"proxy.save {PROXY} {PASSWORD}", "proxy.status", "proxy.chosen", bus=bus
        )
    assert (answers[0]["present"], answers[0]["kept"]) == (True, False)
    assert answers[1]["present"] is True
    assert answers[2] == PASSWORD
