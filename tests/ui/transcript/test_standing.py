"""How a turn stands is read from the conversation, whatever that has become."""

from dataclasses import replace

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from hfchat_gui.ui.transcript.standing import ALONE, Standing, standing_of
from tests.ui.transcript.conftest import MODEL


def asked() -> tuple[Conversation, Message, Message]:
    conversation = Conversation.new(MODEL)
    question = Message(Role.USER, (TextPart("Which?"),))
    answer = Message(Role.ASSISTANT, (TextPart("This."),), parent=question.id)
    for message in (question, answer):
        conversation.add(message)
    return conversation, question, answer


def test_turns_know_their_place() -> None:
    conversation, question, answer = asked()
    assert standing_of(conversation, question) == Standing(is_free=True)
    assert standing_of(conversation, answer) == Standing(is_last=True, is_free=True)


def test_versions_are_counted_from_the_oldest() -> None:
    conversation, _, answer = asked()
    second = replace(answer, id="second", state=ReplyState.STREAMING)
    conversation.add(second)
    assert standing_of(conversation, second) == Standing(2, 2, is_last=True)


def test_the_first_turn_that_is_sent_is_marked_unless_it_is_the_first_of_all() -> None:
    conversation, question, answer = asked()
    conversation.send_from(answer.id)
    assert standing_of(conversation, answer).begins_sent
    conversation.send_from(question.id)
    assert not standing_of(conversation, question).begins_sent


def test_a_turn_of_no_path_stands_alone() -> None:
    conversation, question, _ = asked()
    conversation.bin((question.id,), None)
    assert standing_of(conversation, question) == ALONE
