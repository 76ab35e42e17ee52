"""Runs the tests in a desktop session of their own: display, bus, keyring, accessibility."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from dev_places import IS_LINUX, PYTHON, ROOT
from dev_services import Services

_SCREEN = "1440x1000x24"


def run_tests(arguments: list[str]) -> int:
    """Run pytest with these arguments and hand back its exit code; nothing stays behind."""
    return run_in_desktop(["-m", "pytest", *_for_pytest(arguments)])


def run_in_desktop(words: list[str]) -> int:
    """Run Python with these words in a throw-away desktop session; return its exit code."""
    command = [str(PYTHON), "-P", *words]
    with tempfile.TemporaryDirectory(prefix="hfchat-tests-", ignore_cleanup_errors=True) as folder:
        environment = environment_in(Path(folder))
        with desktop(environment) if IS_LINUX else _nothing():
            return _run(command, environment)


def _for_pytest(arguments: list[str]) -> list[str]:
    """Replace our own --heavy by pytest's selection."""
    chosen = [a for a in arguments if a != "--heavy"]
    return ["-m", "heavy", *chosen] if "--heavy" in arguments else chosen


def environment_in(folder: Path) -> dict[str, str]:
    """Throw-away folders, no tokens; the settings of pip stay for tests that install something."""
    sys.path.insert(0, str(ROOT))
    from tests.helpers.isolation import isolated_environment

    runtime = folder / "run"
    runtime.mkdir(mode=0o700)
    environment = isolated_environment(folder / "home")
    settings = Path.home() / ".config" / "pip" / "pip.conf"
    if settings.exists():
        environment.setdefault("PIP_CONFIG_FILE", str(settings))
    environment.setdefault("PIP_CACHE_DIR", str(Path.home() / ".cache" / "pip"))
    for name in ("WAYLAND_DISPLAY", "DISPLAY", "QT_QPA_PLATFORM", "SESSION_MANAGER"):
        environment.pop(name, None)
    return environment | {
        "XDG_RUNTIME_DIR": str(runtime),
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "NO_AT_BRIDGE": "0",
        "LANG": "C.UTF-8",
        "TZ": "UTC",
        # What these tests need is here: whatever misses it shall fail, not be skipped.
        "HFCHAT_TEST_SESSION": "complete" if IS_LINUX else "",
    }


@contextmanager
def _nothing() -> Iterator[None]:
    yield


@contextmanager
def desktop(environment: dict[str, str]) -> Iterator[None]:
    """Start the parts of a desktop and put their addresses into the environment."""
    with Services(environment) as services:
        display = services.start_and_read("Xvfb", "-displayfd", "{fd}", "-screen", "0", _SCREEN)
        environment["DISPLAY"] = f":{display}"
        services.start("blackbox")  # gives windows the keyboard, as on any desktop
        bus = services.start_and_read(
            "dbus-daemon", "--session", "--nofork", "--print-address={fd}"
        )
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        services.start(
            "gnome-keyring-daemon",
            "--foreground",
            "--unlock",
            "--components=secrets",
            said=b"tests",
        )
        services.wait_for_name("org.freedesktop.secrets")
        services.call(
            "org.a11y.Bus",
            "/org/a11y/bus",
            "org.freedesktop.DBus.Properties.Set",
            "string:org.a11y.Status",
            "string:IsEnabled",
            "variant:boolean:true",
        )
        yield


def _run(command: list[str], environment: dict[str, str]) -> int:
    """Wait for pytest; an interrupt or a request to end goes to it, and it says when it is done."""
    # A shell that starts us in the background has SIGINT ignored, and the tests would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    process = subprocess.Popen(command, cwd=ROOT, env=environment)
    previous = signal.signal(signal.SIGTERM, lambda *_: process.send_signal(signal.SIGINT))
    try:
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the terminal has told pytest as well
    finally:
        signal.signal(signal.SIGTERM, previous)
