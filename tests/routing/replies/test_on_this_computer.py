"""The real model answers; stopped it is free at once, killed it says why and comes back."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing, contextmanager
from dataclasses import dataclass

import pytest

from hfchat_gui.conversation.errors import EngineFailed, PromptTooLong
from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.origin import is_loopback
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyWaiting,
    Served,
    TextDelta,
    UsageReported,
    WaitReason,
)
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions, Turn
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.local.engine import FREE_WHILE_READING, FREE_WHILE_WRITING, Engine
from hfchat_gui.local.engines import Engines
from hfchat_gui.local.models import find_model, model_folders
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.probe import Probe
from hfchat_gui.routing.replies.on_this_computer import OnThisComputer
from tests.helpers.patience import SOON
from tests.helpers.running import Run, Running
from tests.routing.core import events, request, text_of

MODEL_FILE = find_model("", model_folders())
LOCAL = ModelRef(Source.LOCAL)
STORY = "Write a very long story about a ship."
LONG = " ".join(f"line {number} of a long report," for number in range(400))


@dataclass(frozen=True)
class Room:
    """An engine and a client on one loop."""

    run: Run
    engines: Engines
    client: HttpClient

    @property
    def engine(self) -> Engine:
        """The engine of the model, which the first reply has made."""
        return self.engines._held[MODEL_FILE].engine

    @property
    def decision(self) -> Decision:
        """What the router would decide."""
        route = Route(WireKind.CHAT_COMPLETIONS, "", "m")
        return Decision(route, OnThisComputer(self.client, self.engines, MODEL_FILE))


@contextmanager
def a_room() -> Iterator[Room]:
    running = Running()
    faults: list[BaseException] = []
    engines = Engines(model_folders(), faults.append)
    client = running(made())
    yield Room(running, engines, client)
    running(engines.aclose())
    running(client.aclose())
    assert not running.close()
    assert not faults


@pytest.fixture(scope="module")
def shared() -> Iterator[Room]:
    """What all tests share that do not look at the start."""
    with a_room() as made:
        yield made


@pytest.fixture
def room(shared: Room) -> Room:
    """The shared room, its engine up."""

    async def get_ready() -> None:
        async with shared.engines.using(MODEL_FILE) as engine:
            async for _ in engine.prepare():
                pass

    shared.run(get_ready())
    return shared


@pytest.fixture
def asleep() -> Iterator[Room]:
    """A room of its own whose engine has not been started."""
    with a_room() as made:
        yield made


async def made() -> HttpClient:
    # The thread pool belongs to the loop, not to the first test that needs another thread of it.
    pool = ThreadPoolExecutor(1)
    asyncio.get_running_loop().set_default_executor(pool)
    await asyncio.to_thread(int)
    return HttpClient()


async def stopped(room: Room, asked: ChatRequest, kind: type[ReplyEvent]) -> tuple[float, float]:
    """Stop at the first event of a kind; return seconds until caller and engine are free."""
    async with aclosing(room.decision.backend.reply(asked)) as reply:
        async for event in reply:
            if isinstance(event, kind) and getattr(event, "fraction", 0) not in (None, 1):
                break
        began = time.monotonic()
    closed = time.monotonic() - began
    await room.engine.settled()
    return closed, time.monotonic() - began


def test_first_it_loads_then_reads_then_answers(asleep: Room) -> None:
    reply = asleep.run(events(asleep.decision, request(LOCAL, "What is 2+2?")))
    kinds = [event.reason for event in reply if isinstance(event, ReplyWaiting)]
    assert kinds[0] is WaitReason.LOADING_MODEL
    assert WaitReason.READING_PROMPT in kinds
    assert "4" in text_of(reply)
    assert isinstance(reply[-1], ReplyFinished)
    assert any(isinstance(event, UsageReported) for event in reply)
    assert any(isinstance(event, Served) for event in reply)


def test_the_second_time_it_does_not_load(room: Room) -> None:
    reply = room.run(events(room.decision, request(LOCAL, "What is 2+2?")))
    assert ReplyWaiting(WaitReason.LOADING_MODEL) not in reply


def test_what_was_read_before_is_not_read_again(room: Room) -> None:
    turns = (Turn(Role.USER, "Remember: " + " ".join(f"pear{n}" for n in range(60))),)

    def read(longer: tuple[Turn, ...]) -> int:
        asked = ChatRequest(LOCAL, longer, SamplingOptions(max_tokens=4, temperature=0))
        reply = room.run(events(room.decision, asked))
        answers.append(text_of(reply))
        return len([event for event in reply if isinstance(event, ReplyWaiting)])

    answers: list[str] = []
    first = read(turns)
    second = read((*turns, Turn(Role.ASSISTANT, answers[0]), Turn(Role.USER, "Which fruit?")))
    assert first > 3
    assert second < first


def test_stop_while_writing_frees_the_window_at_once_and_the_engine_soon(room: Room) -> None:
    for _ in range(8):  # on a busy machine a token can take so long that the child is replaced
        room.run(events(room.decision, request(LOCAL, "Hello", 1)))
        pid = room.engine.pid
        closed, free = room.run(stopped(room, request(LOCAL, STORY, 800), TextDelta))
        assert closed < SOON
        assert free < FREE_WHILE_WRITING + SOON
        if room.engine.pid == pid:
            return
    pytest.fail("the child was replaced each time")


def test_stop_while_reading_frees_both_too(room: Room) -> None:
    closed, free = room.run(stopped(room, request(LOCAL, LONG), ReplyWaiting))
    assert closed < SOON
    assert free < FREE_WHILE_READING + SOON
    assert text_of(room.run(events(room.decision, request(LOCAL, "What is 2+2?"))))


def test_a_crash_in_mid_reply_is_named_and_the_next_send_starts_it_again(room: Room) -> None:
    async def crash() -> list[ReplyEvent]:
        async with aclosing(room.decision.backend.reply(request(LOCAL, STORY, 800))) as reply:
            async for event in reply:
                seen.append(event)
                if isinstance(event, TextDelta) and room.engine.pid in alive:
                    os.kill(alive.pop(), signal.SIGKILL)
        return seen

    seen: list[ReplyEvent] = []
    alive = [room.engine.pid or 0]
    with pytest.raises(EngineFailed, match="SIGKILL"):
        room.run(crash())
    assert text_of(seen)
    assert "4" in text_of(room.run(events(room.decision, request(LOCAL, "What is 2+2?"))))


def test_a_refusal_of_a_running_engine_is_its_own(room: Room) -> None:
    asked = ChatRequest(LOCAL, (Turn(Role.USER, LONG * 5),))
    with pytest.raises(PromptTooLong) as refused:
        room.run(events(room.decision, asked))
    assert room.engine.is_up
    assert refused.value.window_tokens == 8192
    assert (refused.value.prompt_tokens or 0) > 8192
    assert "the model on this computer takes 8192" in refused.value.user_text


def test_an_answer_that_was_cut_short_is_gone_on_with(room: Room) -> None:
    begun = "One, two, three,"
    turns = (
        Turn(Role.USER, "Count from one to ten in words, separated by commas."),
        Turn(Role.ASSISTANT, begun),
    )
    sampling = SamplingOptions(max_tokens=8, temperature=0)
    asked = ChatRequest(LOCAL, turns, sampling, continues=True)
    told = room.run(events(room.decision, asked))
    assert text_of(told).startswith(" four, five")


def test_a_probe_recognises_the_real_engine_by_its_own_routes(room: Room) -> None:
    address = room.engine.address
    assert is_loopback(address)
    credential = Credential.for_url(address, room.engine.key)
    facts = room.run(Probe(room.client).ask(address, credential)).facts
    assert facts.server == "llama.cpp"
    assert facts.context_tokens == 8192
    assert facts.models == (room.engine.model_file.stem,)
