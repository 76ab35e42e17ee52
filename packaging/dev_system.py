"""Finds which system packages are missing on Debian and Ubuntu, and installs them if it may."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess

from dev_environment import is_debian_like
from dev_places import IS_LINUX
from dev_say import Fault, agreed, may_ask, say

# What is loaded, and the package that has it: by the engine, by PySide6's own modules, by Qt's X11
# plugin. Newer releases call some of them …t64 and provide the old name.
_ENGINE = {
    "libgomp.so.1": "libgomp1",
    "libstdc++.so.6": "libstdc++6",
}
_MODULES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libx11-6",
    "libbrotlicommon.so.1": "libbrotli1",
    "libbrotlidec.so.1": "libbrotli1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfreetype6",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libz.so.1": "zlib1g",
    "libzstd.so.1": "libzstd1",
}
_X11 = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxcb.so.1": "libxcb1",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
}
LIBRARIES = _ENGINE | _MODULES | _X11

# What the tests bring along: a display and who manages its windows, a session bus, a keyring,
# accessibility, system-call traces, and the scripts of the world.
_TEST_PACKAGES = (
    "at-spi2-core",
    "blackbox",
    "dbus",
    "fonts-dejavu-core",
    "fonts-noto-cjk",
    "fonts-noto-core",
    "gir1.2-atspi-2.0",
    "gnome-keyring",
    "procps",
    "python3-gi",
    "strace",
    "xvfb",
)


def missing_libraries() -> list[str]:
    """The libraries needed that cannot be loaded here, by file name."""
    return [name for name in LIBRARIES if not _loads(name)] if IS_LINUX else []


def provide_libraries(*, yes: bool) -> list[str]:
    """Install what is missing, if that is allowed; return what is missing after all."""
    missing = missing_libraries()
    if not missing:
        return []
    if not is_debian_like():
        say(f"Missing are {', '.join(missing)}: install what has them with your system's tools.")
        return missing
    _install(sorted({LIBRARIES[name] for name in missing}), "for HF Chat", yes=yes)
    return missing_libraries()


def provide_test_packages(*, yes: bool) -> None:
    """Install what the tests bring along; a fault if that cannot be."""
    if not is_debian_like():
        raise Fault(f"The tests need Debian or Ubuntu with: {' '.join(_TEST_PACKAGES)}.")
    _install(_not_installed(_TEST_PACKAGES), "for the tests", yes=yes)
    if missing := _not_installed(_TEST_PACKAGES):
        raise Fault(f"The tests cannot run without: {' '.join(missing)}.")


def blocks_window(missing: list[str]) -> bool:
    """True if no window can open without these: Wayland and offscreen need no X11."""
    if any(name in _MODULES for name in missing):
        return True
    platform = os.environ.get("QT_QPA_PLATFORM", "")
    elsewhere = bool(os.environ.get("WAYLAND_DISPLAY")) if not platform else platform != "xcb"
    return any(name in _X11 for name in missing) and not elsewhere


def _loads(name: str) -> bool:
    try:
        ctypes.CDLL(name)
    except OSError:
        return False
    return True


def _not_installed(packages: tuple[str, ...]) -> list[str]:
    form = "-f=${Package} ${db:Status-Status}\\n"
    told = subprocess.run(
        ["dpkg-query", "-W", form, *packages],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    ).stdout
    there = {line.split()[0] for line in told.splitlines() if line.endswith(" installed")}
    return [package for package in packages if package not in there]


def _install(packages: list[str], purpose: str, *, yes: bool) -> None:
    """Install by apt, after asking if there is somebody to ask; else print the command."""
    if not packages:
        return
    command = ["apt-get", "install", "--no-install-recommends", "--yes", *packages]
    rights = _rights()
    if rights is None or not (yes or os.environ.get("CI") == "true" or may_ask()):
        say(f"Missing {purpose}: run `sudo {' '.join(command)}`.")
        return
    if not (yes or os.environ.get("CI") == "true"):
        say(f"Missing {purpose}: {' '.join(packages)}")
        if not agreed("Install them now?"):
            say(f"Later, run `sudo {' '.join(command)}`.")
            return
    say(f"Installing {len(packages)} system packages {purpose} …")
    _apt(rights, ["apt-get", "update"])
    if fault := _apt(rights, command):
        say(f"apt-get failed and says: {fault} Run `sudo {' '.join(command)}` to see more.")


def _apt(rights: list[str], command: list[str]) -> str:
    """Run apt-get without questions; its last word if it failed."""
    patient = ["-o", "DPkg::Lock::Timeout=300", "-o", "Acquire::Retries=3"]
    done = subprocess.run(
        [*rights, "env", "DEBIAN_FRONTEND=noninteractive", *command, *patient],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    lines = (done.stderr.strip() or done.stdout.strip() or "nothing").splitlines()
    return lines[-1] if done.returncode else ""


def _rights() -> list[str] | None:
    """What to put before a command to run it as root; None if that cannot be done."""
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo"):
        asked = subprocess.run(
            ["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
        )
        if asked.returncode == 0:
            return ["sudo", "-n"]
    return None
