"""Tests for what a person pastes as an address."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.origin import origin
from hfchat_gui.network.addresses import api_url, base_address, host_of


@pytest.mark.parametrize(
    "typed",
    [
        "http://127.0.0.1:8080",
        "http://127.0.0.1:8080/",
        "http://127.0.0.1:8080/v1",
        "http://127.0.0.1:8080/v1/",
        "http://127.0.0.1:8080/v1/chat/completions",
        "http://127.0.0.1:8080/v1/chat/completions/",
        "http://127.0.0.1:8080/chat/completions",
        "http://127.0.0.1:8080/v1/models",
        "http://127.0.0.1:8080/v1/completions/",
        "http://127.0.0.1:8080/v1?key=x#there",
        "  <http://127.0.0.1:8080/v1>\n",
        "HTTP://127.0.0.1:8080",
        "127.0.0.1:8080/v1",
        "//127.0.0.1:8080",
        "http://0.0.0.0:8080",
    ],
)
def test_every_form_of_one_server_is_one_base(typed: str) -> None:
    assert base_address(typed) == "http://127.0.0.1:8080"


@pytest.mark.parametrize(
    ("typed", "base"),
    [
        ("app.localhost:3000", "http://app.localhost:3000"),
        ("localhost:11434", "http://localhost:11434"),
        ("gpu-box:8000", "http://gpu-box:8000"),
        ("nas.local", "http://nas.local"),
        ("192.168.1.7:80", "http://192.168.1.7"),
        ("[::1]:5000/", "http://[::1]:5000"),
        ("::1", "http://[::1]"),
        ("[::]:5000", "http://[::1]:5000"),
        ("8.8.8.8", "https://8.8.8.8"),
        ("API.Example.COM/v1", "https://api.example.com"),
        ("https://example.com:443/x/v1/", "https://example.com/x"),
        ("https://bücher.example/v1", "https://xn--bcher-kva.example"),
        ("https://example.com/modèle", "https://example.com/mod%C3%A8le"),
        ("https://example.com/a%20b", "https://example.com/a%20b"),
        ("https://example.com./v1", "https://example.com."),
    ],
)
def test_missing_parts_are_filled_in(typed: str, base: str) -> None:
    assert base_address(typed) == base
    assert base_address(base) == base


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("   ", "no address"),
        ("http://", "names no server"),
        ("https:///v1", "names no server"),
        ("ftp://example.com", "http:// or https://"),
        ("http:/example.com", "comes ://"),
        ("http://user:pw@example.com", "user name or password"),
        ("hf_token@example.com", "user name or password"),
        ("http://exa mple.com", "no spaces"),
        ("http://example.com\\v1", "backslashes"),
        ("http://example.com:99999", "1 to 65535"),
        ("http://example.com:0", "1 to 65535"),
        ("http://example.com:http", "1 to 65535"),
        ("http://[12::x]", "no IPv6"),
        ("http://[127.0.0.1]", "no IPv6"),
        ("http://[::1]x", "1 to 65535"),
        ("http://exa_mple..com", "names no server"),
        ("http://" + "a" * 64 + ".com", "too long"),
        ("http://" + "a.b" * 90, "too long"),
        ("http://exa\u0640mple.com", "letters that no server"),
    ],
)
def test_what_cannot_be_an_address_is_refused_with_the_reason(typed: str, reason: str) -> None:
    with pytest.raises(BadAddress, match=reason) as refused:
        base_address(typed)
    assert "pw" not in refused.value.user_text


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_refused(typed: str) -> None:
    try:
        base = base_address(typed)
    except BadAddress:
        return
    assert base.isascii()
    assert base_address(base) == base
    assert str(origin(base)).startswith(base.partition(":")[0])


@pytest.mark.parametrize(
    ("base", "url"),
    [
        ("http://127.0.0.1:80", "http://127.0.0.1:80/v1/models"),
        ("https://api.example.com/openai", "https://api.example.com/openai/v1/models"),
        ("https://example.com/api/paas/v4", "https://example.com/api/paas/v4/models"),
        ("https://example.com/novita/v3/openai", "https://example.com/novita/v3/openai/models"),
        ("https://example.com/v1beta/openai", "https://example.com/v1beta/openai/models"),
    ],
)
def test_the_version_stands_once_in_the_path(base: str, url: str) -> None:
    assert api_url(base, "models") == url


def test_a_host_is_shown_without_its_default_port() -> None:
    assert host_of("https://example.com:443/x") == "example.com"
    assert host_of("http://example.com:443/x") == "example.com:443"
    assert host_of("http://[::1]:80/x") == "[::1]"
