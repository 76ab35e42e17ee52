"""The token is kept in a real keyring, or for this run, and goes to nobody but its own servers."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.ports import Credentials, FoundToken, TokenKeeper
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.tokens import USER, TokenVault
from tests.helpers.keyring_service import (
    bus_with_locked_keyring,
    bus_with_open_keyring,
    bus_with_silent_keyring,
    bus_without_keyring,
)
from tests.helpers.running import Run
from tests.settings.vault_session import session

TOKEN = "hf_abcdefghijklmnopqrstuvwxyzABCD5678"
OTHER = "hf_ZYXWVUTSRQPONMLKJIHGFEDCBA9876dcba"
ROUTER = "https://router.huggingface.co/v1/chat/completions"


def absent(home: Path) -> None:
    """Assert that no file below this folder holds the token."""
    for file in home.rglob("*"):
        if file.is_file():
            assert b"hf_abc" not in file.read_bytes(), file


def home() -> Path:
    return Path.home()


def test_a_real_keyring_keeps_replaces_and_removes_the_token(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        first, logged = session("status", f"save {TOKEN}\n", "status", bus=bus)
        assert first[0]["present"] is False
        assert first[0]["problem"] == ""
        for status in first[1:]:
            assert (status["present"], status["kept"], status["ending"]) == (True, True, "5678")
        second, _ = session("status", f"for_url {ROUTER}", f"save {OTHER}", bus=bus)
        assert second[0]["ending"] == "5678"
        assert second[1] == {"secret": TOKEN}
        assert second[2]["ending"] == "dcba"
        third, _ = session(f"for_url {ROUTER}", "remove", f"for_url {ROUTER}", bus=bus)
        assert third[0] == {"secret": OTHER}
        assert third[1]["present"] is False
        assert third[1]["problem"] == ""
        assert third[2] is None
        fourth, _ = session("status", "remove", bus=bus)
        assert [status["present"] for status in fourth] == [False, False]
        assert fourth[1]["problem"] == ""
    absent(home())
    assert "hf_" not in logged


def test_a_token_saved_with_a_line_end_inside_is_refused_without_echo(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        _plant(bus, "hf_SECRETSECRET\nTAILTAIL")
        answers, logged = session(f"for_url {ROUTER}", "status", f"save {TOKEN}", bus=bus)
    assert answers[0]["error"] == "token"
    assert "keyring" in answers[0]["text"]
    assert answers[1]["present"] is False
    assert answers[2]["kept"] is True
    assert "SECRET" not in str(answers) + logged


def test_without_a_keyring_the_token_lives_for_this_run(tmp_path: Path) -> None:
    with bus_without_keyring(tmp_path) as bus:
        for address in ("", bus, "unix:path=/nowhere"):
            answers, logged = session("status", "save hf_FAKE", f"for_url {ROUTER}", bus=address)
            assert answers[0]["present"] is False
            assert "no keyring" in answers[0]["problem"]
            assert (answers[1]["present"], answers[1]["kept"]) == (True, False)
            assert answers[1]["ending"] == ""
            assert "until HF Chat ends" in answers[1]["problem"]
            assert answers[2] == {"secret": "hf_FAKE"}
            assert session("status", bus=address)[0][0]["present"] is False
            assert "hf_FAKE" not in logged
    for file in home().rglob("*"):
        assert not file.is_file() or b"hf_FAKE" not in file.read_bytes()


def test_a_locked_keyring_is_named_and_the_token_lives_for_this_run(tmp_path: Path) -> None:
    with bus_with_locked_keyring(tmp_path) as bus:
        answers, _ = session("status", f"for_url {ROUTER}", f"save {TOKEN}", "remove", bus=bus)
    assert "locked" in answers[0]["problem"]
    assert answers[1] is None
    assert (answers[2]["present"], answers[2]["kept"]) == (True, False)
    assert "locked" in answers[2]["problem"]
    assert "may still be saved" in answers[3]["problem"]


def test_a_keyring_that_never_answers_costs_its_time_once(tmp_path: Path) -> None:
    with bus_with_silent_keyring(tmp_path) as bus:
        answers, _ = session(
            "patience 1",
            *("status", "status", f"for_url {ROUTER}", f"save {TOKEN}", f"for_url {ROUTER}"),
            bus=bus,
        )
    first, again, url, saved, usable = answers
    assert "does not answer" in first["problem"]
    assert 0.9 < first["took"] < 2.0
    assert again["took"] < 0.2
    assert url is None
    assert saved["took"] < 0.2
    assert (saved["present"], saved["kept"]) == (True, False)
    assert usable == {"secret": TOKEN}


@pytest.mark.parametrize(
    ("module", "sentence"),
    [
        ("keyring.backends.null.Keyring", "unprotected"),
        ("keyring.backends.fail.Keyring", "no keyring"),
        ("keyrings.alt.file.PlaintextKeyring", "unprotected"),
    ],
)
def test_a_keyring_that_protects_nothing_is_not_used(
    tmp_path: Path, module: str, sentence: str
) -> None:
    plain = tmp_path / "keyrings" / "alt" / "file.py"
    plain.parent.mkdir(parents=True)
    plain.write_text(BACKEND.format(name="PlaintextKeyring", body="open('told', 'w')"))
    environment = {"PYTHON_KEYRING_BACKEND": module, "PYTHONPATH": str(tmp_path)}
    answers, _ = session("status", f"save {TOKEN}", more=environment)
    assert sentence in answers[0]["problem"]
    assert (answers[1]["present"], answers[1]["kept"]) == (True, False)
    assert sentence in answers[1]["problem"]
    absent(home())
    absent(tmp_path)


BACKEND = """
from keyring.backend import KeyringBackend
class {name}(KeyringBackend):
    priority = 1
    kept = None
    def get_password(self, service, user): return self.kept
    def set_password(self, service, user, text): {body}
    def delete_password(self, service, user): raise RuntimeError("cannot delete " + str(self.kept))
