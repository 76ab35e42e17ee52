"""What a secret is bound to is the same however a URL is written, or nothing if it is unclear."""

from __future__ import annotations

import pytest

from hfchat_gui.settings.origins import Origin, origin_of


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Example.COM/a?b", "https://example.com:443"),
        ("http://example.com", "http://example.com:80"),
        ("http://[::1]:8080/v1", "http://[::1]:8080"),
        ("https://bücher.example/", "https://xn--bcher-kva.example:443"),
    ],
)
def test_scheme_host_and_port_are_written_one_way(url: str, origin: str) -> None:
    assert str(origin_of(url)) == origin


@pytest.mark.parametrize(
    "url",
    [
        *("", "example.com", "ftp://example.com/", "https://", "https:///path"),
        *("https://a b.example", "https://a.example\\@b.example", "https://me@a.example"),
        *(
            "https://a.example:port",
            "https://a.example:70000",
            "https://[::1",
            "https://a%2e.example",
        ),
        "https://ä" + "ö" * 80 + ".example",
        "https://a.example\n.b.example",
    ],
)
def test_an_unclear_url_has_none(url: str) -> None:
    assert origin_of(url) is None


@pytest.mark.parametrize(
    ("url", "protected"),
    [
        ("https://a.example", True),
        ("http://a.example", False),
        ("http://localhost:1", True),
        ("http://127.9.9.9", True),
        ("http://[::1]", True),
        ("http://192.168.1.1", False),
        ("http://localhost.example", False),
    ],
)
def test_protected_is_https_or_this_computer(url: str, protected: bool) -> None:
    found = origin_of(url)
    assert isinstance(found, Origin)
    assert found.is_protected is protected
