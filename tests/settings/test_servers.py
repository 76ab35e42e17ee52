"""The list of servers outlives a run, takes over old addresses, and holds no password."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.servers import Server, Servers
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.servers import LONGEST_NAME, MOST_NAMES, ServerList

HOME = Server("At home", "http://127.0.0.1:8080")
WORK = Server("At work", "https://gpu.example.org/llm", "vllm")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A place for the preferences file."""
    return tmp_path / "preferences.json"


def listed(file: Path) -> ServerList:
    """The list as the next start finds it."""
    return ServerList(PreferencesFile(file))


def stored(file: Path, preferences: PreferencesFile) -> Any:
    """What is in the file in the end."""
    preferences.flush(10)
    return json.loads(file.read_text())


def test_servers_are_there_at_the_next_start_the_last_added_first(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers: Servers = ServerList(preferences)
    assert list(servers.all) == []
    servers.put(HOME)
    servers.put(WORK)
    preferences.flush(10)
    assert list(listed(file).all) == [WORK, HOME]
    assert listed(file).server(HOME.address) == HOME
    assert listed(file).server("http://127.0.0.1:8081") is None


def test_a_changed_server_stays_in_its_place_under_its_new_address(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    servers.put(HOME)
    servers.put(WORK)
    servers.remember_model(HOME.address, "qwen")
    preferences.allow_token(HOME.address, True)
    moved = Server("Moved", "http://127.0.0.1:9000", "ollama")
    servers.put(moved, instead_of=HOME.address)
    assert list(servers.all) == [WORK, moved]
    assert servers.typed_models(moved.address) == ["qwen"]
    assert not preferences.token_allowed(HOME.address)
    preferences.flush(10)


def test_a_server_moved_onto_anothers_address_replaces_it(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    servers.put(HOME)
    servers.put(WORK)
    servers.put(Server("One", WORK.address), instead_of=HOME.address)
    assert list(servers.all) == [Server("One", WORK.address)]
    servers.put(Server("New", HOME.address), instead_of="http://unknown")
    assert [one.name for one in servers.all] == ["New", "One"]
    preferences.flush(10)


def test_a_server_without_a_name_is_named_after_its_host(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    servers.put(Server(" \n", HOME.address))
    servers.put(Server("x\u202e" * 200, WORK.address))
    assert [len(one.name) for one in servers.all] == [LONGEST_NAME, len("127.0.0.1:8080")]
    assert "\u202e" not in servers.all[0].name
    preferences.flush(10)


@pytest.mark.parametrize(
    "address", ["https://me:secret@gpu.example.org", "http://secret@localhost:1", "secret", ""]
)
def test_an_address_with_a_password_reaches_no_file(file: Path, address: str) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    servers.put(HOME)
    with pytest.raises(BadAddress):
        servers.put(Server("secret?", address), instead_of=HOME.address)
    assert stored(file, preferences)["servers"][0]["address"] == HOME.address
    assert "secret" not in file.read_text()


def test_removing_a_server_withdraws_the_consent_with_the_last_of_its_origin(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    beside = Server("Beside", f"{WORK.address}/other")
    servers.put(WORK)
    servers.put(beside)
    preferences.allow_token(WORK.address, True)
    servers.remove(beside.address)
    assert preferences.token_allowed(WORK.address)
    servers.remove(WORK.address)
    assert not preferences.token_allowed(WORK.address)
    assert list(servers.all) == []
    preferences.flush(10)


def test_an_address_that_nothing_can_be_sent_to_is_passed_over(file: Path) -> None:
    preferences = PreferencesFile(file)
    odd = ["http://[", "http://h/\ud800", "http://a:b:c", "", 5, None]
    preferences.keep_entry("servers", [{"address": address} for address in odd])
    assert list(ServerList(preferences).all) == []
    preferences.flush(10)


def test_typed_model_names_are_newest_first_and_bounded(file: Path) -> None:
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    servers.remember_model(HOME.address, "of no server")
    servers.put(HOME)
    servers.remember_model(HOME.address, "")
    for number in range(MOST_NAMES + 5):
        servers.remember_model(HOME.address, f"m{number}")
    servers.remember_model(HOME.address, "m20")
    preferences.flush(10)
    names = listed(file).typed_models(HOME.address)
    assert (len(names), names[0], names[1]) == (MOST_NAMES, "m20", f"m{MOST_NAMES + 4}")
    assert listed(file).typed_models(WORK.address) == []


def test_old_addresses_become_servers_with_their_model_names(file: Path) -> None:
    old = [
        {"source": "address", "name": "big", "address": HOME.address},
        {"source": "address", "name": "", "address": "https://gpu.example.org"},
        {"source": "address", "name": "small", "address": HOME.address},
        {"source": "address", "name": "big", "address": HOME.address},
        {"source": "address", "name": "", "address": "https://me:secret@gpu.example.org"},
        {"source": "moon"},
        7,
    ]
    file.write_text(json.dumps({"addresses": old, "later": 1}))
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    before = file.read_bytes()
    assert [(one.name, one.address, one.kind) for one in servers.all] == [
        ("127.0.0.1:8080", HOME.address, ""),
        ("gpu.example.org", "https://gpu.example.org", ""),
    ]
    assert servers.typed_models(HOME.address) == ["big", "small"]
    preferences.flush(10)
    assert file.read_bytes() == before
    servers.put(WORK)
    kept = stored(file, preferences)
    assert ("addresses" in kept, kept["later"], len(kept["servers"])) == (False, 1, 3)
    assert "secret" not in file.read_text()


def test_what_a_later_version_wrote_stays_and_what_is_broken_is_skipped(file: Path) -> None:
    later = [
        7,
        {"name": "no address"},
        {"name": 5, "address": HOME.address, "kind": "telepathy", "models": 5, "icon": "cat"},
        {"name": "double", "address": HOME.address},
        {"name": "w", "address": WORK.address, "kind": 3, "models": ["a", 5, "b"]},
    ]
    file.write_text(json.dumps({"servers": later}))
    preferences = PreferencesFile(file)
    servers = ServerList(preferences)
    assert list(servers.all) == [
        Server("127.0.0.1:8080", HOME.address),
        Server("w", WORK.address),
    ]
    assert servers.typed_models(HOME.address) == []
    assert servers.typed_models(WORK.address) == ["a", "b"]
    servers.remember_model(HOME.address, "x")
    kept = stored(file, preferences)["servers"]
    assert kept[0] == {"name": "no address"}
    assert (kept[1]["icon"], kept[1]["kind"], kept[1]["models"]) == ("cat", "telepathy", ["x"])
