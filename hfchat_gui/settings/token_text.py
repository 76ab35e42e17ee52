"""Cleans and checks the text of a token, and never says any of it."""

from __future__ import annotations

import re

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.secret import Secret

SHORTEST = 4  # letters after the prefix
LONGEST = 4096
ENDING = 4
LONG_ENOUGH_FOR_ENDING = 20

# Zero-width and direction marks, soft hyphen, byte-order mark: they come along when copying.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_QUOTES = {('"', '"'), ("'", "'"), ("`", "`"), ("“", "”"), ("‘", "’"), ("<", ">")}
_BEARER = re.compile(r"\A(authorization:\s*)?bearer\s+", re.IGNORECASE)
_BODY = {
    "hf_oauth_": re.compile(r"[A-Za-z0-9._-]+"),  # signed tokens have dots and dashes
    "hf_": re.compile(r"[A-Za-z0-9]+"),
}


def cleaned(text: str) -> str:
    """Return the text without what copying adds: blanks, line ends, quotes, `Bearer`."""
    text = _INVISIBLE.sub("", text).replace("\r", "").replace("\n", "").strip()
    while (bare := _without_wrapping(text)) != text:
        text = bare
    return text


def _without_wrapping(text: str) -> str:
    if len(text) >= 2 and (text[0], text[-1]) in _QUOTES:
        text = text[1:-1]
    return _BEARER.sub("", text, count=1).strip()


def checked(text: str, where: str = "What you entered") -> Secret:
    """Return clean text as a secret; raise `TokenMalformed` that says what is wrong.

    `where` begins the sentence: where the text comes from.
    """
    if problem := _problem(text):
        raise TokenMalformed(
            f"{where} is not a Hugging Face token: {problem}. "
            "Copy the token again from huggingface.co/settings/tokens."
        )
    return Secret(text)


def ending(secret: Secret) -> str:
    """Return the last characters, to tell tokens apart; "" where that would show too much."""
    text = secret.reveal()
    return text[-ENDING:] if len(text) >= LONG_ENOUGH_FOR_ENDING else ""


def _problem(text: str) -> str:
    if not text:
        return "it is empty"
    prefix = next((prefix for prefix in _BODY if text.startswith(prefix)), None)
    if prefix is None:
        return "it does not start with hf_"
    body = text.removeprefix(prefix)
    if any(character.isspace() for character in body):
        return "there is a blank or a line end inside it"
    if body and not _BODY[prefix].fullmatch(body):
        return "it has a character that no token has"
    if len(body) < SHORTEST:
        return "it is too short, so a part of it is missing"
    if len(text) > LONGEST:
        return "it is too long"
    return ""
