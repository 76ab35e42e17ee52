"""Cuts, compresses and damages bytes, as networks and broken servers do."""

from __future__ import annotations

import gzip
from random import Random


def cut(body: bytes, random: Random) -> list[bytes]:
    """The body in pieces: all of its bytes, or a few borders anywhere."""
    if random.random() < 0.2:
        return [body[at : at + 1] for at in range(len(body))]
    places = sorted(random.randrange(len(body) + 1) for _ in range(random.choice([1, 2, 9])))
    return [body[a:b] for a, b in zip([0, *places], [*places, len(body)], strict=True)]


def compressed(body: bytes, random: Random) -> bytes:
    """The body as one member of gzip or as several."""
    members = [body] if random.random() < 0.5 else cut(body, random)
    return b"".join(gzip.compress(member, 1) for member in members)


def damaged(body: bytes, random: Random) -> bytes:
    """The body with a few bytes changed, lost, doubled, put in or cut off."""
    for _ in range(random.choice([1, 1, 2, 5])):
        at, to = sorted(random.randrange(len(body) + 1) for _ in range(2))
        piece = body[at : min(to, at + random.choice([1, 4, 60]))]
        put = random.choice(
            [
                b"",
                b"",
                piece * 2,
                b"\r",
                b"\n",
                b"\n\n",
                b"\xff",
                b"\xf0\x9f",
                b"{",
                b'"',
                b"data: ",
                b"\\ud83d",
            ]
        )
        body = body[:at] + put + body[at + len(piece) :]
        if random.random() < 0.1:
            body = body[: random.randrange(len(body) + 1)]
    return body
