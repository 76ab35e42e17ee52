"""The words that name a piece of attached text, and those that say which files were refused."""

from __future__ import annotations

from collections.abc import Sequence

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.wording import cut

TEXT_HINT = "Text files can be attached."
NO_PICTURES = f"HF Chat cannot send images yet. {TEXT_HINT}"
TOO_MUCH = "at most 4 MB can go along with one message."
_MOST_NAMED = 5


def name_of(piece: AttachedText) -> str:
    """Return the file's name, or what a paste is called."""
    return cut(piece.name) or "Pasted text"


def within(piece: AttachedText) -> str:
    """Return the piece's name for the middle of a sentence."""
    return cut(piece.name) or "the pasted text"


def measure_of(piece: AttachedText) -> str:
    """Return the size and the number of lines: "3.2 kB · 120 lines"."""
    lines = piece.text.removesuffix("\n").count("\n") + 1
    return f"{_size(len(piece.text.encode()))} · {lines:,} {'line' if lines == 1 else 'lines'}"


def reading(names: Sequence[str]) -> str:
    """Return what is said while these files are read, "" for none."""
    if not names:
        return ""
    return f"Reading {cut(names[0])}…" if len(names) == 1 else f"Reading {len(names):,} files…"


def refusal(refused: Sequence[tuple[str, str]]) -> str:
    """Return a line for each file, of its name and why it was not taken."""
    if len(refused) == 1:
        return _refusal(*refused[0])
    has_hint = any(why.endswith(TEXT_HINT) for _, why in refused)  # once is enough
    named = refused if len(refused) == _MOST_NAMED + 1 else refused[:_MOST_NAMED]
    lines = [_refusal(name, why.removesuffix(f" {TEXT_HINT}")) for name, why in named]
    if more := len(refused) - len(named):
        lines.append(f"{more:,} more were not attached.")
    return "\n".join([*lines, TEXT_HINT] if has_hint else lines)


def refusal_of(piece: AttachedText) -> str:
    """Return why a piece cannot go along with what is attached already."""
    named = within(piece)
    return f"{named[:1].upper()}{named[1:]} was not attached: {TOO_MUCH}"


def _refusal(name: str, why: str) -> str:
    return f"{cut(name)} was not attached: {why}"


def _size(count: int) -> str:
    if count < 1_000:
        return f"{count} {'byte' if count == 1 else 'bytes'}"
    if count < 999_950:
        return f"{count / 1_000:.1f} kB"
    return f"{count / 1_000_000:.1f} MB"
