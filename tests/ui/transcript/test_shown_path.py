"""Another path is drawn where it differs, and readers stay where they are."""

import time
from dataclasses import replace

import pytest

from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from tests.ui.transcript.conftest import MODEL, Chat


def place_of(chat: Chat, turn: int) -> int:
    """Where a turn begins in the window."""
    return chat.pane.column.top(turn) - chat.pane.scroller.offset


def other_version(
    chat: Chat, turn: int, text: str, state: ReplyState = ReplyState.COMPLETE
) -> Message:
    """Add a version of a turn; the path ends in it."""
    old = chat.pane.column.messages[turn]
    fresh = replace(old, id=f"other {len(text)}", parts=(TextPart(text),), state=state)
    chat.conversation.add(fresh)
    return fresh


LONG = "A line of a version that is long enough to be read.\n\n" * 40


def test_the_question_stays_where_it_is_while_versions_are_walked(chat: Chat) -> None:
    chat.fill(60)
    leaf = chat.conversation.path_ids[-1]
    other = other_version(chat, 59, LONG)
    before = place_of(chat, 58)
    chat.conversation.go_to(leaf)
    assert chat.pane.scroller.offset == chat.pane.scroller.last
    chat.pane.scroll_by(-100)
    for end in (other.id, leaf, other.id):
        before = place_of(chat, 58)
        assert before < chat.pane.scroller.height
        chat.conversation.go_to(end)
        assert place_of(chat, 58) == before


def test_who_was_at_the_end_stays_there_while_short_versions_are_walked(chat: Chat) -> None:
    chat.fill(60)
    short = chat.conversation.path_ids[-1]
    longer = other_version(chat, 59, "A line of a longer version.\n\n" * 6).id
    for end in (short, longer, short):
        chat.conversation.go_to(end)
        assert chat.pane.scroller.offset == chat.pane.scroller.last
        assert chat.pane.scroller.is_following
        assert not chat.pane.jump_button.isVisible()


def test_a_window_that_grows_down_to_the_end_follows_it(chat: Chat) -> None:
    chat.fill(10)
    pane = chat.pane
    pane.scroll_by(-80)
    assert pane.jump_button.isVisible()
    pane.resize(800, 900)
    assert pane.scroller.offset == pane.scroller.last
    assert (pane.scroller.is_following, pane.jump_button.isVisible()) == (True, False)


def test_the_arrows_stay_under_the_pointer_where_only_the_long_reply_is_seen(chat: Chat) -> None:
    chat.fill(10)
    leaf = other_version(chat, 9, LONG + "one").id
    other = other_version(chat, 9, LONG + LONG + "two").id
    for end in (leaf, other, leaf):
        chat.pane.jump_to_end()
        assert place_of(chat, 9) < 0
        foot = place_of(chat, 9) + chat.pane.column.height(9)
        chat.conversation.go_to(end)
        assert place_of(chat, 9) + chat.pane.column.height(9) == foot


def test_a_reply_that_has_just_been_asked_for_is_gone_to(chat: Chat) -> None:
    chat.fill(60)
    chat.pane.scroll_to(0)
    other_version(chat, 59, "", ReplyState.WAITING)
    assert chat.pane.scroller.offset == chat.pane.scroller.last
    assert chat.pane.scroller.is_following


def test_an_edited_turn_is_gone_to_with_its_reply(chat: Chat) -> None:
    chat.fill(60)
    chat.pane.scroll_to(0)
    fresh = other_version(chat, 40, "Other words")
    chat.conversation.add(Message(Role.ASSISTANT, parent=fresh.id, state=ReplyState.WAITING))
    assert len(chat.pane.column) == 42
    assert chat.pane.scroller.offset == chat.pane.scroller.last


