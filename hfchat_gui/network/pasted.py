"""Finds the address in what was pasted: within quotes, a command line or a line of code."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.secret import Secret, check_secret, login_secret

_LONGEST = 20_000
# Zero-width and direction marks, soft hyphen, byte-order mark: they come along when copying.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]")
_WRAPPING = "<>\"'`“”„‘’«»‹›"
# Full-width letters and signs, as an input method leaves them, with their ideographic full stops.
_WIDE = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {
    0x3002: ".",
    0xFF61: ".",
    0x3000: " ",
}
_COMMAND = re.compile(r"[$>#]?\s*(curl|wget|http|https|xh|httpie)(\.exe)?\s+\S", re.IGNORECASE)
_ASSIGNED = re.compile(
    r"(export\s+|set\s+|\$env:|-e\s+|--)?[\w.\"'-]+(\s*(:=|[:=])\s*|\s+)[\"'`]?https?://",
    re.IGNORECASE,
)
_URL = re.compile(r"""(?<![\w/])https?://[^\s"'`<>\\]+""", re.IGNORECASE)
_KEY = re.compile(
    r"""authorization\s*:\s*(?P<scheme>bearer|basic)\s+(?P<key>[^\s"'`\\]+)"""
    r"""|x-api-key\s*:\s*(?P<bare>[^\s"'`\\]+)""",
    re.IGNORECASE,
)
_LOGIN = re.compile(
    r"""\s(?:-u|--user)[\s=]*["']?(?P<user>[^\s"':=][^\s"':]*):(?P<password>[^\s"']*)"""
)
_PLACEHOLDER = re.compile(r"[$%{<*(\[]|your|xxx|\.\.\.|…", re.IGNORECASE)


# In the body of a request, as a shell, Python or PowerShell quotes it.
_MODEL = re.compile(r"""[{,\s]\\?["']model\\?["']\s{0,9}:\s{0,9}\\?["']([^"'\\\s]{1,200})\\?["']""")


@dataclass(frozen=True, slots=True)
class Pasted:
    """The address in a text, and the key and the model's name that stood beside it."""

    url: str
    key: Secret | None = None
    model: str = ""


def bare_text(text: str) -> str:
    """Return the text without what copying and input methods add around and between."""
    text = _INVISIBLE.sub("", text[:_LONGEST]).translate(_WIDE).strip()
    while (bare := text.strip(_WRAPPING).strip().rstrip(",;").strip()) != text:
        text = bare
    return text


def in_command(text: str) -> Pasted:
    """Return the one address of a command line or an assignment; any other text as it is.

    Raises `BadAddress` where there are several.
    """
    if not (_COMMAND.match(text) or _ASSIGNED.match(text)):
        return Pasted(text)
    found = [one.rstrip(").,;]}") for one in _URL.findall(text)]
    if len(set(found)) > 1:
        raise BadAddress("There is more than one address in what was pasted. Enter one of them.")
    if not found:
        return Pasted(text)
    return Pasted(found[0], _key(text), model_in(text))


def model_in(text: str) -> str:
    """Return the model that the body of a pasted request names, or ""."""
    stated = _MODEL.search(text[:_LONGEST])
    name = stated[1] if stated else ""
    return "" if _PLACEHOLDER.search(name) else printable(name)


def _key(text: str) -> Secret | None:
    if login := _LOGIN.search(text):
        return login_secret(login["user"], login["password"])
    stated = _KEY.search(text)
    if stated is None:
        return None
    key = stated["key"] or stated["bare"]
    if (stated["scheme"] or "").lower() == "basic":
        key = f"Basic {key}"
    return None if check_secret(key) or _PLACEHOLDER.search(key) else Secret(key)
