"""One secret in one entry of a keyring, which may be late, locked or empty."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from hfchat_gui.conversation.errors import KeyringUnavailable, TokenMalformed
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.kept_secret import KeptSecret, Mark
from hfchat_gui.settings.system_keyring import ABSENT, LOCKED, SystemKeyring
from tests.helpers.patience import SOON
from tests.helpers.running import Run


@dataclass
class Scripted:
    """What the keyring does with each call, and the note beside it."""

    reads: list[Callable[[], Secret | None]] = field(default_factory=list)
    changes: list[Callable[[], object]] = field(default_factory=list)
    noted: bool = False

    def put(self, kept: bool) -> None:
        """Take note."""
        self.noted = kept


class ScriptedKeyring(SystemKeyring):
    """Does one thing after the other, on its own threads as the real one."""

    def __init__(self, script: Scripted, patience: float = 5.0) -> None:
        super().__init__(patience)
        self._script = script

    async def read(self, user: str) -> Errand[Secret | None]:
        """Read as the script says."""
        return Errand(self._script.reads.pop(0), "test")

    async def write(self, user: str, secret: Secret) -> Errand[None]:
        """Write as the script says."""
        return _quietly(self._script.changes.pop(0))

    async def delete(self, user: str) -> Errand[None]:
        """Delete as the script says."""
        return _quietly(self._script.changes.pop(0))


def _quietly(work: Callable[[], object]) -> Errand[None]:
    def call() -> None:
        work()

    return Errand(call, "test")


def made(script: Scripted, patience: float = 5.0) -> KeptSecret:
    """A secret on such a keyring; "bad" is none."""

    def check(text: str) -> Secret:
        if text == "bad":
            raise TokenMalformed("That is no token.")
        return Secret(text)

    mark = Mark(lambda: script.noted, script.put)
    return KeptSecret(ScriptedKeyring(script, patience), "user", "token", check, mark)


def failing(cause: str) -> Callable[[], Secret | None]:
    """A call that fails with this cause."""

    def fail() -> Secret | None:
        raise KeyringUnavailable(cause)

    return fail


def test_what_the_keyring_has_is_noted_and_read_once(run: Run) -> None:
    script = Scripted([lambda: Secret("sesame")])
    kept = made(script)
    assert (kept.expected, kept.known) == (False, None)
    for _ in range(2):
        secret = run(kept.usable())
        assert secret is not None
        assert secret.reveal() == "sesame"
    status = run(kept.status())
    assert (status.present, status.kept, status.problem) == (True, True, "")
    assert (script.noted, kept.expected) == (True, True)


def test_an_empty_keyring_is_no_problem_unless_something_was_put_into_it(run: Run) -> None:
    script = Scripted([lambda: None] * 5)
    kept = made(script)
    assert run(kept.usable()) is None
    assert run(kept.status()).problem == ""
    script.noted = True
    assert "does not give the token" in run(kept.status()).problem
    with pytest.raises(KeyringUnavailable, match="does not give the token"):
        run(kept.usable())


def test_a_failing_keyring_matters_where_something_was_put_into_it(run: Run) -> None:
    script = Scripted([failing(ABSENT), failing(LOCKED), lambda: Secret("late")])
    kept = made(script)
    assert run(kept.usable()) is None
    script.noted = True
    assert "cannot be used now" in run(kept.status()).problem
    with pytest.raises(KeyringUnavailable, match="enter the token again"):
        run(kept.usable())
    secret = run(kept.usable())
    assert secret is not None
    assert secret.reveal() == "late"


def test_without_a_keyring_one_is_kept_for_this_run(run: Run) -> None:
    script = Scripted([failing(ABSENT)], [failing(ABSENT)])
    kept = made(script)
    assert "entered here is kept only until HF Chat ends" in run(kept.status()).problem
    status = run(kept.put(Secret("sesame")))
    assert (status.present, status.kept) == (True, False)
    assert "kept only until HF Chat ends" in status.problem
    assert not script.noted


def test_what_the_keyring_holds_is_checked(run: Run) -> None:
    kept = made(Scripted([lambda: Secret("bad")]))
    status = run(kept.status())
    assert (status.present, status.kept, status.problem) == (False, True, "That is no token.")


def test_what_is_put_while_the_keyring_is_read_counts(run: Run) -> None:
    told = threading.Event()

    def slow() -> Secret | None:
        told.wait(SOON)
        return Secret("old")

    script = Scripted([slow], [lambda: None])
    kept = made(script, patience=0.05)
    assert "does not answer" in run(kept.status()).problem
    run(kept.put(Secret("new")))
    told.set()
    secret = run(kept.usable())
    assert secret is not None
    assert secret.reveal() == "new"


def test_a_removal_that_comes_late_still_counts(run: Run) -> None:
    told = threading.Event()
    script = Scripted(changes=[lambda: told.wait(SOON)], noted=True)
    kept = made(script, patience=0.2)
    assert "may still be saved there" in run(kept.put(None)).problem
    assert (script.noted, kept.expected) == (True, False)
    told.set()
    deadline = time.monotonic() + SOON
    while (status := run(kept.status())).problem and time.monotonic() < deadline:
        time.sleep(0.01)
    assert (status.present, status.problem, script.noted) == (False, "", False)
    assert run(kept.usable()) is None
