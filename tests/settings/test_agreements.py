"""Keys are marked where the person agreed that they go over plain http, and only there."""

from __future__ import annotations

from pathlib import Path

from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.agreements import PLAIN_HTTP_VARIABLE, AgreedCredentials
from hfchat_gui.settings.preferences import PreferencesFile
from tests.helpers.running import Run

FAR = "http://far.example:8000"


class _Others:
    async def for_url(self, url: str) -> Secret | None:
        return None if "keyless" in url else Secret("sk-1")


async def _is_marked(given: AgreedCredentials, url: str) -> bool:
    secret = await given.for_url(url)
    assert secret is not None
    assert secret.reveal() == "sk-1"
    return secret.may_be_read


def test_an_agreement_holds_for_its_origin_until_it_is_withdrawn(run: Run, tmp_path: Path) -> None:
    preferences = PreferencesFile(tmp_path / "preferences.json")
    given = AgreedCredentials(_Others(), preferences, {})
    assert not run(_is_marked(given, FAR))
    preferences.allow_unprotected(f"{FAR}/v1", True)
    assert run(_is_marked(given, f"{FAR}/v1/models"))
    assert not run(_is_marked(given, "http://far.example:8001"))
    preferences.flush()
    assert PreferencesFile(tmp_path / "preferences.json").unprotected_allowed(FAR)
    preferences.allow_unprotected(FAR, False)
    assert not run(_is_marked(given, FAR))
    preferences.allow_unprotected("no address", True)
    assert not preferences.unprotected_allowed("no address")


def test_without_a_window_the_environment_agrees(run: Run, tmp_path: Path) -> None:
    environment = {PLAIN_HTTP_VARIABLE: f"{FAR}/v1, http://[2001:db8::1]"}
    given = AgreedCredentials(_Others(), PreferencesFile(tmp_path / "p.json"), environment)
    assert run(_is_marked(given, FAR))
    assert run(_is_marked(given, "http://[2001:db8::1]:80/x"))
    assert not run(_is_marked(given, "http://other.example"))
    assert run(given.for_url("http://keyless.example")) is None