"""


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("raise OSError(1783, 'CredWrite', 'The stub received bad data: ' + text)", "too long"),
        ("raise RuntimeError(text)", "reports a failure"),
        ("pass", "did not take"),
    ],
)
def test_a_keyring_that_refuses_is_named_without_the_token(
    tmp_path: Path, body: str, sentence: str
) -> None:
    (tmp_path / "strange.py").write_text(BACKEND.format(name="Strange", body=body))
    environment = {"PYTHON_KEYRING_BACKEND": "strange.Strange", "PYTHONPATH": str(tmp_path)}
    long_token = "hf_" + "abc" * 500
    answers, logged = session(f"save {long_token}", f"for_url {ROUTER}", "remove", more=environment)
    assert sentence in answers[0]["problem"]
    assert (answers[0]["present"], answers[0]["kept"]) == (True, False)
    assert answers[1] == {"secret": long_token}
    assert "may still be saved" in answers[2]["problem"]
    assert "abcabc" not in str(answers[0]) + logged


def test_a_keyring_that_hides_what_it_holds_is_not_taken_for_empty(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        session(f"save {TOKEN}", bus=bus)
        (tmp_path / "strange.py").write_text(BACKEND.format(name="Shy", body="Shy.kept = text"))
        shy = {"PYTHON_KEYRING_BACKEND": "strange.Shy", "PYTHONPATH": str(tmp_path)}
        answers, _ = session("status", f"for_url {ROUTER}", bus=bus, more=shy)
        assert answers[0]["present"] is False
        assert "does not give the token that was saved" in answers[0]["problem"]
        assert answers[1] is None
        answers, _ = session("status", "remove", bus=bus)
        assert answers[0]["kept"] is True
        assert session("status", bus=bus)[0][0]["problem"] == ""
    absent(home())


def test_keyring_is_not_even_imported_before_it_is_needed() -> None:
    program = (
        "import sys, hfchat_gui.settings.tokens\n"
        "print({'keyring', 'secretstorage', 'jeepney'} & set(sys.modules))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "set()"


def test_an_answer_that_came_too_late_still_counts(tmp_path: Path) -> None:
    slow = "import time; time.sleep(1); Slow.kept = text"
    (tmp_path / "strange.py").write_text(BACKEND.format(name="Slow", body=slow))
    environment = {"PYTHON_KEYRING_BACKEND": "strange.Slow", "PYTHONPATH": str(tmp_path)}
    answers, _ = session(
        "patience 0.3", f"save {TOKEN}", "status", "wait 1.2", "status", more=environment
    )
    assert [answers[n]["kept"] for n in (0, 1, 3)] == [False, False, True]
    assert answers[3]["problem"] == ""


# --- without a keyring in the way ------------------------------------------------------------


@pytest.fixture
def vault(tmp_path: Path) -> TokenVault:
    """A vault whose token was set by the person; its keyring takes nothing and is not asked."""
    made = TokenVault(PreferencesFile(tmp_path / "p.json"), tmp_path / "token")
    made._token, made._settled = Secret(TOKEN), True
    return made


def test_the_vault_fills_the_ports(vault: TokenVault) -> None:
    keeper: TokenKeeper = vault
    credentials: Credentials = vault
    assert (keeper, credentials) == (vault, vault)


@pytest.mark.parametrize(
    ("url", "given"),
    [
        (ROUTER, True),
        ("https://huggingface.co/api/whoami-v2", True),
        ("https://HuggingFace.co:443/", True),
        ("http://huggingface.co/", False),
        ("https://huggingface.co:8443/", False),
        ("https://huggingface.co.evil.example/", False),
        ("https://evil.example/huggingface.co", False),
        ("https://cdn-lfs.huggingface.co/", False),
        ("https://huggingface.co@evil.example/", False),
        ("https://me:pass@huggingface.co/", False),
        ("https://huggingface.co\\@evil.example/", False),
        ("https://huggingface.co%2eevil.example/", False),
        ("https://huggingface.co:99999/", False),
        ("ftp://huggingface.co/", False),
        ("huggingface.co", False),
        ("", False),
    ],
)
def test_the_token_goes_to_its_own_servers_only(
    run: Run, vault: TokenVault, url: str, given: bool
) -> None:
    secret = run(vault.for_url(url))
    assert (secret is not None) is given


@pytest.mark.parametrize(
    ("address", "url", "given"),
    [
        ("https://me.example/v1", "https://me.example/v1/chat/completions", True),
        ("https://me.example/v1", "https://me.example:8443/v1", False),
        ("https://me.example/v1", "http://me.example/v1", False),
        ("http://me.example/v1", "http://me.example/v1", False),
        ("http://127.0.0.1:80/", "http://127.0.0.1/v1", True),
        ("http://[::1]:8000/", "http://[::1]:8000/v1", True),
        ("http://localhost:1/", "http://localhost:1/", True),
    ],
)
def test_a_typed_address_gets_it_only_where_the_person_agreed(
    run: Run, tmp_path: Path, vault: TokenVault, *, address: str, url: str, given: bool
) -> None:
    preferences = PreferencesFile(tmp_path / "p.json")
    vault._preferences = preferences
    assert run(vault.for_url(url)) is None
    preferences.allow_token(address, True)
    assert (run(vault.for_url(url)) is not None) is given
    preferences.allow_token(address, False)
    assert run(vault.for_url(url)) is None
    preferences.flush()


def test_tokens_of_other_tools_are_found_and_adopted(
    run: Run, tmp_path: Path, vault: TokenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault._token = None
    vault._keyring = SystemKeyring(0.0)
    (tmp_path / "token").write_text(f"{OTHER}\n")
    assert run(vault.found()) == [FoundToken(str(tmp_path / "token"), "dcba")]
    monkeypatch.setenv("HF_TOKEN", f" '{TOKEN}' ")
    monkeypatch.setenv("HUGGING_FACE_HUB_TOKEN", "not a token")
    first, second = run(vault.found())
    assert (first, second.ending) == (FoundToken("HF_TOKEN", "5678"), "dcba")
    monkeypatch.delenv("HF_TOKEN")
    with pytest.raises(TokenMalformed, match="HF_TOKEN any more"):
        run(vault.adopt(first))


def test_an_adopted_token_is_not_offered_again(tmp_path: Path) -> None:
    with bus_with_open_keyring(tmp_path) as bus:
        answers, _ = session("found", "save x", bus=bus, more={"HF_TOKEN": TOKEN})
        assert answers[0] == [{"place": "HF_TOKEN", "ending": "5678"}]
        assert answers[1]["error"] == "token"
        answers, _ = session(f"save {TOKEN}", "found", bus=bus, more={"HF_TOKEN": TOKEN})
        assert answers[1] == []


def test_adopting_keeps_the_token(run: Run, vault: TokenVault) -> None:
    class Recording(SystemKeyring):
        async def write(self, user: str, secret: Secret) -> Errand[None]:
            written.append((user, secret.reveal()))
            return Errand(lambda: None, "test")

    written: list[tuple[str, str]] = []
    vault._keyring = Recording()
    vault._token_file.write_text(OTHER)
    (found,) = run(vault.found())
    assert run(vault.adopt(found)).kept
    assert written == [(USER, OTHER)]


@pytest.mark.parametrize(
    ("own", "variables", "in_file", "used"),
    [
        (TOKEN, {"HF_TOKEN": OTHER}, OTHER, TOKEN),
        (None, {"HF_TOKEN": OTHER, "HUGGING_FACE_HUB_TOKEN": TOKEN}, TOKEN, OTHER),
        (None, {"HUGGING_FACE_HUB_TOKEN": OTHER}, TOKEN, OTHER),
        (None, {"HF_TOKEN": " "}, OTHER, OTHER),
        (None, {}, "", None),
    ],
)
def test_the_command_line_takes_the_first_token_there_is(
    run: Run,
    vault: TokenVault,
    monkeypatch: pytest.MonkeyPatch,
    *,
    own: str | None,
    variables: dict[str, str],
    in_file: str,
    used: str | None,
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    vault._token_file.write_text(in_file)
    vault._token = Secret(own) if own else None
    vault._also_found = True
    for secret in (run(vault.command_line_token()), run(vault.for_url(ROUTER))):
        assert (secret.reveal() if secret else None) == used
    assert run(vault.for_url("https://elsewhere.example")) is None


def test_a_malformed_token_in_the_environment_is_named_by_its_place(
    run: Run, vault: TokenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault._token = None
    monkeypatch.setenv("HF_TOKEN", "sk-SECRETSECRETSECRET")
    with pytest.raises(TokenMalformed, match="HF_TOKEN") as caught:
        run(vault.command_line_token())
    assert "SECRET" not in caught.value.user_text + caught.value.detail


def test_two_who_ask_at_once_share_one_reading(run: Run, tmp_path: Path) -> None:
    class Counting(SystemKeyring):
        async def read(self, user: str) -> Errand[Secret | None]:
            reads.append(user)
            return Errand(lambda: Secret(TOKEN), "test")

    reads: list[str] = []

    async def scenario() -> Sequence[Secret | None]:
        preferences = PreferencesFile(tmp_path / "p.json")
        vault = TokenVault(preferences, tmp_path / "token", keyring=Counting())
        return await asyncio.gather(*(vault.for_url(ROUTER) for _ in range(3)))

    assert len([secret for secret in run(scenario()) if secret]) == 3
    assert reads == [USER]


def _plant(bus: str, text: str) -> None:
    import secretstorage
    from jeepney.io.blocking import open_dbus_connection

    with open_dbus_connection(bus) as connection:
        collection = secretstorage.get_default_collection(connection)
        attributes = {
            "application": "Python keyring library",
            "service": "HF Chat",
            "username": USER,
        }
        collection.create_item("planted", attributes, text.encode(), replace=True)
