"""Asking again: by the person, and because what an error complained of has changed."""

from __future__ import annotations

from time import time

from hfchat_gui.conversation.error_record import NO_ACTION, TRY_AGAIN, Action, ActionKind
from hfchat_gui.conversation.errors import Again, ModelUnknown, RateLimited, ServerFailed, Wait
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.waits import seconds_left
from tests.conversation.scripted import (
    MemoryWriter,
    ScriptedRouter,
    session_with,
)
from tests.helpers.running import Run

ANSWER = (TextDelta("Hello"), TextDelta(" there"), ReplyFinished("stop"))


def test_a_retry_takes_the_place_of_a_reply_without_a_word(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(ServerFailed("It broke."))
        session = session_with(router)
        session.send("Hi")
        await session.finished()
        first = session.conversation.path[1]
        router.steps = list(ANSWER)
        assert session.retry(first.id)
        await session.finished()
        assert [turn.text for turn in session.conversation.path] == ["Hi", "Hello there"]
        assert session.conversation.message(first.id) == first
        assert router.requests[0] == router.requests[1]
        assert session.conversation.versions(session.conversation.path_ids[1]) == (
            session.conversation.path_ids[1],
        )

    run(story())


def test_a_retry_is_a_version_beside_the_old_reply_and_what_follows_it(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(TextDelta("part"), ServerFailed("It broke."))
        session = session_with(router)
        conversation = session.conversation
        session.send("one")
        await session.finished()
        router.steps = [ServerFailed("It broke.")]
        session.send("two")
        await session.finished()
        before = conversation.path
        router.steps = list(ANSWER)
        assert session.retry(before[1].id)
        await session.finished()
        assert [turn.text for turn in conversation.path] == ["one", "Hello there"]
        assert conversation.versions(before[1].id) == (before[1].id, conversation.path_ids[1])
        assert session.select_version(before[1].id)
        await session.finished()
        assert conversation.path == before

    run(story())


def test_a_retry_of_a_question_asks_for_another_reply_to_it(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session.send("Hi")
        await session.finished()
        question, reply = session.conversation.path_ids
        assert session.delete_turn(reply)
        assert session.conversation.path_ids == (question,)
        assert session.retry(question)
        await session.finished()
        assert [turn.text for turn in session.conversation.path] == ["Hi", "Hello there"]
        assert not session.retry(reply)
        assert not session.retry("unknown")

    run(story())


def test_a_card_offers_to_try_again_once_its_cause_was_changed(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(ModelUnknown("Not served.")), writer)
        session.offer_retry()
        session.send("Hi")
        await session.finished()
        failed = session.conversation.path[-1]
        assert failed.error is not None
        assert failed.error.action.kind is ActionKind.CHOOSE_MODEL
        session.set_model(ModelRef(Source.ROUTER, "org/other"))
        await session.finished()
        for kept in (session.conversation.path[-1], writer.saved[failed.id]):
            assert kept.error is not None
            assert (kept.error.message, kept.error.action) == ("Not served.", TRY_AGAIN)

    run(story())


def test_a_card_that_offers_so_already_stays_as_it_is(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(ServerFailed("It broke.")))
        session.send("Hi")
        await session.finished()
        failed = session.conversation.path[-1]
        session.offer_retry()
        assert session.conversation.path[-1] is failed

    run(story())


def test_another_model_need_not_wait_for_what_this_one_asked_for(run: Run) -> None:
    async def story() -> None:
        other = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")
        for action in (None, other):
            busy = RateLimited("Too many.", action=action)
            busy.again = Again(Wait.BUSY, 300.0)
            session = session_with(ScriptedRouter(busy))
            session.send("Hi")
            await session.finished()
            failed = session.conversation.path[-1].error
            assert failed is not None
            assert seconds_left(failed, time()) > 0
            session.set_model(ModelRef(Source.ROUTER, "org/other"))
            await session.finished()
            kept = session.conversation.path[-1].error
            assert kept is not None
            assert (kept.again_at, kept.action, kept.other_action) == (None, TRY_AGAIN, NO_ACTION)

    run(story())


def test_a_chat_that_could_not_be_written_is_written_once_more_when_asked(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        writer.broken = True
        session = session_with(ScriptedRouter(*ANSWER), writer)
        session.send("Hi")
        await session.finished()
        states = [session.conversation.save_state]
        writer.broken = False
        session.save_again()
        await session.finished()
        assert [*states, session.conversation.save_state] == [SaveState.FAILING, SaveState.SAVED]
        assert [turn.text for turn in writer.saved.values()] == ["Hi", ""]

    run(story())


def test_details_that_do_not_change_are_not_written(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        session.set_system_prompt("")
        session.set_sampling(session.conversation.details.sampling)
        await session.finished()
        assert writer.order == []

    run(story())
