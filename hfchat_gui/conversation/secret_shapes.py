"""The shapes by which keys, tokens and passwords are known in a text, whoever wrote it there."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator
from string import ascii_lowercase, ascii_uppercase

MASK = "…"
Span = tuple[int, int]
"""From where to where something stands in a text."""

_PIECE = 8  # characters in a row that no text has in common with a key by chance
_SHORT = 200
_SURE = 8  # characters; what is shorter stands in any text by chance
_PARTED = re.compile(r"[^A-Za-z0-9]+")
# As in a name of a model: qwen3, 30b, instruct.
_LIKE_A_WORD = re.compile(r"[A-Za-z]{0,15}[0-9]{0,4}[A-Za-z]?")
_LOWER = str.maketrans(ascii_uppercase, ascii_lowercase)

_END = r"""[^\s"'&;,<>()\[\]{}\\]"""
_VALUE = rf"""\s{{0,4}}(?:b?["']|\\["'])?{_END}+"""
# To the end of the line, and on where the next one is indented, as headers are folded.
_LINE = r"[^\r\n]+(?:\r?\n[ \t][^\r\n]+)?"
_GAP = r"(?:\s|%20|\+|\\[nrt]){1,8}"
# Words of a sentence about a key that are none.
_WORDS = (
    r"(?:tokens?|auth(?:entication|orization)?|headers?|schemes?|keys?|of|is|was|and|or|in|not|for)"
    r"(?:[\s.,;:!?'\")]|$)"
)
# Names that are words as well give something away only where a value is set to them.
_SET_NAMES = r"key|token|sig|signature|sid|session|otp|jwt|auth"
_NAMES = (
    r"(?:x[-_]?)?api[-_]?key|x-goog-api-key|x-amz-(?:signature|security-token|credential)"
    r"|(?:access|refresh|id|auth|csrf|xsrf|hf|session)[-_]?token|(?:client|secret)[-_]?secret"
    r"|secret[-_]?key|secret|password|passwd|pwd|session[-_]?id"
)
_QUOTE = r"""(?:\\?["'])?"""
# Keys that say by their beginning whose they are.
_BEGINNINGS = (
    r"\b(?:api_org|hf_oauth|hf_jwt|hf)_[A-Za-z0-9._-]{3,}",
    r"\b(?:sk|pk|rk)[-_][\w-]{6,}",
    (
        r"\b(?:gsk|xai|fw|r8|pplx|nvapi|csk|tgp|gh[opusr]|github_pat|glpat|npm|xox[abeprs]"
        r"|xapp|pypi|dop|shpat|sgp|tvly|jina)[-_][A-Za-z0-9][\w-]{7,}"
    ),
    r"\bAIza[\w-]{8,}",
    r"\bya29\.[\w.-]{6,}",
    r"\b(?:AKIA|ASIA|AROA)[A-Z0-9]{8,}",
    r"\beyJ[\w-]{6,}[\w.-]*",
)
# Alone and first: what takes a whole line must not take the beginning of one away.
_PRIVATE_KEY = re.compile(
    r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END)[\s\S])*(?:-----END[A-Z ]*-----)?"
)
_SHAPES = re.compile(
    "|".join(
        (
            (
                rf"\b[A-Z0-9]{{1,40}}_(?:[A-Z0-9]{{1,40}}_){{0,4}}(?:KEY|TOKEN|SECRET|PASSWORD)\s?="
                rf"{_VALUE}"
            ),
            # Whole headers that hold nothing else.
            rf"\b(?:proxy-)?authorization{_QUOTE}\s*[:=]{_LINE}",
            rf"\b(?:set-)?cookie2?{_QUOTE}\s*[:=]{_LINE}",
            # What follows a scheme of such a header, in any case and spacing.
            rf"\b(?:bearer|basic|digest|negotiate){_GAP}(?!{_WORDS})[^\s\"'<>,;]{{4,}}",
            *_BEGINNINGS,
            # User name and password in an address, plain and percent-encoded.
            r"(?<=://)[^\s/?#@\"'<>]+(?=@)",
            r"(?<=%3a%2f%2f)(?:(?!%40)[^\s/?#\"'<>]){1,200}(?=%40)",
            # Named values: headers, queries, forms, JSON, environments.
            rf"(?<![A-Za-z0-9])(?:{_NAMES}){_QUOTE}(?:\s{{0,4}}[:=]|%3d|%3a){_VALUE}",
            (
                rf"(?<![A-Za-z0-9])(?:{_SET_NAMES})"
                rf"(?:(?:\\?[\"'])\s{{0,4}}:|\s{{0,4}}=|%3d){_VALUE}"
            ),
        )
    ),
    re.IGNORECASE,
)
# The beginnings of keys and headers as base64 writes them, at each place that a byte can have
# within its group of three: "hf_", "sk-", "api_org_", "gsk_", "Bearer ", "Basic " and others.
_ENCODED = re.compile(
    r"(?<![A-Za-z0-9+/_-])"
    r"(?:aGZf|c2st|YXBpX29yZ1|Z3NrX|QmVhcmVy|QmFzaWMg|QUl6Y|Z2hwX|QUtJQ|ZXlK)"
    r"[A-Za-z0-9+/_-]{6,}={0,2}"
    r"|(?:hmX|oZl|NrL|zay|CZWFyZXIg|JlYXJlci)[A-Za-z0-9+/_-]{8,}={0,2}"
)
# The same as a whole, and what nobody gives as a name: many letters and figures by chance.
_ALONE = re.compile(
    rf"{'|'.join(_BEGINNINGS)}|(?=.*[a-z])(?=.*[A-Z])(?=.*[0-9])[A-Za-z0-9]{{24,}}|[0-9a-f]{{32,}}",
    re.ASCII,
)


