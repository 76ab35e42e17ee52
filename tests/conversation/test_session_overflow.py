"""A chat that has outgrown the window: what the card offers, and what is left out."""

from __future__ import annotations

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import (
    LEAVE_OUT_OLDEST,
    NEW_CHAT,
    NO_ACTION,
    Action,
    ActionKind,
)
from hfchat_gui.conversation.errors import PromptTooLong
from hfchat_gui.conversation.leaving_out import told
from hfchat_gui.conversation.message import AttachedText, ReplyState, Role
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.request import SamplingOptions, Turn
from tests.conversation.scripted import MemoryWriter, ScriptedRouter, session_with
from tests.helpers.running import Run

ANSWER = (TextDelta("a" * 10), ReplyFinished("stop"))


def too_long(prompt: int | None = None, window: int | None = None) -> PromptTooLong:
    return PromptTooLong("It is too long.", prompt_tokens=prompt, window_tokens=window)


def test_the_oldest_turns_are_left_out_from_then_on_and_the_reply_says_how_many(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        session.set_system_prompt("s" * 10)
        conversation = session.conversation
        for number in range(4):
            session.send(f"{number}" * 10)
            await session.finished()
        router.steps = [too_long(100, 90)]
        session.send("q" * 10)
        await session.finished()
        failed = conversation.path[-1]
        assert failed.error is not None
        assert (failed.error.action, failed.error.other_action) == (LEAVE_OUT_OLDEST, NEW_CHAT)
        router.steps = list(ANSWER)
        assert session.leave_out_oldest(failed.id)
        await session.finished()
        reply = conversation.path[-1]
        assert reply.state is ReplyState.COMPLETE
        assert reply.notes == (told(4),)
        assert conversation.details.first_sent == conversation.path_ids[4]
        assert writer.details[conversation.id].first_sent == conversation.path_ids[4]
        sent = router.requests[-1].turns
        assert sent[0] == Turn(Role.SYSTEM, "s" * 10)
        assert [turn.text[0] for turn in sent[1:]] == ["2", "a", "3", "a", "q"]
        session.send("more")
        await session.finished()
        assert router.requests[-1].turns[1].text == "2" * 10
        other = conversation.path_ids[0]
        session.edit(other, "another beginning")
        await session.finished()
        assert router.requests[-1].turns[1:] == (Turn(Role.USER, "another beginning"),)

    run(story())


def test_pressing_again_leaves_out_more_until_only_the_question_is_left(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        conversation = session.conversation
        for text in ("one", "two", "three"):
            session.send(text)
            await session.finished()
        router.steps = [too_long()]
        session.send("last")
        await session.finished()
        counts = []
        while conversation.path[-1].error is not None:
            last = conversation.path[-1]
            assert last.error is not None
            if last.error.action != LEAVE_OUT_OLDEST:
                break
            assert session.leave_out_oldest(last.id)
            await session.finished()
            counts.append(len(router.requests[-1].turns))
        assert counts == [3, 1]
        end = conversation.path[-1]
        assert end.error is not None
        assert (end.error.action, end.error.other_action) == (NEW_CHAT, NO_ACTION)
        assert not session.leave_out_oldest(end.id)
        assert end.notes[0].startswith("The 6 oldest turns are")

    run(story())


def test_what_was_left_out_can_be_sent_again_as_to_a_model_with_more_room(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        assert not session.send_all()
        for text in ("one", "two"):
            session.send(text)
            await session.finished()
        router.steps = [too_long()]
        session.send("three")
        await session.finished()
        router.steps = list(ANSWER)
        assert session.leave_out_oldest(session.conversation.path_ids[-1])
        await session.finished()
        assert session.send_all()
        await session.finished()
        conversation = session.conversation
        assert writer.details[conversation.id].first_sent is None
        session.send("four")
        await session.finished()
        assert [turn.text for turn in router.requests[-1].turns][::2] == [
            *("one", "two", "three", "four")
        ]

    run(story())


def test_leaving_out_is_not_offered_where_the_question_alone_is_too_long(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        session.send("one")
        await session.finished()
        router.steps = [too_long(9052, 8192)]
        session.send("q" * 40_000)
        await session.finished()
        end = session.conversation.path[-1]
        assert end.error is not None
        assert (end.error.action, end.error.other_action) == (NEW_CHAT, NO_ACTION)
        assert not session.leave_out_oldest(end.id)

    run(story())


def test_the_question_of_a_reply_can_be_asked_elsewhere(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        notes = AttachedText("notes.txt", "one")
        session.send("Hi", (notes,))
        await session.finished()
        question, reply = session.conversation.path_ids
        assert session.question_of(reply) == Draft("Hi", (notes,))
        assert session.question_of(question) == session.question_of("unknown") == Draft()

    run(story())


def test_only_a_reply_that_failed_leaves_anything_out(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session.send("Hi")
        await session.finished()
        question, reply = session.conversation.path_ids
        assert not session.leave_out_oldest(reply)
        assert not session.leave_out_oldest(question)
        assert not session.leave_out_oldest("unknown")

    run(story())


def test_a_reply_that_is_too_long_is_asked_for_again_with_the_length_that_fits(run: Run) -> None:
    shorter = Action(ActionKind.SHORTEN_REPLY, "Ask for at most 548 tokens", "548")

    async def story() -> None:
        router = ScriptedRouter(PromptTooLong("It is too long.", action=shorter))
        session = session_with(router, MemoryWriter())
        session.set_sampling(SamplingOptions(max_tokens=1024, temperature=0.5))
        session.send("first")
        await session.finished()
        failed = session.conversation.path[-1]
        assert failed.error is not None
        assert (failed.error.action, failed.error.other_action) == (shorter, NEW_CHAT)
        assert not session.shorten_reply(session.conversation.path_ids[0])
        router.steps = list(ANSWER)
        assert session.shorten_reply(failed.id)
        assert not session.shorten_reply(failed.id)  # a reply is open
        await session.finished()
        assert router.requests[-1].sampling == SamplingOptions(max_tokens=548, temperature=0.5)
        assert session.conversation.details.sampling.max_tokens == 548
        assert not session.shorten_reply(session.conversation.path_ids[-1])
        router.steps = [PromptTooLong("It is too long.", action=shorter)]
        session.send("second")
        await session.finished()
        failed = session.conversation.path[-1]
        assert failed.error is not None
        assert (failed.error.action, failed.error.other_action) == (shorter, LEAVE_OUT_OLDEST)

    run(story())
