"""A token is read through what copying adds to it, and what is wrong is said without echoing it."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.token_text import checked, cleaned, ending

TOKEN = "hf_abcdefghijklmnopqrstuvwxyz12345678"


@pytest.mark.parametrize(
    "typed",
    [
        TOKEN,
        f"  {TOKEN}\r\n",
        f"\u200b{TOKEN}\ufeff",
        f'"{TOKEN}"',
        f"“ {TOKEN} ”",
        f"Bearer {TOKEN}",
        f"Authorization: Bearer {TOKEN}",
        f"bearer\t'{TOKEN}'",
        f"`Bearer {TOKEN}`",
        f"{TOKEN[:20]}\n{TOKEN[20:]}",
        f"\xa0{TOKEN}\xa0",
    ],
)
def test_what_copying_adds_is_taken_away(typed: str) -> None:
    assert checked(cleaned(typed)).reveal() == TOKEN


def test_a_sign_in_token_has_dots_and_dashes() -> None:
    token = "hf_oauth_eyJhbGciOi.abc-def_ghi.sig"
    assert checked(cleaned(token)).reveal() == token


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("", "empty"),
        (" \n ", "empty"),
        ('""', "empty"),
        ("sk-PLANTEDPLANTED", "does not start with hf_"),
        ("HF_PLANTEDPLANTED", "does not start with hf_"),
        ("hf_", "too short"),
        ("hf_oauth_", "too short"),
        ("hf_PLA", "too short"),
        ("hf_PLANTED PLANTED", "a blank"),
        ("hf_PLANTED_hf_PLANTED", "a character that no token has"),
        ("hf_PLANTEDäPLANTED", "a character that no token has"),
        ("hf_PLANTED\0", "a character that no token has"),
        ("hf_" + "PLANTED" * 700, "too long"),
    ],
)
def test_what_is_wrong_is_said_without_a_piece_of_it(typed: str, said: str) -> None:
    with pytest.raises(TokenMalformed) as caught:
        checked(cleaned(typed))
    error = caught.value
    assert said in error.user_text
    assert "PLA" not in f"{error.user_text}{error.detail}{error!r}{error.args}"


def test_the_ending_is_shown_of_long_tokens_only() -> None:
    assert ending(Secret(TOKEN)) == "5678"
    assert ending(Secret("hf_FAKE")) == ""
