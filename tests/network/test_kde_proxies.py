"""Tests for the proxies in KDE's settings."""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import pytest

from hfchat_gui.network import system_proxies as module
from hfchat_gui.network.kde_proxies import KdeProxies, kde_proxies
from hfchat_gui.network.proxies import proxy_for
from hfchat_gui.network.system_proxies import SystemProxies, system_proxies

FILE = """\
PersistentProxyConnection=false
httpProxy=http://not.ours 1
[$Version]
update_info=kioslave.upd:kde2.2/r1

[Proxy Settings][$i]
# by hand
NoProxyFor=localhost,.lan
Proxy Config Script=
ProxyType=1
ReversedException=false
ftpProxy=http://ftp.example 21
httpProxy=http://proxy.example 3128
httpsProxy[$e]=http://me:pw@proxy.example:8443/
socksProxy=socks://socks.example 1080
[Other]
httpProxy=http://not.ours 1
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(module, "_KNOWN", module._Known())
    monkeypatch.setattr(module, "_FRESH", -1.0)
    monkeypatch.setenv("XDG_CURRENT_DESKTOP", "KDE")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    return tmp_path


def test_what_was_chosen_by_hand_is_read() -> None:
    found = kde_proxies(FILE)
    assert dict(found.addresses) == {
        "http": "http://proxy.example:3128",
        "https": "http://me:pw@proxy.example:8443",
        "all": "socks5://socks.example:1080",
    }
    assert found.hosts == "localhost,.lan"
    assert not found.only_those


@pytest.mark.parametrize("kind", ["0", "2", "3", "4", "", "x"])
def test_another_choice_names_no_proxy(kind: str, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        assert kde_proxies(FILE.replace("Type=1", f"Type={kind}")) == KdeProxies()
    assert ("script" in caplog.text) == (kind in ("2", "3"))


@pytest.mark.parametrize(
    ("written", "address"),
    [
        ("proxy.example 3128", "http://proxy.example:3128"),
        ("http://proxy.example:3128", "http://proxy.example:3128"),
        ("https://[fd00::7] 8443", "https://[fd00::7]:8443"),
        ("http://proxy.example", "http://proxy.example"),
        ("", None),
        ("proxy.example 0", None),
        ("proxy.example", "proxy.example"),
    ],
)
def test_an_address_is_read_however_it_is_written(written: str, address: str | None) -> None:
    text = FILE.replace("httpProxy=http://proxy.example 3128", f"httpProxy={written}")
    assert kde_proxies(text).addresses.get("http") == address


def test_the_file_of_the_desktop_leads_the_way(folder: Path) -> None:
    assert system_proxies() == SystemProxies()
    (folder / "kioslaverc").write_text(FILE)
    found = proxy_for("https://server.test", {})
    assert found is not None
    assert (found.url, found.user) == ("http://proxy.example:8443", "me")
    assert proxy_for("https://box.lan", {}) is None


def test_a_list_may_name_the_only_hosts_that_need_the_proxy(folder: Path) -> None:
    (folder / "kioslaverc").write_text(FILE.replace("ception=false", "ception=true"))
    assert proxy_for("https://box.lan", {}) is not None
    assert proxy_for("https://server.test", {}) is None
    assert proxy_for("https://[fd00::1]", {}) is None


def test_a_file_that_cannot_be_read_names_no_proxy(folder: Path) -> None:
    (folder / "kioslaverc").mkdir()
    assert system_proxies() == SystemProxies()


def test_bytes_of_any_kind_are_no_fault(folder: Path) -> None:
    (folder / "kioslaverc").write_bytes(b"\xff\n[Proxy Settings]\nProxyType=1\nhttpProxy=\xff 1\n")
    assert system_proxies().addresses.get("http") == "http://\ufffd:1"
