"""Tests for the hosts that are exempt from a proxy."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.origin import origin
from hfchat_gui.network.no_proxy import is_exempt, unreadable_entries


@pytest.mark.parametrize(
    "listed",
    [
        "*",
        "example.com",
        ".example.com",
        "*.example.com",
        "EXAMPLE.com.",
        "other.test, example.com",
        "other.test example.com",
        "other.test;example.com",
        "other.test|example.com",
        "other.test\t\n,,example.com,",
        "api.example.com:443",
        "example.com:443",
        "https://api.example.com",
        "https://api.example.com:443/v1/",
        '"api.example.com"',
        "com.",
        "api.*",
        "*.api.example.com",
        "fe80::/10,10.0.0.0/8,example.com",
    ],
)
def test_a_host_is_exempt_by_its_name(listed: str) -> None:
    assert is_exempt(origin("https://api.example.com/v1"), listed)
    assert is_exempt(origin("https://API.example.com./v1"), listed)


@pytest.mark.parametrize(
    "listed",
    [
        "",
        " , ;",
        "ample.com",
        "xapi.example.com",
        "api.example.com:8443",
        "fe80::/10",
        "[::1]",
        "10.0.0.0/8",
        "x:y",
        "<local>",
        "::::",
        "api",
        "10.0.0.0/99",
        ".",
        "api.example.com:" + "4" * 5000,
        "api.example.com:" + "0" * 5000 + "443",
    ],
)
def test_another_is_not(listed: str) -> None:
    assert not is_exempt(origin("https://api.example.com/v1"), listed)


@pytest.mark.parametrize(
    ("url", "listed"),
    [
        ("https://10.1.2.3", "10.0.0.0/8"),
        ("https://10.1.2.3", "10.0.0.0/255.0.0.0"),
        ("https://10.1.2.3", "10.1.2.3"),
        ("https://10.1.2.3:90", "10.1.2.3:90"),
        ("https://10.1.2.3", "10.*"),
        ("https://[fe80::1]:90", "fe80::/10"),
        ("https://[fe80::1%25eth0]:90", "fe80::/10"),
        ("https://[fd00::1]:90", "[fd00::1]"),
        ("https://[fd00::1]:90", "[fd00::1]:90"),
        ("https://[fd00::1]:90", "[fd00::]/8"),
        ("https://[fd00::1]:90", "fd00:0:0:0:0:0:0:1"),
        ("https://[fd00::1]:90", "FD00::1"),
        ("https://[::ffff:1.2.3.4]", "1.2.3.4"),
        ("https://[::ffff:1.2.3.4]:90", "1.2.3.4:90"),
        ("https://[::ffff:1.2.3.4]", "1.2.0.0/16"),
        ("https://1.2.3.4", "::ffff:1.2.3.4"),
        ("https://1.2.3.4", "[::ffff:102:304]:443"),
        ("https://1.2.3.4", "::ffff:1.2.0.0/112"),
        ("https://10.1.2.3:5", "10.0.0.0/8:5"),
        ("https://[fd00::1]:5", "[fd00::]/8:5"),
        ("https://münchen.example", "münchen.example"),
        ("https://xn--mnchen-3ya.example", ".münchen.example"),
        ("http://nas", "<local>"),
    ],
)
def test_networks_numbers_and_names_of_all_kinds_count(url: str, listed: str) -> None:
    assert is_exempt(origin(url.replace("%25", "%")), listed)


@pytest.mark.parametrize(
    ("url", "listed"),
    [
        ("https://[fd00::1]:90", "[fd00::1]:91"),
        ("https://[fd00::1]:90", "fd00::2"),
        ("https://10.1.2.3:90", "10.1.2.3:91"),
        ("https://10.1.2.3", "<local>"),
        ("https://10.1.2.3", "1.2.3"),
        ("https://[::ffff:1.2.3.4]", "1.2.3.5"),
        ("https://1.2.3.4", "::1.2.3.4"),
        ("https://[fd00::1]", "1.2.3.4"),
        ("https://1.2.3.4", "::/0"),
        ("https://10.1.2.3:6", "10.0.0.0/8:5"),
        ("https://[fd00::1]:6", "[fd00::]/8:5"),
    ],
)
def test_others_do_not(url: str, listed: str) -> None:
    assert not is_exempt(origin(url), listed)


def test_entries_that_can_mean_no_host_are_found() -> None:
    good = "*, .a.b, *.c, <local>, 10.0.0.0/8, fe80::/10, [::1]:8080, d:1, https://e, 10.*, münchen"
    good += ", 10.0.0.0/8:5, 10.0.0.0/255.0.0.0:65535, [fd00::]/8:5, ::ffff:1.2.3.4"
    assert unreadable_entries(good) == {}
    bad = {2: "10.0.0.0/99", 3: "[::1", 4: "b!", 5: "fe80::/200", 6: "d:" + "9" * 5000}
    bad |= {7: "10.0.0.0/99:5", 8: "fd00::/8:5000000", 9: "10.0.0.0/8:5:6"}
    assert unreadable_entries(", ".join(["a", *bad.values()])) == bad
