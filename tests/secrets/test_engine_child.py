"""The engine's child process is given no secret: neither by its words nor by its environment."""

from __future__ import annotations

import pickle
import sys
from pathlib import Path
from time import monotonic

import pytest

from hfchat_gui.conversation.secret import Secret, login_secret
from hfchat_gui.local.child import EngineChild
from hfchat_gui.local.last_words import crash, start_failure
from hfchat_gui.network.addresses import read_address
from hfchat_gui.network.credentials import Credential
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.settings.given_key import GivenKey
from tests.helpers.running import Run
from tests.helpers.secret_shapes import PLANTED, SHAPES, leaked

_WAITS = [sys.executable, "-c", "import sys; sys.stdin.read()"]
_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="read from /proc")


def _plant(monkeypatch: pytest.MonkeyPatch) -> None:
    names = ("HF_TOKEN", "HFCHAT_API_KEY", "HTTPS_PROXY", "LLAMA_API_KEY", "HFCHAT_ROUTER")
    shapes = [shape.replace("\r", " ").replace("\n", " ") for shape in SHAPES.values()]
    for number, shape in enumerate(shapes):
        monkeypatch.setenv(f"PLANTED_{number}", shape)
    for name in names:
        monkeypatch.setenv(name, f"hf_{PLANTED}")


def _given(child: EngineChild) -> list[bytes]:
    """What the system shows of how the child was started."""
    process, until = Path(f"/proc/{child.pid}"), monotonic() + 30
    while True:  # both are empty for a moment at the start
        given = [(process / file).read_bytes() for file in ("environ", "cmdline")]
        if all(given) or monotonic() > until:
            return given


@_LINUX
def test_nothing_planted_reaches_the_child(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    _plant(monkeypatch)

    async def scenario() -> None:
        child = EngineChild([], _WAITS)
        try:
            for given in _given(child):
                assert given
                assert not leaked(given)
                assert child.key.reveal().encode() not in given
        finally:
            await child.aclose()

    run(scenario())


@_LINUX
def test_the_watcher_sees_what_is_given(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"/usr/bin:/{PLANTED}")  # PATH is passed on

    async def scenario() -> None:
        child = EngineChild([PLANTED], _WAITS)
        try:
            assert all(map(leaked, _given(child)))
        finally:
            await child.aclose()

    run(scenario())


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_its_last_words_are_cleaned(shape: str) -> None:
    said = [f"GGML_ASSERT failed: {line}" for line in [shape.replace("\r\n", "")]]
    for error in (crash(said, -6), start_failure(Path("m.gguf"), said, 1, f"It said {shape}")):
        assert not leaked(f"{error!r} {error.detail} {error.user_text}")


def test_what_holds_a_secret_neither_shows_nor_pickles_it() -> None:
    url = "http://127.0.0.1:8080"
    secret = Secret(f"hf_{PLANTED}")
    credential = Credential.for_url(url, secret)
    holders = [
        secret,
        login_secret("me", PLANTED),
        credential,
        HttpRequest("GET", url, credential=credential),
        read_address(f"http://me:{PLANTED}@127.0.0.1"),
        GivenKey(url, secret, object()),  # type: ignore[arg-type]
    ]
    for holder in holders:
        assert not leaked(f"{holder} {holder!r} {holder:}" if holder is secret else repr(holder))
        with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
            pickle.dumps(holder)
