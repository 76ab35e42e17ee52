"""Reaches the operating system's keyring, which may be absent, locked, slow or not safe."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from hfchat_gui.conversation.errors import KeyringUnavailable
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.errands import Errand

if TYPE_CHECKING:
    from keyring.backend import KeyringBackend

log = logging.getLogger(__name__)

T = TypeVar("T")

SERVICE = "HF Chat"
PATIENCE_SECONDS = 8.0

ABSENT = "This computer has no keyring that HF Chat can use."
UNSAFE = "The only keyring here would keep secrets unprotected."
LOCKED = "The system keyring is locked."
SILENT = "The system keyring does not answer."
FAILING = "The system keyring reports a failure."
REFUSED = "The system keyring did not take it; it may be too long."

# Backends that keep nothing, fail always, or write plain or weakly hidden text.
_UNSAFE_MODULES = ("keyring.backends.null", "keyring.backends.fail", "keyrings.alt")


class SystemKeyring:
    """One entry for each user name under the service "HF Chat".

    Calls run one after the other on daemon threads. `answer` waits for one of them, for `patience`
    seconds from its beginning (the person may be typing a password into a prompt), and raises
    `KeyringUnavailable` with the cause in one sentence, never with the secret. A call that takes
    longer goes on, and its answer may be asked for again.
    """

    def __init__(self, patience: float = PATIENCE_SECONDS) -> None:
        self.patience = patience
        self._last: Errand[Any] | None = None

    async def read(self, user: str) -> Errand[Secret | None]:
        """Begin to read a secret; the answer None means that the keyring has no such entry."""
        return await self._begin(lambda: _read(user))

    async def write(self, user: str, secret: Secret) -> Errand[None]:
        """Begin to keep a secret in place of the one before."""
        return await self._begin(lambda: _write(user, secret))

    async def delete(self, user: str) -> Errand[None]:
        """Begin to remove a secret; fine if there is none."""
        return await self._begin(lambda: _delete(user))

    async def answer(self, errand: Errand[T]) -> T:
        """Return what the keyring answers to that call."""
        try:
            return await errand.wait(self.patience - errand.age)
        except TimeoutError as error:
            raise KeyringUnavailable(SILENT) from error

    async def _begin(self, work: Callable[[], T]) -> Errand[T]:
        while self._last is not None and not self._last.done:
            try:
                await self._last.wait(self.patience - self._last.age)
            except TimeoutError as error:
                raise KeyringUnavailable(SILENT) from error
            except KeyringUnavailable:
                break  # that call's own matter
        errand = Errand(lambda: _translated(work), "hfchat-keyring")
        self._last = errand
        return errand


def backend_names() -> tuple[str, ...]:
    """Return the classes of the keyrings that can be used here, the best one first.

    It talks to the session bus and may hang where that does.
    """
    import keyring

    chosen = keyring.get_keyring()
    candidates = getattr(chosen, "backends", None) or [chosen]
    return tuple(f"{type(one).__module__}.{type(one).__qualname__}" for one in candidates)


def _translated(work: Callable[[], T]) -> T:
    # Imported here: it looks for backends, which talks to the session bus and may hang.
    from keyring.errors import KeyringLocked

    try:
        return work()
    except KeyringUnavailable:
        raise
    except KeyringLocked:
        problem = KeyringUnavailable(LOCKED)
    except Exception as error:  # noqa: BLE001 - backends raise what their libraries raise
        problem = KeyringUnavailable(FAILING, detail=type(error).__name__)
    # Raised out here, so that it does not carry along what the backend raised: its text, or the
    # variables of its frames, may hold the secret.
    log.info("The keyring failed: %s %s", problem.user_text, problem.detail)
    raise problem


def _read(user: str) -> Secret | None:
    backend = _backend()
    if _is_new(backend):
        return None
    text = backend.get_password(SERVICE, user)
    return None if text is None else Secret(text)


def _write(user: str, secret: Secret) -> None:
    backend = _backend()
    try:
        backend.set_password(SERVICE, user, secret.reveal())
        detail = "" if backend.get_password(SERVICE, user) == secret.reveal() else "not read back"
    except (OSError, ValueError) as error:
        detail = type(error).__name__
    if detail:
        raise KeyringUnavailable(REFUSED, detail=detail)


def _delete(user: str) -> None:
    from keyring.errors import PasswordDeleteError

    backend = _backend()
    if _is_new(backend):
        return
    try:
        backend.delete_password(SERVICE, user)
    except PasswordDeleteError:
        if backend.get_password(SERVICE, user) is not None:
            raise


def _is_new(backend: KeyringBackend) -> bool:
    """Whether the Secret Service has no collection to look in.

    keyring would have it make one there and then, and ask the person to invent a password for it:
    `get_preferred_collection` in keyring/backends/SecretService.py.
    """
    if type(backend).__module__ != "keyring.backends.SecretService":
        return False
    import secretstorage

    with secretstorage.dbus_init() as connection:
        try:
            secretstorage.get_collection_by_alias(connection, "default")
        except secretstorage.ItemNotFoundException:
            return True
    return False


def _backend() -> KeyringBackend:
    """Return the safe backend that comes first; raise where there is none."""
    import keyring

    chosen = keyring.get_keyring()
    candidates: list[KeyringBackend] = list(getattr(chosen, "backends", None) or [chosen])
    for candidate in candidates:
        if not type(candidate).__module__.startswith(_UNSAFE_MODULES):
            return candidate
    absent = all(type(one).__module__ == "keyring.backends.fail" for one in candidates)
    raise KeyringUnavailable(ABSENT if absent else UNSAFE)
