"""The turns of a chat as the strictest template takes them: question and answer in turn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import dropwhile

from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.request import Turn

_TOLD = "This model's template takes only question and answer in turn, so "


def spoken(turns: Iterable[Turn]) -> tuple[Turn, ...]:
    """Return the turns that say something: no server has any use for the others."""
    return tuple(turn for turn in turns if turn.text.strip())


def strict_turns(turns: Sequence[Turn]) -> tuple[Turn, ...]:
    """Return these turns without a system role and strictly in turn, beginning with a question.

    In this order: system texts go before the first question, neighbours of one role are joined,
    an answer at the beginning is dropped, and so are turns without a word.
    """
    joined = _joined(_folded(turns))
    asked = tuple(dropwhile(lambda turn: turn.role is not Role.USER, joined))
    return spoken(asked)


def told(turns: Sequence[Turn]) -> str:
    """Return the sentence that says what `strict_turns` does to these turns."""
    said = spoken(turns)
    folded = _folded(said)
    joined = _joined(folded)
    done = []
    if any(turn.role is Role.SYSTEM for turn in said):
        done.append("the system prompt was put before the first question")
    if len(joined) < len(folded):
        done.append("turns that follow each other were joined")
    if joined and joined[0].role is not Role.USER:
        done.append("what stood before the first question was left out")
    return f"{_TOLD}{', and '.join(done)}."


def _folded(turns: Sequence[Turn]) -> list[Turn]:
    texts = [turn.text for turn in turns if turn.role is Role.SYSTEM and turn.text.strip()]
    others = [turn for turn in turns if turn.role is not Role.SYSTEM]
    first = next((at for at, turn in enumerate(others) if turn.role is Role.USER), None)
    if not texts:
        return others
    if first is None:
        return [Turn(Role.USER, "\n\n".join(texts)), *others]
    others[first] = Turn(Role.USER, "\n\n".join((*texts, others[first].text)).strip())
    return others


def _joined(turns: Iterable[Turn]) -> list[Turn]:
    joined: list[Turn] = []
    for turn in spoken(turns):
        if joined and joined[-1].role is turn.role:
            joined[-1] = Turn(turn.role, f"{joined[-1].text}\n\n{turn.text}")
        else:
            joined.append(turn)
    return joined
