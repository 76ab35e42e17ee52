"""What a person does in a chat, and what becomes of it in memory and on disk."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

import pytest

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.errors import ServerFailed
from hfchat_gui.conversation.message import ReplyState, Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.reply_events import ReplyFinished, Rerouted, TextDelta
from hfchat_gui.conversation.request import SamplingOptions, Turn
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.conversation.session import ChatSession
from tests.conversation.scripted import (
    MODEL,
    MemoryWriter,
    ScriptedRouter,
    never,
    session_with,
    until,
)
from tests.helpers.patience import SOON
from tests.helpers.running import Run

ANSWER = (TextDelta("Hello"), TextDelta(" there"), ReplyFinished("stop"))


def test_a_reply_arrives_and_both_turns_are_kept(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        assert session.send("Hi")
        await session.finished()
        question, reply = session.conversation.path
        assert (question.role, question.text) == (Role.USER, "Hi")
        assert (reply.state, reply.text) == (ReplyState.COMPLETE, "Hello there")
        assert reply.route == "here"
        assert reply.finish_reason == "stop"
        assert reply.timings.started <= reply.timings.first_token <= reply.timings.ended
        assert writer.saved == {question.id: question, reply.id: reply}
        assert session.conversation.save_state is SaveState.SAVED
        assert session.route is not None

    run(story())


def test_the_turn_is_written_before_the_backend_is_asked(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()

        class Watching(ScriptedRouter):
            async def route(self, model: ModelRef):  # type: ignore[no-untyped-def]  # noqa: ANN202
                assert writer.order[0] == "turn"
                return await super().route(model)

        session = session_with(Watching(*ANSWER), writer)
        session.send("Hi")
        await session.finished()
        assert session.conversation.path[-1].state is ReplyState.COMPLETE

    run(story())


def test_nothing_is_sent_when_the_turn_cannot_be_written_and_a_retry_sends_it(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        writer.broken = True
        session = session_with(router, writer)
        session.send("Hi")
        await session.finished()
        failed = session.conversation.path[-1]
        assert failed.state is ReplyState.FAILED
        assert failed.error is not None
        assert (failed.error.kind, failed.error.action.kind) == ("storage", ActionKind.RETRY)
        assert session.conversation.save_error is not None
        assert router.requests == []
        writer.broken = False
        assert session.retry(failed.id)
        await session.finished()
        assert session.conversation.path[-1].text == "Hello there"
        assert len(writer.saved) == 3
        assert session.conversation.save_state is SaveState.SAVED

    run(story())


def test_a_disk_that_fills_up_in_mid_reply_costs_no_text(run: Run) -> None:
    async def story() -> None:
        gate, writer = asyncio.Event(), MemoryWriter()
        router = ScriptedRouter(TextDelta("one"), gate, TextDelta(" two"), ReplyFinished())
        session = session_with(router, writer)
        session.send("Hi")
        await until(lambda: writer.journalled)
        writer.broken = True
        gate.set()
        await session.finished()
        assert session.conversation.path[-1].text == "one two"
        assert session.conversation.path[-1].state is ReplyState.COMPLETE
        assert session.conversation.save_state is SaveState.FAILING
        writer.broken = False
        await session.aclose()
        assert [message.text for message in writer.saved.values()] == ["Hi", "one two"]

    run(story())


def test_a_growing_reply_is_journalled_before_it_ends(run: Run) -> None:
    async def story() -> None:
        gate, writer = asyncio.Event(), MemoryWriter()
        session = session_with(ScriptedRouter(TextDelta("one"), gate), writer)
        session.send("Hi")
        await asyncio.wait_for(until(lambda: writer.journalled == ["one"]), SOON)
        await session.aclose()

    run(story())


def test_stop_is_felt_at_once_and_keeps_the_text(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(TextDelta("so far"), asyncio.Event()), MemoryWriter()
        session = session_with(router, writer)
        session.send("Hi")
        await until(lambda: session.conversation.path[-1].text)
        session.stop()
        assert not session.is_replying
        reply = session.conversation.path[-1]
        assert (reply.state, reply.text) == (ReplyState.STOPPED, "so far")
        await session.finished()
        assert router.closed == 1
        assert writer.saved[reply.id] == reply

    run(story())


def test_stop_before_the_reply_has_begun_sends_nothing(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        session.send("Hi")
        session.stop()
        await session.finished()
        assert router.requests == []
        assert [message.text for message in writer.saved.values()] == ["Hi", ""]

    run(story())


def test_a_new_turn_may_follow_a_stop_at_once(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(TextDelta("a"), asyncio.Event())
        session = session_with(router)
        session.send("one")
        await until(lambda: session.conversation.path[-1].text)
        session.stop()
        router.steps = list(ANSWER)
        assert session.send("two")
        await session.finished()
        assert [m.text for m in session.conversation.path] == ["one", "a", "two", "Hello there"]
        assert router.requests[-1].turns == (
            Turn(Role.USER, "one"),
            Turn(Role.ASSISTANT, "a"),
            Turn(Role.USER, "two"),
        )

    run(story())


def test_a_blank_turn_and_one_beside_an_open_reply_are_not_taken(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(asyncio.Event()))
        session.stop()
        session.set_model(MODEL)
        assert not session.send("  \n ")
        assert session.send("Hi")
        assert not session.send("again")
        assert not session.retry(session.conversation.path[-1].id)
        await session.aclose()

    run(story())


def test_an_error_is_kept_at_the_reply_with_the_text_so_far(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(TextDelta("part"), ServerFailed("It broke.")))
        session.send("Hi")
        await session.finished()
        reply = session.conversation.path[-1]
        assert (reply.state, reply.text) == (ReplyState.FAILED, "part")
        assert reply.error is not None
        assert reply.error.message == "It broke."

    run(story())


def test_a_reply_that_ends_without_its_end_is_interrupted(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(TextDelta("part")))
        session.send("Hi")
        await session.finished()
        reply = session.conversation.path[-1]
        assert reply.state is ReplyState.INTERRUPTED
        assert reply.error is not None
        assert reply.error.kind == "interrupted"

    run(story())


def test_a_fault_of_our_own_is_reported_and_becomes_an_error_at_the_reply(run: Run) -> None:
    async def story() -> None:
        heard: list[BaseException] = []
        router = ScriptedRouter()
        router.refusal = ZeroDivisionError("secret prompt text")
        session = ChatSession(Conversation.new(MODEL), router, MemoryWriter(), heard.append)
        session.send("Hi")
        await session.finished()
        error = session.conversation.path[-1].error
        assert error is not None
        assert error.kind == "internal"
        assert re.fullmatch(r"ZeroDivisionError in hfchat_gui\.[\w.]+:\d+", error.detail)
        assert error.other_action.kind is ActionKind.COPY_REPORT
        assert "secret prompt" not in repr(error)
        assert [type(one) for one in heard] == [ZeroDivisionError]

    run(story())


def test_closing_interrupts_the_reply_and_waits_for_the_disk(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(TextDelta("part"), asyncio.Event()), writer)
        session.send("Hi")
        await until(lambda: session.conversation.path[-1].text)
        await session.aclose()
        reply = session.conversation.path[-1]
        assert reply.state is ReplyState.INTERRUPTED
        assert writer.saved[reply.id].text == "part"

    run(story())


def test_what_is_changed_while_a_reply_waits_is_for_the_next_one(run: Run) -> None:
    async def story() -> None:
        router = ScriptedRouter(*ANSWER)
        session = session_with(router)
        session.send("Hi")
        session.set_model(ModelRef(Source.ROUTER, "org/elsewhere"))
        session.set_system_prompt("Be rude.")
        await session.finished()
        assert router.requests[0].model == MODEL
        assert router.requests[0].turns == (Turn(Role.USER, "Hi"),)
        assert session.conversation.path[-1].model == MODEL

    run(story())


def test_system_prompt_model_and_sampling_hold_from_the_next_reply(run: Run) -> None:
    async def story() -> None:
        router, writer = ScriptedRouter(*ANSWER), MemoryWriter()
        session = session_with(router, writer)
        session.set_system_prompt("Be brief.")
        assert writer.order == []
        other = ModelRef(Source.ROUTER, "org/m")
        session.send("Hi")
        session.set_model(other)
        session.set_sampling(SamplingOptions(temperature=0.0))
        await session.finished()
        assert router.requests[0].turns == (
            Turn(Role.SYSTEM, "Be brief."),
            Turn(Role.USER, "Hi"),
        )
        assert writer.details[session.conversation.id].model == other

    run(story())


def test_details_that_cannot_be_written_become_the_conversations_state(run: Run) -> None:
    async def story() -> None:
        writer = MemoryWriter()
        session = session_with(ScriptedRouter(*ANSWER), writer)
        session.send("Hi")
        await session.finished()
        writer.broken = True
        session.set_system_prompt("x")
        await session.finished()
        assert session.conversation.save_state is SaveState.FAILING

    run(story())


def test_halves_of_surrogate_pairs_in_typed_text_are_mended(run: Run) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session.send("\ud83d\ude00 and \ud83d")
        await session.finished()
        assert session.conversation.path[0].text == "😀 and \ufffd"

    run(story())


@pytest.mark.parametrize(
    ("text", "title"),
    [("What is\n deep learning?", "What is deep learning?"), ("x" * 80, "x" * 59 + "…")],
)
def test_the_first_turn_gives_the_title(run: Run, text: str, title: str) -> None:
    async def story() -> None:
        session = session_with(ScriptedRouter(*ANSWER))
        session.send(text)
        assert session.conversation.title == title
        await session.finished()

    run(story())


def test_without_a_writer_nothing_is_kept_and_the_reply_comes_all_the_same(run: Run) -> None:
    async def story() -> None:
        events: list[object] = []
        session = ChatSession(
            Conversation.new(MODEL), ScriptedRouter(*ANSWER), None, never, on_event=events.append
        )
        session.send("Hi")
        session.set_system_prompt("x")
        await session.finished()
        await session.aclose()
        assert session.conversation.save_state is SaveState.NOT_KEPT
        assert events == list(ANSWER)

    run(story())


def test_a_reply_bears_the_name_of_the_model_that_the_address_chose(run: Run) -> None:
    async def story() -> None:
        class Naming(ScriptedRouter):
            async def route(self, model: ModelRef) -> Decision:
                decision = await super().route(model)
                return replace(decision, route=replace(decision.route, model="first"))

        anywhere = ModelRef(Source.ADDRESS, "", "http://h")
        session = ChatSession(Conversation.new(anywhere), Naming(*ANSWER), MemoryWriter(), never)
        session.send("Hi")
        await session.finished()
        assert session.conversation.path[-1].model == replace(anywhere, name="first")
        assert session.conversation.model == anywhere

    run(story())


def test_a_route_that_changes_on_the_way_is_the_one_that_is_told(run: Run) -> None:
    async def story() -> None:
        anywhere = ModelRef(Source.ADDRESS, "", "http://h")
        fresh = Route(WireKind.CHAT_COMPLETIONS, "http://h", "new", summary="new at h")
        script = ScriptedRouter(Rerouted(fresh), *ANSWER)
        session = ChatSession(Conversation.new(anywhere), script, MemoryWriter(), never)
        session.send("Hi")
        await session.finished()
        reply = session.conversation.path[-1]
        assert (reply.route, reply.model) == ("new at h", replace(anywhere, name="new"))
        assert session.route is fresh
        assert session.conversation.model == anywhere

    run(story())
