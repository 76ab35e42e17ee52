"""The real program on networks that are not simply open: proxies of every writing, redirects."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hfchat_gui.settings.paths import Paths
from tests.endtoend.program import Outcome, ask
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer, refused_address

FAR = "http://192.0.2.1/v1"
CHAT = "/v1/chat/completions"
MODELS = Answer.json({"object": "list", "data": [{"id": "m"}]})


def end_of(outcome: Outcome) -> dict[str, Any]:
    """The last line of `ask --json`."""
    last: dict[str, Any] = json.loads(outcome.stdout.splitlines()[-1])
    return last


def serving(server: ScriptedServer, base: str = "") -> None:
    server.on("GET", f"{base}/v1/models", MODELS)
    server.on("POST", f"{base}{CHAT}", Answer.stream(chat_events("ok")))


@pytest.mark.parametrize(
    "written", ["127.0.0.1:{}", "http://127.0.0.1:{}/", "'http://me:p%40@127.0.0.1:{}'"]
)
def test_a_proxy_is_used_however_it_is_written(written: str) -> None:
    with ScriptedServer() as proxy:
        serving(proxy, "http://192.0.2.1")
        outcome = ask(
            "--endpoint", FAR, "hi", ALL_PROXY=written.format(proxy.port), NO_PROXY="fe80::/10"
        )
        assert (outcome.code, outcome.stdout) == (0, "ok\n"), outcome.stderr
        assert proxy.requests[-1].target == f"http://192.0.2.1{CHAT}"


def test_this_computer_is_reached_whatever_the_variables_hold() -> None:
    with ScriptedServer() as server:
        serving(server)
        outcome = ask(
            "--endpoint", server.url, "hi",
            ALL_PROXY="https://user:secret@[", NO_PROXY="fe80::/10,10.0.0.0/8,[",
        )  # fmt: skip
        assert (outcome.code, outcome.stdout) == (0, "ok\n"), outcome.stderr
        assert outcome.stderr == (
            "hfchat: The environment variable NO_PROXY has entries that mean no host, so they were "
            "passed over: number 3 (“[”). Correct it, then start HF Chat again.\n"
        )


@pytest.mark.parametrize(
    ("value", "kind"),
    [
        ("http://user:secret@proxy:port", "proxy"),
        ("https://user:secret@{refused}", "proxy"),
        ("socks4://user:secret@proxy.example", "proxy"),
        ("http://user:secret@{refused}", "proxy"),
    ],
)
def test_a_proxy_that_cannot_be_used_is_named_and_its_password_is_not(
    value: str, kind: str
) -> None:
    with refused_address() as address:
        value = value.format(refused=address.removeprefix("http://"))
        outcome = ask("--endpoint", FAR, "--json", "hi", HTTP_PROXY=value)
    error = end_of(outcome)["error"]
    assert error["kind"] == kind
    assert "HTTP_PROXY" in error["message"]
    assert "secret" not in outcome.stdout + outcome.stderr


def test_a_proxy_that_asks_for_a_sign_in_is_told_as_that() -> None:
    with ScriptedServer() as proxy:
        proxy.otherwise(Answer.html("<title>Sign in</title>", 407))
        outcome = ask(
            "--endpoint", FAR, "--json", "hi", HTTP_PROXY=f"http://127.0.0.1:{proxy.port}"
        )
    assert end_of(outcome)["error"]["kind"] == "proxy_sign_in"


def test_a_chat_that_is_sent_on_elsewhere_is_not_sent_there() -> None:
    with ScriptedServer() as server, ScriptedServer() as other:
        serving(server)
        server.on("POST", CHAT, Answer.redirect(f"{other.url}{CHAT}", 301))
        outcome = ask("--endpoint", server.url, "--json", "hi")
        error = end_of(outcome)["error"]
        assert error["kind"] == "address"
        assert f"{other.url}{CHAT}" in error["message"]
        assert other.connections == 0


def test_a_proxy_that_was_named_in_the_settings_is_used(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert end_of(ask("--endpoint", FAR, "--json", "hi"))["error"]["kind"] == "proxy"
    with ScriptedServer() as proxy:
        serving(proxy, "http://192.0.2.1")
        choice = {"mode": "manual", "address": f"http://127.0.0.1:{proxy.port}"}
        file = Paths.find().preferences_file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps({"proxy": choice}))
        outcome = ask("--endpoint", FAR, "hi")
        assert (outcome.code, outcome.stdout) == (0, "ok\n"), outcome.stderr
