"""Tests for the proxies that the environment names."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.network.proxies import Proxy, proxy_for

FAR = "https://example.com/v1"


def test_without_a_variable_there_is_no_proxy() -> None:
    assert proxy_for(FAR, {}) is None
    assert proxy_for(FAR, {"HTTP_PROXY": "http://p:1", "https_proxy": " "}) is None


@pytest.mark.parametrize(
    ("value", "url"),
    [
        ("http://proxy.example:3128", "http://proxy.example:3128"),
        ("proxy.example:3128", "http://proxy.example:3128"),
        ("127.0.0.1:3128", "http://127.0.0.1:3128"),
        ("http://proxy.example/", "http://proxy.example:80"),
        ("socks5://proxy.example", "socks5://proxy.example:1080"),
        ("socks5h://[::1]:99", "socks5://[::1]:99"),
        ("socks://proxy.example:9050/", "socks5://proxy.example:9050"),
    ],
)
def test_usual_ways_to_write_a_proxy_are_read(value: str, url: str) -> None:
    assert proxy_for(FAR, {"ALL_PROXY": value}) == Proxy(url, "ALL_PROXY")


def test_the_nearer_variable_wins() -> None:
    environment = {"https_proxy": "a:1", "HTTPS_PROXY": "b:1", "all_proxy": "c:1"}
    assert proxy_for(FAR, environment) == Proxy("http://a:1", "https_proxy")
    assert proxy_for("http://example.com", environment) == Proxy("http://c:1", "all_proxy")


def test_name_and_password_are_decoded_and_not_shown() -> None:
    proxy = proxy_for(FAR, {"HTTPS_PROXY": "http://me:p%40ss%3Aword@proxy.example:3128"})
    assert proxy is not None
    assert proxy.user == "me"
    assert proxy.password is not None
    assert proxy.password.reveal() == "p@ss:word"
    assert "p@ss" not in repr(proxy)


@pytest.mark.parametrize("url", ["http://127.0.0.1:1", "http://localhost", "http://[::1]:80"])
def test_this_computer_is_never_reached_through_a_proxy(url: str) -> None:
    assert proxy_for(url, {"ALL_PROXY": "not a proxy at all", "NO_PROXY": "::::"}) is None


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("https://proxy.example", "itself reached over https"),
        ("socks4://proxy.example", "kind of proxy"),
        ("http://", "address of a proxy"),
        ("http://proxy.example:port", "address of a proxy"),
        ("http://me:secret@:80", "address of a proxy"),
        ("http://[::1", "address of a proxy"),
    ],
)
def test_a_proxy_that_cannot_be_used_names_its_variable(value: str, reason: str) -> None:
    with pytest.raises(Unreachable, match=reason) as refused:
        proxy_for(FAR, {"HTTPS_PROXY": value})
    assert "HTTPS_PROXY" in refused.value.user_text
    assert "secret" not in refused.value.user_text


@pytest.mark.parametrize(
    "listed",
    [
        "*",
        "example.com",
        ".example.com",
        "*.example.com",
        "other.test, EXAMPLE.com",
        "other.test api.example.com",
        "api.example.com:443",
        "https://api.example.com",
        "com.",
    ],
)
def test_hosts_in_no_proxy_are_reached_directly(listed: str) -> None:
    environment = {"HTTPS_PROXY": "p:1", "NO_PROXY": listed}
    assert proxy_for("https://api.example.com/v1", environment) is None


@pytest.mark.parametrize(
    "listed",
    ["", "ample.com", "api.example.com:8443", "fe80::/10", "[::1]", "10.0.0.0/8", ",", "x:y"],
)
def test_others_are_not(listed: str) -> None:
    environment = {"HTTPS_PROXY": "p:1", "no_proxy": listed}
    assert proxy_for("https://api.example.com/v1", environment) is not None


@pytest.mark.parametrize(
    ("url", "listed"),
    [
        ("https://10.1.2.3", "10.0.0.0/8"),
        ("https://10.1.2.3", "10.1.2.3"),
        ("https://[fe80::1]:90", "fe80::/10"),
        ("https://[fd00::1]:90", "[fd00::1]"),
        ("https://[fd00::1]:90", "[fd00::1]:90"),
    ],
)
def test_networks_and_numbers_in_no_proxy_count(url: str, listed: str) -> None:
    assert proxy_for(url, {"HTTPS_PROXY": "p:1", "NO_PROXY": listed}) is None
