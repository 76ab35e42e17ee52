"""Session buses for tests whose keyring is open, locked, silent or not there at all."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

_SILENT = Path(__file__).with_name("silent_keyring.py")
_SECRETS = "org.freedesktop.secrets"
_PATIENCE = 30.0
_CONFIGURATION = """<!DOCTYPE busconfig PUBLIC
 "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
"""


@contextmanager
def bus_without_keyring(folder: Path) -> Iterator[str]:
    """The address of a bus that has no keyring, and starts none on demand."""
    configuration = folder / "bus.conf"
    configuration.write_text(_CONFIGURATION)
    reading, writing = os.pipe()
    with ExitStack() as stack:
        address = stack.enter_context(os.fdopen(reading))
        command = ["dbus-daemon", f"--config-file={configuration}", "--nofork"]
        process = subprocess.Popen([*command, f"--print-address={writing}"], pass_fds=[writing])
        stack.callback(_end, process)
        os.close(writing)
        yield address.readline().strip()


@contextmanager
def bus_with_open_keyring(folder: Path) -> Iterator[str]:
    """The address of a bus with a real, unlocked and empty keyring of its own."""
    with _bus_with_keyring(folder, "--unlock") as address:
        yield address


@contextmanager
def bus_with_new_keyring(folder: Path) -> Iterator[str]:
    """The address of a bus with a real keyring in which nothing was ever kept."""
    with _bus_with_keyring(folder) as address:
        yield address


@contextmanager
def _bus_with_keyring(folder: Path, *options: str) -> Iterator[str]:
    with bus_without_keyring(folder) as address:
        environment = os.environ | {
            "DBUS_SESSION_BUS_ADDRESS": address,
            "HOME": str(folder),
            "XDG_DATA_HOME": str(folder / "share"),
            "XDG_RUNTIME_DIR": str(folder),
        }
        process = subprocess.Popen(
            ["gnome-keyring-daemon", "--foreground", "--components=secrets", *options],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            with suppress(subprocess.TimeoutExpired):  # it reads the password and stays
                process.communicate(b"tests", timeout=0.01)
            _wait_for_keyring(address)
            yield address
        finally:
            _end(process)


@contextmanager
def bus_with_locked_keyring(folder: Path) -> Iterator[str]:
    """The address of a bus with a real keyring that is locked, and nobody to ask for the word."""
    import secretstorage
    from jeepney.io.blocking import open_dbus_connection

    with bus_with_open_keyring(folder) as address:
        with open_dbus_connection(address) as connection:
            secretstorage.get_default_collection(connection).lock()
        yield address


@contextmanager
def bus_with_silent_keyring(folder: Path) -> Iterator[str]:
    """The address of a bus whose keyring takes every call and never answers."""
    with bus_without_keyring(folder) as address:
        process = subprocess.Popen([sys.executable, str(_SILENT), address])
        try:
            _wait_for_keyring(address)
            yield address
        finally:
            _end(process)


def _wait_for_keyring(address: str) -> None:
    from jeepney.bus_messages import message_bus
    from jeepney.io.blocking import open_dbus_connection

    deadline = time.monotonic() + _PATIENCE
    with open_dbus_connection(address) as connection:
        while not connection.send_and_get_reply(message_bus.NameHasOwner(_SECRETS)).body[0]:
            if time.monotonic() > deadline:
                raise TimeoutError("no keyring came to the bus")
            time.sleep(0.02)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.communicate()