def test_a_deletion_leaves_what_is_above_where_it_is(chat: Chat) -> None:
    chat.fill(60)
    pane = chat.pane
    pane.scroll_to(pane.column.top(30) - 20)
    ids = chat.conversation.path_ids
    before = place_of(chat, 30)
    chat.conversation.bin(ids[50:], ids[49])
    assert (len(pane.column), place_of(chat, 30)) == (50, before)


def test_after_the_deletion_of_all_that_is_seen_the_end_is_shown(chat: Chat) -> None:
    chat.fill(60)
    ids = chat.conversation.path_ids
    chat.conversation.bin(ids[20:], ids[19])
    assert chat.pane.scroller.offset == chat.pane.scroller.last
    assert chat.drawn_text(19).startswith("Turn 19.")


def test_what_comes_back_is_seen_at_the_bottom(chat: Chat) -> None:
    chat.fill(60)
    ids = chat.conversation.path_ids
    chat.conversation.bin(ids[20:], ids[19])
    chat.conversation.unbin(ids[20:], ids[-1])
    height = chat.pane.scroller.height
    assert 0 < place_of(chat, 20) < height * 0.5
    assert not chat.pane.scroller.is_following


def test_what_comes_back_moves_nothing_for_a_reader_further_up(chat: Chat) -> None:
    chat.fill(60)
    ids = chat.conversation.path_ids
    chat.conversation.bin(ids[50:], ids[49])
    chat.pane.scroll_to(0)
    chat.conversation.unbin(ids[50:], ids[-1])
    assert chat.pane.scroller.offset == 0
    assert len(chat.pane.column) == 60


def test_all_turns_may_be_deleted_and_come_back(chat: Chat) -> None:
    chat.fill(4)
    ids = chat.conversation.path_ids
    chat.conversation.bin(ids, None)
    assert len(chat.pane.column) == 0
    chat.conversation.unbin(ids, ids[-1])
    assert chat.drawn_text(3).startswith("Turn 3.")


def test_turns_of_the_system_are_stepped_over(chat: Chat) -> None:
    chat.conversation.add(Message(Role.SYSTEM, (TextPart("Be brief."),)))
    chat.say("Hello")
    answer = chat.reply("Hi")
    chat.conversation.add(replace(answer, id="other"))
    assert [message.id for message in chat.pane.column.messages][1:] == ["other"]
    chat.conversation.go_to(chat.conversation.path_ids[0])
    assert len(chat.pane.column) == 0


def test_what_stays_is_not_laid_out_anew(chat: Chat) -> None:
    chat.fill(60)
    chat.pane.scroll_by(-50)
    views = {turn: chat.pane.column.view(turn) for turn in range(56, 59)}
    pieces = [piece for view in views.values() for piece in view.pieces]
    assert any(piece.is_measured for piece in pieces)
    measured = [piece.is_measured for piece in pieces]
    other_version(chat, 59, "Another one")
    assert all(chat.pane.column.view(turn) is view for turn, view in views.items())
    assert [piece.is_measured for piece in pieces] == measured


def test_a_selection_above_the_fork_stays(chat: Chat) -> None:
    chat.fill(60)
    chat.pane.selection.select_turns(57, 57)
    other_version(chat, 59, "Another one")
    assert chat.pane.selection.covers_turn(57)
    chat.pane.selection.select_turns(59, 59)
    other_version(chat, 59, "Yet another one")
    assert chat.pane.selection.is_empty


@pytest.mark.parametrize("turn", [19_999, 1])
def test_walking_versions_of_a_very_long_chat_is_no_pause(chat: Chat, turn: int) -> None:
    chat.fill(20_000)
    ids = chat.conversation.path_ids
    other = Message(Role.ASSISTANT, (TextPart("other"),), parent=ids[turn - 1], model=MODEL)
    chat.conversation.add(other)
    spent = []
    for end in (ids[-1], other.id, ids[-1]):
        begun = time.process_time()
        chat.conversation.go_to(end)
        spent.append(time.process_time() - begun)
    assert min(spent) < 0.1
