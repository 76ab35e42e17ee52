"""The token goes to its own servers only; tokens of other tools are found, offered and used."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.origin import origin
from hfchat_gui.conversation.ports import Credentials, FoundToken, TokenKeeper
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.tokens import USER, TokenVault
from tests.helpers.keyring_service import bus_with_open_keyring
from tests.helpers.running import Run
from tests.settings.vault_session import session

TOKEN = "hf_abcdefghijklmnopqrstuvwxyzABCD5678"
OTHER = "hf_ZYXWVUTSRQPONMLKJIHGFEDCBA9876dcba"
ROUTER = "https://router.huggingface.co/v1/chat/completions"


@pytest.fixture
def vault(tmp_path: Path) -> TokenVault:
    """A vault whose token was set by the person; its keyring takes nothing and is not asked."""
    made = TokenVault(PreferencesFile(tmp_path / "p.json"), tmp_path / "token")
    made._own._secret, made._own._settled = Secret(TOKEN), True
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
        ("http://app.localhost:1/", "http://app.localhost:1/", True),
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
    vault._own._secret = None
    vault._own._keyring = SystemKeyring(0.0)
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
    vault._own._keyring = Recording()
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
    vault._own._secret = Secret(own) if own else None
    vault._also_found = True
    for secret in (run(vault.command_line_token()), run(vault.for_url(ROUTER))):
        assert (secret.reveal() if secret else None) == used
    assert run(vault.for_url("https://elsewhere.example")) is None


def test_a_malformed_token_in_the_environment_is_named_by_its_place(
    run: Run, vault: TokenVault, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault._own._secret = None
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


@pytest.mark.parametrize(
    "address",
    [
        *("http://localhost:1", "http://app.localhost:8080", "http://127.0.0.9", "http://[::1]:1"),
        *("https://gpu.example.org/v1", "http://10.0.0.5", "http://localhost.example.org"),
    ],
)
def test_an_agreement_that_can_be_given_is_kept_to(
    run: Run, tmp_path: Path, vault: TokenVault, address: str
) -> None:
    preferences = PreferencesFile(tmp_path / "p.json")
    vault._preferences = preferences
    preferences.allow_token(address, True)
    given = run(vault.for_url(f"{address}/chat/completions")) is not None
    assert given is origin(address).is_protected
    preferences.flush()


def test_whether_there_is_a_token_is_known_without_asking_the_keyring(
    run: Run, tmp_path: Path
) -> None:
    class Kept(SystemKeyring):
        async def read(self, user: str) -> Errand[Secret | None]:
            raise AssertionError("asked")

        async def write(self, user: str, secret: Secret) -> Errand[None]:
            return Errand(lambda: None, "test")

        async def delete(self, user: str) -> Errand[None]:
            return Errand(lambda: None, "test")

    preferences = PreferencesFile(tmp_path / "p.json")
    vault: TokenKeeper = TokenVault(preferences, tmp_path / "token", keyring=Kept())
    seen = [vault.expected]
    for change in (vault.save(TOKEN), vault.remove()):
        run(change)
        later = TokenVault(preferences, tmp_path / "token", keyring=Kept())
        seen += [vault.expected, later.expected]
    assert seen == [False, True, True, False, False]
    preferences.flush()
