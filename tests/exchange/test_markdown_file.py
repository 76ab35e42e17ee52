"""What a conversation is as Markdown."""

from __future__ import annotations

from dataclasses import replace

from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from hfchat_gui.conversation.records import StoredConversation
from hfchat_gui.exchange.markdown_file import as_markdown
from tests.exchange.stories import story


def test_it_is_the_path_that_is_shown_as_headings_and_texts() -> None:
    assert as_markdown(story()) == (
        "# Rivers\n\n"
        "Tiny, Hugging Face · 1970-01-02 00:00 UTC\n\n"
        "## System prompt\n\nBe brief.\n\n"
        "## You\n\nWhich?\n\na.txt:\n```\none\ntwo\n```\n\n"
        "## Tiny\n\n# The Rhine\n\nIt is *long*.\n\n"
        "## You\n\nAnd?\n\n"
        "## Model\n\n*This answer failed. No connection. Try again.*\n"
    )


def test_an_answer_that_ended_early_says_so() -> None:
    stored = story()
    for state, word in ((ReplyState.STOPPED, "stopped"), (ReplyState.STREAMING, "still")):
        cut = Message(Role.ASSISTANT, (TextPart("So"),), "q1", state=state)
        assert word in as_markdown(_of(stored, cut))


def test_a_title_stays_one_line_and_an_empty_one_is_a_chat() -> None:
    assert as_markdown(story("a\n# b\x1b[31m")).startswith("# a # b[31m\n")
    assert as_markdown(story("")).startswith("# Chat\n")


def test_a_time_that_no_calendar_has_is_left_out() -> None:
    assert "Hugging Face · \n" in as_markdown(story(updated=1e300))


def test_turns_of_other_speakers_have_their_names() -> None:
    turns = Message(Role.TOOL, (TextPart("4"),), "q1")
    assert "## Tool\n\n4" in as_markdown(_of(story(), turns))


def _of(stored: StoredConversation, message: Message) -> StoredConversation:
    details = replace(stored.details, leaf=message.id, system_prompt="")
    return StoredConversation(details, (message,))
