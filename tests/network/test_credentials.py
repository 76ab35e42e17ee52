"""Tests for secrets that are bound to one origin."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import BadAddress, TokenMalformed
from hfchat_gui.conversation.secret import Secret, login_secret
from hfchat_gui.network.credentials import Credential, authorization, without_key

ROUTER = "https://router.huggingface.co/v1/chat/completions"


def test_a_credential_fits_its_origin_only() -> None:
    credential = Credential.for_url(ROUTER, Secret("hf_x"))
    assert str(credential.origin) == "https://router.huggingface.co:443"
    assert credential.fits("https://ROUTER.huggingface.co:443/other")
    for url in (
        "http://router.huggingface.co/v1",
        "https://router.huggingface.co:8443/v1",
        "https://router.huggingface.co.evil.example/v1",
        "https://huggingface.co/",
    ):
        assert not credential.fits(url)


def test_a_credential_needs_an_origin() -> None:
    with pytest.raises(BadAddress):
        Credential.for_url("nowhere", Secret("hf_x"))


def test_the_header_is_written_where_the_origin_fits() -> None:
    credential = Credential.for_url(ROUTER, Secret("hf_x"))
    assert authorization(credential, ROUTER) == "Bearer hf_x"
    assert authorization(credential, "https://huggingface.co/") is None
    assert authorization(None, ROUTER) is None


@pytest.mark.parametrize("text", ["hf_a\nb", "hf_a\r\n", "hf a", "hf_é", "", "hf_\x00", "hf_❤"])
def test_a_secret_that_no_header_can_hold_is_refused_without_its_text(text: str) -> None:
    credential = Credential.for_url(ROUTER, Secret(text))
    with pytest.raises(TokenMalformed) as refused:
        authorization(credential, ROUTER)
    assert "hf_" not in repr(refused.value)
    assert refused.value.__cause__ is None


def test_a_credential_shows_no_secret() -> None:
    assert "hf_x" not in repr(Credential.for_url(ROUTER, Secret("hf_x")))


def test_a_login_goes_as_basic_authentication() -> None:
    credential = Credential.for_url(ROUTER, login_secret("me", "pw"))
    assert authorization(credential, ROUTER) == "Basic bWU6cHc="


def test_a_strangers_text_loses_the_key_in_any_form() -> None:
    credential = Credential.for_url(ROUTER, Secret("PLAIN+key"))
    text = "at plain+KEY.example, PLAIN%2Bkey, UExBSU4ra2V5 and hf_other"
    assert without_key(text, credential) == "at ….example, …, … and …"
    assert without_key("nothing of it", None) == "nothing of it"


def test_a_strangers_text_loses_parts_of_the_key_as_well() -> None:
    credential = Credential.for_url(ROUTER, Secret("zebra-quantum-key-0123456789"))
    assert without_key("/zebra-quantum-key-0123456789/x", credential) == "/…/x"
    assert without_key("zebra-quantum and Y-0123456789", credential) == "… and …"
    encoded = "".join(f"%{ord(sign):02x}" for sign in "zebra-quantum")
    assert without_key(f"http://a.example/{encoded}", credential) == "…"
    assert without_key("http://a.example/%7aebra", credential) == "http://a.example/%7aebra"
