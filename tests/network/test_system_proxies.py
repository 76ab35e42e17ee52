"""Tests for the proxies that the desktop's own settings name."""

from __future__ import annotations

import os
import shutil
import stat
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from hfchat_gui.network import system_proxies as module
from hfchat_gui.network.proxies import proxy_for
from hfchat_gui.network.system_proxies import SystemProxies, gnome_proxies, system_proxies
from tests.helpers.patience import SOON

SETTINGS = """\
org.gnome.system.proxy autoconfig-url ''
org.gnome.system.proxy ignore-hosts ['localhost', '10.0.0.0/8', '*.lan']
org.gnome.system.proxy mode 'manual'
org.gnome.system.proxy use-same-proxy true
org.gnome.system.proxy.ftp host 'ftp.example'
org.gnome.system.proxy.ftp port 21
org.gnome.system.proxy.http authentication-password 'p@ss'
org.gnome.system.proxy.http authentication-user 'me'
org.gnome.system.proxy.http host 'proxy.example'
org.gnome.system.proxy.http port 3128
org.gnome.system.proxy.http use-authentication true
org.gnome.system.proxy.https host 'fd00::7'
org.gnome.system.proxy.https port 8443
org.gnome.system.proxy.socks host 'socks.example'
org.gnome.system.proxy.socks port 1080
a line of another kind
org.gnome.system.proxy.odd value <unreadable>
"""


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_KNOWN", module._Known())
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)


def test_what_gnome_prints_is_read() -> None:
    found = gnome_proxies(SETTINGS)
    assert dict(found.addresses) == {
        "http": "http://me:p%40ss@proxy.example:3128",
        "https": "http://[fd00::7]:8443",
        "all": "socks5://socks.example:1080",
    }
    assert found.exceptions == "localhost,10.0.0.0/8,*.lan"
    assert not found.exempts("anything")


@pytest.mark.parametrize(
    ("change", "left"),
    [
        (("mode 'manual'", "mode 'none'"), []),
        (("mode 'manual'", "mode 'auto'"), []),
        (("org.gnome.system.proxy mode", "org.gnome.other mode"), []),
        (("host 'proxy.example'", "host ''"), ["https", "all"]),
        (("port 8443", "port 0"), ["http", "all"]),
        (("port 1080", "port -1"), ["http", "https"]),
    ],
)
def test_what_is_not_set_is_no_proxy(change: tuple[str, str], left: list[str]) -> None:
    assert list(gnome_proxies(SETTINGS.replace(*change)).addresses) == left


def test_an_empty_list_of_exceptions_is_none() -> None:
    said = SETTINGS.replace("['localhost', '10.0.0.0/8', '*.lan']", "@as []")
    assert gnome_proxies(said).exceptions == ""
    assert gnome_proxies(said.replace("@as []", "true")).exceptions == ""


def program(folder: Path, script: str) -> None:
    file = folder / "gsettings"
    file.write_text(f"#!/bin/sh\n{script}\n")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)


@pytest.fixture
def desktop(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    if sys.platform != "linux":
        pytest.skip("GNOME's settings are read on Linux")
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "ubuntu:GNOME")
    monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)
    (tmp_path / "said").write_text(SETTINGS)
    program(tmp_path, f'echo "$@" >> {tmp_path}/asked; cat {tmp_path}/said')
    return tmp_path


def test_the_desktop_is_asked_now_and_then(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = proxy_for("https://example.com", {})
    assert proxy is not None
    assert proxy.url == "http://[fd00::7]:8443"
    assert proxy_for("https://box.lan", {}) is None
    asked = (desktop / "asked").read_text()
    assert asked == "list-recursively org.gnome.system.proxy\n"
    monkeypatch.setattr(module, "_FRESH", -1.0)
    (desktop / "said").write_text("")
    assert proxy_for("https://example.com", {}) is None


@pytest.mark.parametrize("script", ["exit 1", "printf '\\377'", "exec sleep 50"])
def test_a_desktop_that_cannot_be_asked_names_no_proxy(
    desktop: Path, monkeypatch: pytest.MonkeyPatch, script: str
) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0.3)
    program(desktop, script)
    before = time.monotonic()
    assert system_proxies() == SystemProxies()
    assert time.monotonic() - before < SOON


def test_another_desktop_is_not_asked(desktop: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    assert system_proxies() == SystemProxies()
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "GNOME")
    monkeypatch.setattr(shutil, "which", lambda _: None)
    monkeypatch.setattr(module, "_FRESH", -1.0)
    assert system_proxies() == SystemProxies()
    assert not (desktop / "asked").exists()


def test_the_libraries_of_a_frozen_program_are_not_handed_on(
    desktop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(desktop, f'echo "[$LD_LIBRARY_PATH]" > {desktop}/libraries')
    monkeypatch.setenv("LD_LIBRARY_PATH", "/frozen")
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/own")
    system_proxies()
    assert (desktop / "libraries").read_text() == "[/own]\n"


@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_other_systems_are_asked_through_pythons_own_reading(
    monkeypatch: pytest.MonkeyPatch, platform: str
) -> None:
    found = {"http": "http://a:1", "https": "socks4://s:2", "ftp": "http://f:3"}
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(urllib.request, "getproxies", lambda: dict(found))
    monkeypatch.setattr(urllib.request, "proxy_bypass", lambda host: host == "near")
    read = system_proxies()
    assert dict(read.addresses) == {"http": "http://a:1", "https": "socks5://s:2"}
    assert read.exempts("near")
    assert not read.exempts("far")


def test_a_socks_proxy_of_macos_serves_whatever_has_no_other(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setattr(
        urllib.request, "getproxies", lambda: {"socks": "http://s:2", "http": "http://a:1"}
    )
    assert dict(system_proxies().addresses) == {"http": "http://a:1", "all": "socks5://s:2"}
