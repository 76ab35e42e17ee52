"""The one text that a conversation becomes for a model without any other way in."""

from __future__ import annotations

from hfchat_gui.backends.plain_prompt import plain_prompt
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.request import Turn

QUESTION = Turn(Role.USER, "What is 2+2?")
BEGUN = Turn(Role.ASSISTANT, "It is")


def test_a_question_is_followed_by_the_place_of_the_answer() -> None:
    assert plain_prompt([QUESTION]) == "User: What is 2+2?\n\nAssistant:"


def test_a_whole_conversation_is_in_it() -> None:
    turns = [Turn(Role.SYSTEM, "Be kind."), QUESTION, Turn(Role.ASSISTANT, "Four."), QUESTION]
    assert plain_prompt(turns) == (
        "Be kind.\n\nUser: What is 2+2?\n\nAssistant: Four.\n\nUser: What is 2+2?\n\nAssistant:"
    )


def test_an_answer_that_was_cut_is_the_end_of_the_text() -> None:
    assert plain_prompt([QUESTION, BEGUN], continues=True).endswith("\n\nAssistant: It is")
