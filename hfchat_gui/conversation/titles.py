"""Titles made from the first exchange, without asking a model."""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from hfchat_gui.conversation.characters import whole_characters
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.small_talk import is_idle, without_greeting

TITLE_LENGTH = 60
"""The most characters that a made title has."""

LONGEST_TITLE = 200
"""The most characters that a title of the person's own has."""

_READ = 4000  # a title stands near the beginning, however long the text is
_LEAST = 4  # letters that a title needs to say something
_FENCE = re.compile(r"^\s*(```+|~~~+).*?(?:^\s*\1[`~]*\s*$|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"^ {0,3}#{1,6}\s+(\S.*?)\s*#*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\[\]\n]{0,200})\]\([^)\n]{0,400}\)")
_ADDRESS = re.compile(r"<?\b(?:https?://|www\.|mailto:)[^\s<>]*>?|[\w.+-]{1,64}@[\w-]+\.[\w.]+")
_TAG = re.compile(r"</?[a-zA-Z][^<>\n]{0,200}>")
_LINE_MARK = re.compile(r"^\s*(?:(?:>|#{1,6}|[-*+•]|\d{1,3}[.)])(?:\s+|$))+")
_NO_TEXT = re.compile(r"^\s*(?:\||[\s:*_=-]+$)")  # rules and tables
_WRAPPED = re.compile(r"(?<=[^\s.!?:])[ \t]*\n[ \t]{0,3}(?=[^\W\d_])")
_EMPHASIS = re.compile(r"\*+(?=\S)|(?<=\S)\*+|~~+|(?<!\w)_+|_+(?!\w)|`+")
_SPACE_BEFORE = re.compile(r"\s+([,.!?;:،؛؟])")
_SENTENCE_END = re.compile(
    r"(?<=[.!?…؟۔।])[\"'”’»)\]]*\s+(?=[^\s.,;])|(?<=[。！？｡])[”’」』）]*(?=[^\s。！？」』])"
)
_SHORT_WORD = re.compile(r"(?:^|[\s(.])[^\W\d_]{1,2}\.$")  # "e.g.", "Dr.": no end of a sentence
_TURNING = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")
_WIDE = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]")


def title_of(question: Message, reply: Message | None = None) -> str:
    """Return the title that the first question gives, or its reply where that says too little.

    At most `TITLE_LENGTH` characters; "" where there is no word at all.
    """
    asked = _first_sentence(question.text)
    if _says_something(asked):
        return _cut(asked)
    for piece in question.attached if not question.text.strip() else ():
        if named := _line(piece.name) or _first_sentence(piece.text):
            return _cut(named)
    if reply is not None:
        answered = _first_heading(reply.text) or _first_sentence(reply.text)
        if _says_something(answered):
            return _cut(answered)
    return _cut(asked or _first_words(question))


def own_title(text: str) -> str:
    """Return a person's title as it is kept: on one line, with nothing that turns or steers it."""
    title = _line(whole_characters(text[:_READ]))
    return title if len(title) <= LONGEST_TITLE else title[: _end(title, LONGEST_TITLE)].rstrip()


def _first_sentence(text: str) -> str:
    return next(_sentences(_FENCE.sub("\n", text[:_READ])), "")


def _first_heading(text: str) -> str:
    found = _HEADING.search(_FENCE.sub("\n", text[:_READ]))
    return next(_sentences(found[1]), "") if found else ""


def _first_words(question: Message) -> str:
    pieces = (question.text, *(piece.text for piece in question.attached))
    lines = (_line(line) for piece in pieces for line in piece[:_READ].splitlines())
    return next((line for line in lines if line and not line.startswith(("```", "~~~"))), "")


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences that say something, without greeting, Markdown and addresses."""
    for line in _WRAPPED.sub(_unwrapped, text).splitlines():
        if _NO_TEXT.match(line):
            continue
        for sentence in _split(_plain(line)):
            rest = _line(without_greeting(sentence)).lstrip(",;:!?.،؛。，、！？ ")
            if any(sign.isalnum() for sign in rest) and not is_idle(rest):
                yield rest


def _split(line: str) -> Iterator[str]:
    begin = 0
    for end in _SENTENCE_END.finditer(line):
        before = line[max(begin, end.start() - 6) : end.start()]
        if line[end.end()].islower() or _SHORT_WORD.search(before):
            continue
        yield line[begin : end.end()]
        begin = end.end()
    yield line[begin:]


def _plain(line: str) -> str:
    line = _LINE_MARK.sub("", line)
    line = _TAG.sub(" ", _ADDRESS.sub(" ", _LINK.sub(r"\1", line)))
    return _SPACE_BEFORE.sub(r"\1", _line(_EMPHASIS.sub("", line)))


def _line(text: str) -> str:
    shown = _TURNING.sub("", text)
    return " ".join("".join(" " if category(sign) == "Cc" else sign for sign in shown).split())


def _says_something(sentence: str) -> bool:
    letters = sum(sign.isalnum() for sign in sentence)
    return letters + len(_WIDE.findall(sentence)) >= _LEAST


def _unwrapped(found: re.Match[str]) -> str:
    """Join a line to the one before it where that was broken in mid-sentence."""
    begin = found.string.rfind("\n", 0, found.start()) + 1
    is_heading = found.string[begin : found.start()].lstrip().startswith("#")
    return " " if found.string[found.end()].islower() and not is_heading else "\n"


def _cut(title: str) -> str:
    title = title.rstrip(" .,;:،؛。，、") or title
    if len(title) <= TITLE_LENGTH:
        return title
    end = title.rfind(" ", 0, TITLE_LENGTH)
    if end < TITLE_LENGTH // 2:  # a script without spaces, or one endless word
        end = _end(title, TITLE_LENGTH - 1)
    return title[:end].rstrip(" .,;:،؛。，、!?؟！？-–—") + "…"


def _end(title: str, most: int) -> int:
    """Return how many of at most so many characters do not cut one sign in two."""
    end = most
    while end > 1 and _joins(title[end - 1], title[end]):
        end -= 1
    return end


def _joins(before: str, sign: str) -> bool:
    """Whether two characters are one sign: an accent, a joined emoji, a tone of skin."""
    is_tone = "\U0001f3fb" <= sign <= "\U0001f3ff"
    return category(sign)[0] == "M" or "\u200d" in (before, sign) or is_tone
