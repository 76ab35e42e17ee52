"""A packed program tells which keyring and whose certificates it reaches."""

from __future__ import annotations

import keyring.core
import pytest
from keyring.backends import chainer, fail, null

from hfchat_gui.cli import self_test
from hfchat_gui.settings.system_keyring import backend_names


def test_a_machine_without_a_keyring_is_told_as_such(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("SSL_CERT_FILE", "SSL_CERT_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(keyring.core, "_keyring_backend", fail.Keyring())  # type: ignore[no-untyped-call]
    assert self_test.run() == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first == "keyring: keyring.backends.fail.Keyring"
    assert second.startswith("certificates: truststore.")


def test_the_keyrings_behind_a_chain_are_told_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = chainer.ChainerBackend()  # type: ignore[no-untyped-call]
    backends = [null.Keyring(), fail.Keyring()]  # type: ignore[no-untyped-call]
    monkeypatch.setattr(chainer.ChainerBackend, "backends", backends)
    monkeypatch.setattr(keyring.core, "_keyring_backend", chain)
    assert backend_names() == ("keyring.backends.null.Keyring", "keyring.backends.fail.Keyring")
