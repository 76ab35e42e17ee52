"""A server's key is kept in a real keyring under its origin, and goes to that origin alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.error_record import enter_key
from hfchat_gui.conversation.errors import KeyringUnavailable, TokenMalformed
from hfchat_gui.conversation.ports import Credentials
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import ServerKeys
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.server_keys import ServerKeyVault
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.tokens import TokenVault
from tests.helpers.keyring_service import (
    bus_with_locked_keyring,
    bus_with_open_keyring,
    bus_with_silent_keyring,
    bus_without_keyring,
)
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.settings.vault_session import session

HERE = "http://127.0.0.1:8080"
THERE = "https://gpu.example.org/llm"
KEY = "sk-a-key-of-some-length-1234"
TOKEN = "hf_abcdefghijklmnopqrstuvwxyzABCD5678"
ROUTER = "https://router.huggingface.co/v1/models"


class Told(SystemKeyring):
    """A keyring that writes down who was asked for, and holds nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    async def read(self, user: str) -> Errand[Secret | None]:
        """Hold nothing."""
        self.asked.append(f"read {user}")
        return Errand(lambda: None, "test")

    async def write(self, user: str, secret: Secret) -> Errand[None]:
        """Take it."""
        self.asked.append(f"write {user}")
        return Errand(lambda: None, "test")

    async def delete(self, user: str) -> Errand[None]:
        """Drop it."""
        self.asked.append(f"delete {user}")
        return Errand(lambda: None, "test")


class Nobody:
    """Gives a token to everybody, to be seen."""

    async def for_url(self, url: str) -> Secret | None:
        """Give it."""
        return Secret("of the others")


@pytest.fixture
def keyring() -> Told:
    """A keyring that tells what it was asked."""
    return Told()


@pytest.fixture
def keys(tmp_path: Path, keyring: Told) -> ServerKeyVault:
    """A vault on that keyring."""
    return ServerKeyVault(PreferencesFile(tmp_path / "p.json"), Nobody(), keyring)


def given(run: Run, keys: ServerKeyVault, url: str) -> str:
    """What goes along to a URL."""
    secret = run(keys.for_url(url))
    return secret.reveal() if secret else ""


def test_the_vault_fills_the_ports(keys: ServerKeyVault) -> None:
    kept: ServerKeys = keys
    credentials: Credentials = keys
    assert (kept, credentials) == (keys, keys)


def test_a_real_keyring_keeps_one_key_for_each_server(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        first, logged = session(
            f"key.status {HERE}", f"key.save {HERE} {KEY}\n", f"key.save {THERE} other-1", bus=bus
        )
        assert first[0] | {"took": 0} == {
            "present": False, "kept": False, "ending": "", "problem": "", "took": 0
        }  # fmt: skip
        assert (first[1]["kept"], first[1]["ending"], first[1]["problem"]) == (True, "1234", "")
        again, _ = session(
            f"key.status {HERE}/v1/models",
            f"key.for_url {HERE}/v1/models",
            f"key.for_url {THERE}",
            f"key.remove {HERE}",
            f"key.for_url {HERE}",
            bus=bus,
        )
        assert again[0]["kept"] is True
        assert again[1:3] == [{"secret": KEY}, {"secret": "other-1"}]
        assert again[3]["present"] is False
        assert again[4] is None
        last, _ = session(f"key.for_url {HERE}", f"key.for_url {THERE}", bus=bus)
        assert last == [None, {"secret": "other-1"}]
    for file in Path.home().rglob("*"):
        assert not file.is_file() or KEY.encode() not in file.read_bytes(), file
    assert KEY not in logged


def test_a_key_and_the_token_do_not_take_each_others_place(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"save {TOKEN}", f"key.save https://huggingface.co {KEY}", bus=bus)
        answers, _ = session(
            f"key.for_url {ROUTER}",
            "key.for_url https://huggingface.co/api",
            "for_url https://huggingface.co/api",
            "key.remove https://huggingface.co",
            "key.for_url https://huggingface.co/api",
            bus=bus,
        )
    assert answers[:3] == [{"secret": TOKEN}, {"secret": KEY}, {"secret": TOKEN}]
    assert answers[4] == {"secret": TOKEN}


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1:8081/v1",
        "https://127.0.0.1:8080/v1",
        "http://127.0.0.2:8080/v1",
        "http://localhost:8080/v1",
        "http://me@127.0.0.1:8080/v1",
        "127.0.0.1:8080",
        "",
    ],
)
def test_a_key_goes_to_no_other_place(run: Run, keys: ServerKeyVault, url: str) -> None:
    run(keys.save(HERE, KEY))
    assert given(run, keys, url) == "of the others"
    assert given(run, keys, f"{HERE}/v1/chat/completions") == KEY


