"""What is only courtesy is told from what says something."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.small_talk import is_idle, without_greeting


@pytest.mark.parametrize(
    ("sentence", "rest"),
    [
        ("Hi, hello, hey there: what now", "what now"),
        ("Good morning everyone! Go on", "Go on"),
        ("Guten Tag, wie geht es", "wie geht es"),
        ("hello, world in C", "hello, world in C"),
        ("High time", "High time"),
        ("Hola", ""),
    ],
)
def test_greetings_go_from_the_beginning(sentence: str, rest: str) -> None:
    assert without_greeting(sentence) == rest


@pytest.mark.parametrize(
    "sentence", ["How are you today?", "Thanks!", "...", "Wie kann ich Ihnen helfen?", "谢谢。"]
)
def test_courtesy_is_idle(sentence: str) -> None:
    assert is_idle(sentence)
    assert not is_idle(sentence + " Rome")