def is_like_a_key(text: str) -> bool:
    """Whether a text as a whole looks like a key, as one that was pasted into a wrong field."""
    return _ALONE.fullmatch(text) is not None


def may_be_words(text: str) -> bool:
    """Whether a key is so short, or so made of words, that a name may hold it by chance."""
    return len(text) < _SURE or all(map(_LIKE_A_WORD.fullmatch, _PARTED.split(text)))


def without_secrets(text: str) -> str:
    """Return `text` with dots in place of whatever has the shape of a secret.

    It may take a word more than that; half a key without its beginning is not found.
    """
    text = _PRIVATE_KEY.sub(MASK, text)
    return _ENCODED.sub(MASK, _SHAPES.sub(MASK, text))


def without_keys(text: str, keys: Iterable[str]) -> str:
    """Return `text` with dots in place of these keys, and of whatever has a secret's shape.

    Whole keys go first, parts of them last: a shape must not lose its beginning.
    """
    known = tuple(keys)
    text = without_secrets(dotted(text, joined(places_of(known, text))))
    return dotted(text, joined(pieces_of(known, text)))


def places_of(keys: Iterable[str], text: str) -> Iterator[Span]:
    """Yield where one of the keys stands in `text`, in any case."""
    said = text.translate(_LOWER)
    for key in (key.translate(_LOWER) for key in keys if key):
        at = said.find(key)
        while at >= 0:
            yield at, at + len(key)
            at = said.find(key, at + 1)


def pieces_of(keys: Iterable[str], text: str) -> Iterator[Span]:
    """Yield where `text` has eight characters in a row in common with a key, in any case.

    Some servers show a key's beginning, or cut it in two.
    """
    said = text.translate(_LOWER)
    known = "\0".join(key.translate(_LOWER) for key in keys if len(key) >= _PIECE)
    pieces: Container[str] = known  # of a short text, such as a name, that is the faster way
    if len(said) > _SHORT:
        pieces = {known[at : at + _PIECE] for at in range(len(known) - _PIECE + 1)}
    for at in range(len(said) - _PIECE + 1):
        if said[at : at + _PIECE] in pieces:
            yield at, at + _PIECE


def joined(spans: Iterable[Span]) -> list[Span]:
    """Return the spans in their order; those that overlap or touch become one."""
    runs: list[Span] = []
    for start, end in sorted(spans):
        if runs and start <= runs[-1][1]:
            runs[-1] = (runs[-1][0], max(end, runs[-1][1]))
        else:
            runs.append((start, end))
    return runs


def dotted(text: str, spans: Iterable[Span]) -> str:
    """Return `text` with dots in place of each span; these are in order and do not overlap."""
    shown, at = list[str](), 0
    for start, end in spans:
        shown += [text[at:start], MASK]
        at = end
    return "".join((*shown, text[at:]))
