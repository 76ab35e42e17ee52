"""Takes keys and what the person wrote out of a server's words, before these are shown or kept."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, takewhile

from hfchat_gui.backends.server_words import name_in, plain
from hfchat_gui.conversation.secret_shapes import (
    Span,
    dotted,
    joined,
    may_be_words,
    pieces_of,
    places_of,
    without_secrets,
)

# Servers wrap, escape and cut what they repeat, so it is compared without these, and with what
# the escapes of JSON, of programming languages and of an address stand for.
_HEX = "[0-9a-fA-F]"
_WRITTEN = re.compile(
    rf"\\++(?:u({_HEX}{{4}})|u\{{({_HEX}{{1,5}})\}}|U000({_HEX}{{5}})|x({_HEX}{{2}})"
    rf"|(?P<octal>[01][0-7]{{2}})|[nrt]|)|%(?:25){{0,3}}([2-7]{_HEX})|\s+"
)
_NARROW = {ord("！") + at: ord("!") + at for at in range(94)}
_SHORTEST_TURN = 6  # without spaces
_BLOCK = 12
_LONGEST_WORDS = 100_000
# A key like these stands in a sentence by chance, unless something says before it that it is one.
_ORDINARY = re.compile(r"[a-z]+(?:[-_.][a-z]+)?|[0-9]{1,5}|.{1,2}", re.IGNORECASE)
_NAMED = re.compile(
    r"(?:keys?|tokens?|passwords?|secrets?|credentials?|bearer|basic|login)"
    r"(?:\\[nrt]|\W){1,12}(?:(?:is|was|of|provided|given|sent|received)\W{1,6}){0,3}$",
    re.IGNORECASE,
)
_NAMED_WITHIN = 80  # characters


def masked(text: str, keys: Iterable[str], turns: Iterable[str]) -> str:
    """Return a server's whole text without the keys and without what stood in the turns.

    Of keys parts are found as well, but of those that may be words only what stands alone, and
    of ordinary words only what is said to be a key; turns from 6 characters on, and parts of long
    ones. Endless text becomes "".
    """
    if len(text) > _LONGEST_WORDS:
        return ""
    bare_keys = [bare for key in keys if (bare := _bare(plain(key)))]
    known = [key for key in bare_keys if not may_be_words(key)]
    wordy = [key for key in bare_keys if may_be_words(key)]
    said = [_bare(plain(turn)) for turn in turns]
    text = _without_words(text, wordy)
    text = _without(text, lambda bare: chain(places_of(known, bare), _shared(said, bare)))
    return _without(without_secrets(text), lambda bare: pieces_of(known, bare))


def masked_name(value: object, keys: Iterable[str]) -> str:
    """Return a name or an id that a server gives, without the keys; "" if it is none."""
    name = name_in(value)
    return masked(name, keys, ()) if name else ""


def _bare(text: str) -> str:
    is_written = "\\" in text or "%" in text
    # Where it is not, splitting is the faster way: a long chat is made bare for each refusal.
    text = _WRITTEN.sub(_meant, text) if is_written else "".join(text.split())
    return text if text.isascii() else text.translate(_NARROW)


def _meant(written: re.Match[str]) -> str:
    """Return what an escape stands for, "" for what only parts words."""
    code = written[written.lastindex] if written.lastindex else ""
    return chr(int(code, 8 if written["octal"] else 16)).strip() if code else ""


def _without(text: str, find: Callable[[str], Iterable[Span]]) -> str:
    """Replace what is found in the bare text by dots in the text itself."""
    runs = joined(find(_bare(text)))
    places = list(_places(text)) if runs else []
    return dotted(text, [(places[start][0], places[end - 1][1]) for start, end in runs])


def _without_words(text: str, keys: Iterable[str]) -> str:
    """Replace keys that may be words by dots where they are no part and no word of a sentence."""
    bare = _bare(text)
    found = [(at, key) for key in keys for at in places_of([key], bare)]
    places = list(_places(text)) if found else []
    spans = (
        (places[start][0], places[end - 1][1])
        for (start, end), key in found
        if _stands_alone(bare, places, start, end)
        and (not _ORDINARY.fullmatch(key) or _is_named(text, places[start][0]))
    )
    return dotted(text, joined(spans))


def _stands_alone(bare: str, places: list[Span], start: int, end: int) -> bool:
    """Whether neither a letter nor a figure touches this part of the bare text in the text."""
    before = start > 0 and places[start - 1][1] == places[start][0] and bare[start - 1].isalnum()
    after = end < len(bare) and places[end - 1][1] == places[end][0] and bare[end].isalnum()
    return not before and not after


def _is_named(text: str, at: int) -> bool:
    """Whether the words before this place say that a key follows."""
    return _NAMED.search(text[max(0, at - _NAMED_WITHIN) : at]) is not None


def _places(text: str) -> Iterator[Span]:
    """Yield from where to where each character of the bare text is written in the text."""
    at = 0
    for written in _WRITTEN.finditer(text):
        yield from ((place, place + 1) for place in range(at, written.start()))
        if _meant(written):
            yield written.span()
        at = written.end()
    yield from ((place, place + 1) for place in range(at, len(text)))


def _shared(turns: list[str], said: str) -> Iterator[Span]:
    """Yield what `said` has in common with turns: all of a short one, long parts of others.

    One walk for all of them: a chat may have hundreds.
    """
    places: dict[str, tuple[str, int]] = {}
    for turn in dict.fromkeys(turns):
        if len(turn) >= 2 * _BLOCK:
            for at in range(0, len(turn) - _BLOCK + 1, _BLOCK):
                places.setdefault(turn[at : at + _BLOCK], (turn, at))
        elif len(turn) >= _SHORTEST_TURN:
            yield from places_of([turn], said)
    at = 0
    while at <= len(said) - _BLOCK:
        found = places.get(said[at : at + _BLOCK])
        if found is None:
            at += 1
            continue
        turn, place = found
        before = _alike(
            range(at - 1, max(-1, at - _BLOCK), -1), range(place - 1, -1, -1), said, turn
        )
        after = _alike(range(at, len(said)), range(place, len(turn)), said, turn)
        yield at - before, at + after
        at += after


def _alike(here: range, there: range, said: str, turn: str) -> int:
    """Return how many characters at these places are the same, up to the first that is not."""
    pairs = zip(here, there, strict=False)
    return sum(1 for _ in takewhile(lambda pair: said[pair[0]] == turn[pair[1]], pairs))