def test_no_keyring_is_asked_for_a_server_without_a_key(
    run: Run, keys: ServerKeyVault, keyring: Told
) -> None:
    assert given(run, keys, HERE) == "of the others"
    assert not run(keys.status(HERE)).present
    assert not run(keys.remove(HERE)).present
    assert keyring.asked == []
    run(keys.save(HERE, KEY))
    run(keys.remove(HERE))
    assert given(run, keys, HERE) == "of the others"
    assert keyring.asked == [f"{act} {HERE}" for act in ("write", "delete")]


def test_a_key_that_the_keyring_hides_is_missed_and_nothing_else_is_sent(
    run: Run, tmp_path: Path, keys: ServerKeyVault, keyring: Told
) -> None:
    run(keys.save(HERE, KEY))
    later = ServerKeyVault(keys._preferences, Nobody(), keyring)
    with pytest.raises(
        KeyringUnavailable, match=r"key for 127\.0\.0\.1:8080 that was saved"
    ) as told:
        run(later.for_url(HERE))
    assert told.value.action == enter_key("http://127.0.0.1:8080")
    assert "locked" in run(later.status(HERE)).problem
    keys._preferences.flush(10)


@pytest.mark.parametrize("text", ["", "a b", "sk-SECRET\u2603", "k" * 9000, "\x00SECRET"])
def test_what_no_header_can_hold_is_refused_without_echo(
    run: Run, keys: ServerKeyVault, keyring: Told, text: str
) -> None:
    with pytest.raises(TokenMalformed) as refused:
        run(keys.save(HERE, text))
    assert "SECRET" not in refused.value.user_text + refused.value.detail
    assert keyring.asked == []


def test_what_comes_along_with_copying_is_left_out(run: Run, keys: ServerKeyVault) -> None:
    run(keys.save(HERE, f' "Bearer {KEY}" \n'))
    assert given(run, keys, HERE) == KEY


def test_a_broken_index_costs_no_more_than_the_keys_it_named(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "p.json"
    file.write_text('{"server_keys": {"http://127.0.0.1:8080": true}}')
    preferences = PreferencesFile(file)
    keys = ServerKeyVault(preferences, Nobody(), Told())
    assert not run(keys.status(HERE)).present
    run(keys.save(HERE, KEY))
    preferences.flush(10)
    assert '"http://127.0.0.1:8080"' in file.read_text()
    assert KEY not in file.read_text()


def test_a_locked_keyring_is_told_from_one_without_the_key(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"key.save {HERE} {KEY}", bus=bus)
    (tmp_path / "locked").mkdir()
    with bus_with_locked_keyring(tmp_path / "locked") as bus:
        answers, logged = session(
            f"key.status {HERE}", f"key.for_url {HERE}", f"key.status {THERE}", bus=bus
        )
    assert "The system keyring is locked." in answers[0]["problem"]
    assert answers[1]["error"] == "keyring"
    assert "key for 127.0.0.1:8080" in answers[1]["text"]
    assert answers[2]["problem"] == ""
    assert KEY not in logged


def test_without_a_keyring_a_key_lives_for_this_run(tmp_path: Path) -> None:
    with bus_without_keyring(tmp_path) as bus:
        answers, _ = session(f"key.save {HERE} {KEY}", f"key.for_url {HERE}", bus=bus)
        later, _ = session(f"key.status {HERE}", f"key.for_url {HERE}", bus=bus)
    assert (answers[0]["present"], answers[0]["kept"]) == (True, False)
    assert "key for 127.0.0.1:8080 is kept only until HF Chat ends" in answers[0]["problem"]
    assert answers[1] == {"secret": KEY}
    assert (later[0]["present"], later[1]) == (False, None)


def test_a_keyring_that_never_answers_holds_nobody_up(tmp_path: Path) -> None:
    with bus_with_silent_keyring(tmp_path) as bus:
        answers, _ = session(
            "patience 0.5", f"key.save {HERE} {KEY}", f"key.for_url {HERE}", bus=bus
        )
    assert "does not answer" in answers[0]["problem"]
    assert answers[0]["took"] < SOON
    assert answers[1] == {"secret": KEY}


def test_the_token_is_asked_for_where_there_is_no_key(run: Run, tmp_path: Path) -> None:
    preferences = PreferencesFile(tmp_path / "p.json")
    keyring = Told()
    tokens = TokenVault(preferences, tmp_path / "token", keyring=keyring)
    keys = ServerKeyVault(preferences, tokens, keyring)
    assert run(keys.for_url(HERE)) is None
    assert keyring.asked == []
    assert run(keys.for_url(ROUTER)) is None
    assert keyring.asked == ["read https://huggingface.co"]
