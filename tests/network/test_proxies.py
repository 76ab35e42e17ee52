"""Tests for the proxies that the environment names."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.error_record import NO_ACTION, OPEN_PROXY
from hfchat_gui.conversation.errors import ProxyFailed
from hfchat_gui.conversation.proxy import ChosenProxy, ProxyChoice, ProxyMode
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.proxies import (
    HERE,
    SYSTEM,
    Proxy,
    no_proxy_note,
    proxy_for,
    taken_apart,
    variable,
)
from hfchat_gui.network.system_proxies import SystemProxies

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
        ("https://proxy.example/", "https://proxy.example:443"),
        ("socks5://proxy.example", "socks5://proxy.example:1080"),
        ("socks5h://[::1]:99", "socks5://[::1]:99"),
        ("socks://proxy.example:9050/", "socks5://proxy.example:9050"),
        ("HTTP://Proxy.Example:3128//", "http://proxy.example:3128"),
        ("  'http://proxy.example:3128' ", "http://proxy.example:3128"),
        ('"proxy.example:3128"', "http://proxy.example:3128"),
        ("[fd00::7]:3128", "http://[fd00::7]:3128"),
        ("fd00::7", "http://[fd00::7]:80"),
        ("http://proxy.example:3128/path?query", "http://proxy.example:3128"),
    ],
)
def test_usual_ways_to_write_a_proxy_are_read(value: str, url: str) -> None:
    assert proxy_for(FAR, {"ALL_PROXY": value}) == Proxy(url, variable("ALL_PROXY"))


def test_the_nearer_variable_wins() -> None:
    environment = {"https_proxy": "a:1", "HTTPS_PROXY": "b:1", "all_proxy": "c:1"}
    assert proxy_for(FAR, environment) == Proxy("http://a:1", variable("https_proxy"))
    assert proxy_for("http://example.com", environment) == Proxy(
        "http://c:1", variable("all_proxy")
    )


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
    ("written", "user", "password"),
    [
        ("http://me:p%23%2F%3f@p:1", "me", "p#/?"),
        ("http://me:p#/?@p:1", "me", "p#/?"),
        ("me:p@ss@p:1", "me", "p@ss"),
        ("http://d%5Cme:gr%C3%BC%C3%9F@p:1", "d\\me", "grüß"),
        ("http://me:50%@p:1", "me", "50%"),
        ("http://me@p:1", "me", ""),
        ("http://me:@p:1", "me", ""),
        ("socks5://me:a:b@p:1", "me", "a:b"),
    ],
)
def test_a_name_and_a_password_are_read_however_they_are_written(
    written: str, user: str, password: str
) -> None:
    proxy = proxy_for(FAR, {"HTTPS_PROXY": written})
    assert proxy is not None
    assert proxy.place == "p:1"
    assert proxy.user == user
    assert (proxy.password.reveal() if proxy.password else "") == password


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("socks4://proxy.example", "does not speak"),
        ("socks4a://proxy.example", "does not speak"),
        ("ftp://proxy.example", "of a kind"),
        ("http:/proxy.example:80", "address of a proxy"),
        ("socks5:/proxy.example", "address of a proxy"),
        ("http://", "address of a proxy"),
        ("http://proxy.example:port", "address of a proxy"),
        ("http://proxy.example:0", "address of a proxy"),
        ("http://me:secret@:80", "address of a proxy"),
        ("http://[::1", "address of a proxy"),
        ("proxy one", "address of a proxy"),
        ("socks5://me:secret" + "x" * 255 + "@p:1", "longer name or password"),
    ],
)
def test_a_proxy_that_cannot_be_used_names_its_variable(value: str, reason: str) -> None:
    with pytest.raises(ProxyFailed, match=reason) as refused:
        proxy_for(FAR, {"HTTPS_PROXY": value})
    assert "HTTPS_PROXY" in refused.value.user_text
    assert "secret" not in refused.value.user_text
    assert refused.value.action == NO_ACTION


# --- what was chosen, and what the system says ---------------------------------------------------


def system(exceptions: str = "", *, exempt: bool = False, **addresses: str) -> SystemProxies:
    return SystemProxies(addresses, exceptions, exempts=lambda _: exempt)


def test_the_systems_proxy_is_used_where_the_environment_names_none() -> None:
    def named() -> SystemProxies:
        return system(https="http://s:1", all="socks5://t:2")

    assert proxy_for(FAR, {"http_proxy": ""}, system=named) == Proxy("http://s:1", SYSTEM)
    assert proxy_for("http://far", {}, system=named) == Proxy("socks5://t:2", SYSTEM)
    assert proxy_for(FAR, {"HTTP_PROXY": "e:1"}, system=named) is None
    assert proxy_for(FAR, {"NO_PROXY": "example.com"}, system=named) is None


def test_what_the_system_exempts_is_reached_directly() -> None:
    assert proxy_for(FAR, {}, system=lambda: system("example.com", https="s:1")) is None
    assert proxy_for(FAR, {}, system=lambda: system(https="s:1", exempt=True)) is None
    assert proxy_for(FAR, {}, system=lambda: system(http="s:1")) is None


def test_a_broken_proxy_of_the_system_is_named_as_that() -> None:
    with pytest.raises(ProxyFailed, match="this computer's settings is not the address") as told:
        proxy_for(FAR, {}, system=lambda: system(https="http://s:x"))
    assert told.value.action == OPEN_PROXY


def test_no_proxy_can_be_chosen_whatever_the_environment_says() -> None:
    chosen = ChosenProxy(ProxyChoice(ProxyMode.NONE))
    assert proxy_for(FAR, {"HTTPS_PROXY": "e:1"}, chosen) is None


def test_a_proxy_that_was_named_by_hand_comes_before_all_others() -> None:
    choice = ProxyChoice(ProxyMode.MANUAL, "socks5://hand:9", "me", "intern.example *.lan")
    chosen = ChosenProxy(choice, Secret("pw"))
    environment = {"HTTPS_PROXY": "e:1", "NO_PROXY": "*"}
    proxy = proxy_for(FAR, environment, chosen)
    assert proxy == Proxy("socks5://hand:9", HERE, "me")
    assert proxy.password is not None
    assert proxy.password.reveal() == "pw"
    for exempt in ("https://a.intern.example", "http://box.lan", "http://127.0.0.1:8080"):
        assert proxy_for(exempt, environment, chosen) is None


def test_a_name_in_an_address_by_hand_counts_where_no_other_is_given() -> None:
    choice = ProxyChoice(ProxyMode.MANUAL, "me:pw@hand:9")
    proxy = proxy_for(FAR, {}, ChosenProxy(choice))
    assert proxy is not None
    assert (proxy.user, proxy.place) == ("me", "hand:9")
    assert proxy.password is not None


@pytest.mark.parametrize("address", ["", "not a proxy", "http://", "hf_abcdefgh"])
def test_an_address_by_hand_that_is_none_is_named(address: str) -> None:
    choice = ProxyChoice(ProxyMode.MANUAL, address)
    with pytest.raises(ProxyFailed, match="HF Chat's settings is not the address") as told:
        proxy_for(FAR, {}, ChosenProxy(choice))
    assert told.value.action == OPEN_PROXY


def test_a_choice_is_taken_apart_before_it_is_kept() -> None:
    written = ProxyChoice(ProxyMode.MANUAL, " me:p%40ss@Proxy.example ", "", "*.lan")
    apart = taken_apart(written)
    assert apart.choice == ProxyChoice(ProxyMode.MANUAL, "http://proxy.example:80", "me", "*.lan")
    assert apart.password is not None
    assert apart.password.reveal() == "p@ss"
    assert taken_apart(ProxyChoice(address="nonsense [")).choice.address == "nonsense ["
    with pytest.raises(ProxyFailed):
        taken_apart(ProxyChoice(ProxyMode.MANUAL, "nonsense ["))
    with pytest.raises(ProxyFailed, match=r"What you entered .* such as proxy\.example\.org:8080"):
        taken_apart(ProxyChoice(ProxyMode.MANUAL, "proxy:eighty"))


@pytest.mark.parametrize("name", ["no_proxy", "NO_PROXY"])
def test_an_entry_of_no_proxy_that_means_nothing_is_named_and_passed_over(name: str) -> None:
    environment = {"HTTPS_PROXY": "p:1", name: "10.0.0.0/99, ok.example, ]me:s3cret@odd["}
    assert proxy_for(FAR, environment) is not None
    assert proxy_for("https://ok.example", environment) is None
    assert no_proxy_note(environment, ProxyChoice()) == (
        f"The environment variable {name} has entries that mean no host, so they were passed "
        "over: number 1 (“10.0.0.0/99”), number 3 (“odd[”). Correct it, then start HF Chat again."
    )


def test_of_many_such_entries_a_few_are_named() -> None:
    note = no_proxy_note({"NO_PROXY": ",".join("!" * (50 + at) for at in range(9))}, ProxyChoice())
    assert f"number 3 (“{'!' * 40}”) and 6 more." in note


@pytest.mark.parametrize("mode", [ProxyMode.NONE, ProxyMode.MANUAL])
def test_where_no_proxy_is_not_asked_it_may_hold_anything(mode: ProxyMode) -> None:
    assert no_proxy_note({"NO_PROXY": "10.0.0.0/99"}, ProxyChoice(mode)) == ""
    assert no_proxy_note({"NO_PROXY": "ok.example"}, ProxyChoice()) == ""
    assert no_proxy_note({}, ProxyChoice()) == ""
