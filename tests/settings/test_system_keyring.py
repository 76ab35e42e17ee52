"""What a keyring raises never reaches us: neither its text nor its frames."""

from __future__ import annotations

import traceback
from typing import Any

import keyring.core
import pytest
from keyring.backend import KeyringBackend

from hfchat_gui.conversation.errors import KeyringUnavailable
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.system_keyring import SystemKeyring
from tests.helpers.running import Run

TOKEN = "hf_PLANTEDplantedPLANTEDplanted"


class Telling(KeyringBackend):
    """Puts what it is given into what it raises."""

    priority = 0
    failure: type[Exception] = RuntimeError

    def get_password(self, service: str, username: str) -> str | None:
        """Fail with the service's name."""
        raise self.failure(f"{service} {username} {TOKEN}")

    def set_password(self, service: str, username: str, password: str) -> None:
        """Fail with the password."""
        raise self.failure(f"cannot store {password}")


@pytest.mark.parametrize("failure", [RuntimeError, OSError, ValueError, KeyError])
def test_failures_come_without_what_the_keyring_said(
    run: Run, monkeypatch: pytest.MonkeyPatch, failure: type[Exception]
) -> None:
    backend: Any = Telling()  # type: ignore[no-untyped-call]
    backend.failure = failure
    monkeypatch.setattr(keyring.core, "_keyring_backend", backend)
    system = SystemKeyring()

    async def scenario() -> None:
        errands: list[Errand[Any]] = [await system.write("me", Secret(TOKEN))]
        errands.append(await system.read("me"))
        for errand in errands:
            with pytest.raises(KeyringUnavailable) as caught:
                await system.answer(errand)
            error = caught.value
            assert (error.__cause__, error.__context__) == (None, None)
            told = "".join(traceback.format_exception(error)) + repr(error) + error.detail
            assert "PLANTED" not in told

    run(scenario())


def test_calls_wait_for_the_one_before(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Kept(Telling):
        """Holds one password."""

        kept: str | None = None

        def get_password(self, service: str, username: str) -> str | None:
            """Return it."""
            return self.kept

        def set_password(self, service: str, username: str, password: str) -> None:
            """Keep it."""
            self.kept = password

        def delete_password(self, service: str, username: str) -> None:
            """Forget it."""
            self.kept = None

    kept: Any = Kept()  # type: ignore[no-untyped-call]
    monkeypatch.setattr(keyring.core, "_keyring_backend", kept)
    system = SystemKeyring()

    async def scenario() -> None:
        await system.write("me", Secret("one"))
        await system.write("me", Secret("two"))
        secret = await system.answer(await system.read("me"))
        assert secret is not None
        assert secret.reveal() == "two"
        await system.answer(await system.delete("me"))
        assert await system.answer(await system.read("me")) is None

    run(scenario())
