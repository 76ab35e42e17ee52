"""Takes keys and what the person wrote out of a server's words, before these are shown or kept."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import takewhile

from hfchat_gui.backends.server_words import name_in, plain
from hfchat_gui.conversation.secret_shapes import without_secrets

# Servers wrap, escape and cut what they repeat, so it is compared without these.
_DROPPED = re.compile(r"\\[nrt]|[\s\\]")
_SHORTEST_TURN = 6  # without spaces
_BLOCK = 12
_LONGEST_WORDS = 100_000


def masked(text: str, keys: Iterable[str], turns: Iterable[str]) -> str:
    """Return a server's whole text without the keys and without what stood in the turns.

    Keys are found at any length; turns from 6 characters on, and parts of long ones as well. Give
    it uncut text: half a key is not found. Endless text becomes "".
    """
    if len(text) > _LONGEST_WORDS:
        return ""
    bare = _DROPPED.sub("", text)
    covered = bytearray(len(bare))
    for key in filter(None, map(_bare, keys)):
        for start, end in _whole(key, bare):
            covered[start:end] = b"\1" * (end - start)
    for start, end in _shared(list(map(_bare, turns)), bare):
        covered[start:end] = b"\1" * (end - start)
    return without_secrets(_without(text, covered))


def masked_name(value: object, keys: Iterable[str]) -> str:
    """Return a name or an id that a server gives, without the keys; "" if it is none."""
    name = name_in(value)
    return masked(name, keys, ()) if name else ""


def _bare(private: str) -> str:
    return _DROPPED.sub("", plain(private))


def _without(text: str, covered: bytearray) -> str:
    """Replace what is covered in the bare text by dots in the text itself."""
    places = list(_kept_places(text))
    pieces, at = [], 0
    for run in re.finditer(rb"\x01+", covered):
        pieces += [text[at : places[run.start()]], "…"]
        at = places[run.end() - 1] + 1
    return "".join((*pieces, text[at:]))


def _kept_places(text: str) -> Iterator[int]:
    """Yield where each character of the bare text stands in the text."""
    at = 0
    for dropped in _DROPPED.finditer(text):
        yield from range(at, dropped.start())
        at = dropped.end()
    yield from range(at, len(text))


def _whole(private: str, said: str) -> Iterator[tuple[int, int]]:
    at = said.find(private)
    while at >= 0:
        yield at, at + len(private)
        at = said.find(private, at + 1)


def _shared(turns: list[str], said: str) -> Iterator[tuple[int, int]]:
    """Yield what `said` has in common with turns: all of a short one, long parts of others.

    One walk for all of them: a chat may have hundreds.
    """
    places: dict[str, tuple[str, int]] = {}
    for turn in dict.fromkeys(turns):
        if len(turn) >= 2 * _BLOCK:
            for at in range(0, len(turn) - _BLOCK + 1, _BLOCK):
                places.setdefault(turn[at : at + _BLOCK], (turn, at))
        elif len(turn) >= _SHORTEST_TURN:
            yield from _whole(turn, said)
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
