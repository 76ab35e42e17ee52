"""What a secret is bound to is the same however a URL is written, or nothing if it is unclear."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.origin import (
    is_loopback,
    origin,
    origin_or_none,
    without_login,
)


@pytest.mark.parametrize(
    ("url", "normal"),
    [
        ("https://Example.COM/a?b=c://d", "https://example.com:443"),
        ("HTTP://example.com?x@y", "http://example.com:80"),
        ("http://example.com#@b", "http://example.com:80"),
        ("http://[::1]:90/x", "http://[::1]:90"),
        ("http://[0:0::0:1]:90/x", "http://[::1]:90"),
        ("http://::1/", "http://[::1]:80"),
        ("http://0.0.0.0:8080", "http://127.0.0.1:8080"),
        ("http://１２７.0.0.1", "http://127.0.0.1:80"),
        ("http://[fe80::1%eth0]", "http://[fe80::1%eth0]:80"),
        ("https://bücher.example/", "https://xn--bcher-kva.example:443"),
        ("https://straße.example/", "https://xn--strae-oqa.example:443"),
    ],
)
def test_scheme_host_and_port_are_written_one_way(url: str, normal: str) -> None:
    assert str(origin(url)) == normal
    assert origin(normal) == origin(url)


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "ftp://example.com/", "file:///etc/passwd", "https://", "https:///p"),
        *("https://a b.example", "https://a.example\\@b.example", "https://me@a.example"),
        *("https://a.example\\b.example", "https://a.example\n.b.example", "https://a%2e.example"),
        *("https://a.example:port", "https://a.example:70000", "https://a.example:0"),
        *("https://a.example:" + "9" * 5000, "https://[::1", "https://[12::x]"),
        *("https://[fe80::1%a b]", "https://[fe80::1%\n]", "https://[127.0.0.1]"),
        "https://ä" + "ö" * 80 + ".example",
        "https://" + "a" * 64 + ".example",
        *("https://exa_mple..com", "https://0x7f.1"),
    ],
)
def test_an_unclear_url_has_none(url: str) -> None:
    assert origin_or_none(url) is None
    with pytest.raises(BadAddress):
        origin(url)


def test_a_place_is_shown_without_its_default_port() -> None:
    assert origin("https://example.com:443/x").place == "example.com"
    assert origin("http://example.com:443/x").place == "example.com:443"
    assert origin("http://[::1]:80/x").place == "[::1]"


@pytest.mark.parametrize(
    ("url", "near"),
    [
        ("http://localhost", True),
        ("http://localhost.:8080", True),
        ("http://x.localhost", True),
        ("http://127.9.9.9:1", True),
        ("http://[::1]", True),
        ("http://[::ffff:127.0.0.1]", True),
        ("http://192.168.1.1", False),
        ("http://localhost.example.com", False),
        ("http://notlocalhost", False),
    ],
)
def test_this_computer_is_recognised_and_needs_no_protection(url: str, near: bool) -> None:
    assert is_loopback(url) is near
    assert origin(url).is_protected is near
    assert origin(url.replace("http:", "https:")).is_protected


@pytest.mark.parametrize("port", ["0" * 5000 + "80", "80", "080"])
def test_a_port_may_begin_with_noughts(port: str) -> None:
    assert origin(f"http://h:{port}").port == 80


@pytest.mark.parametrize("port", ["1" * 5000, "0000801" * 700, "65536", "000", "٣"])
def test_what_is_no_port_is_refused_at_any_length(port: str) -> None:
    with pytest.raises(BadAddress, match="from 1 to 65535"):
        origin(f"http://h:{port}")


@pytest.mark.parametrize(
    ("url", "near"),
    [
        *((f"http://{host}", True) for host in ("10.1.2.3", "172.16.0.1", "192.168.1.7:8080")),
        *((f"http://{host}", True) for host in ("169.254.3.4", "[fe80::1%eth0]", "[fd12::1]")),
        *((f"http://{host}", True) for host in ("127.0.0.9", "[::1]", "nas.local", "x.localhost")),
        ("http://[::ffff:192.168.1.7]", True),
        *((f"http://{host}", False) for host in ("8.8.8.8", "172.32.0.1", "192.0.2.7", "nas")),
        *((f"http://{host}", False) for host in ("100.64.0.1", "[2001:db8::1]", "local.example")),
        ("http://[::ffff:8.8.8.8]", False),
    ],
)
def test_a_private_network_is_known_by_name_or_number(url: str, near: bool) -> None:
    assert origin(url).is_near is near


@pytest.mark.parametrize(
    ("url", "bare", "login"),
    [
        ("http://me:pw@h:1/x?y#z", "http://h:1/x?y#z", "Basic bWU6cHc="),
        ("me:p%40w@h", "h", "Basic bWU6cEB3"),
        ("http://@h/", "http://h/", None),
        ("http://h/a@b", "http://h/a@b", None),
        ("http://h?x=//me:pw@g", "http://h?x=//me:pw@g", None),
        ("no address", "no address", None),
        ("h/?u=http://me:pw@g", "h/?u=http://me:pw@g", None),
    ],
)
def test_a_login_is_parted_from_its_address(url: str, bare: str, login: str | None) -> None:
    found, secret = without_login(url)
    assert found == bare
    assert (secret.reveal() if secret else None) == login
