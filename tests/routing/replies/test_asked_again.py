"""Servers that are not ready are asked again, in sight and within bounds; over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from hfchat_gui.conversation.error_record import ActionKind
from hfchat_gui.conversation.errors import (
    Again,
    ChatError,
    EndpointPaused,
    PaymentNeeded,
    PermissionMissing,
    RateLimited,
    ServerBusy,
    ServerFailed,
    SignInNeeded,
    Wait,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyNoted,
    ReplyWaiting,
    TextDelta,
    WaitReason,
)
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.replies.asked_again import AskedAgain
from tests.helpers.chat_stream import chat_chunk, chat_events, event
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Keys, Waits, at, request, router
from tests.routing.replies.played import Played, all_of

CHAT = "/v1/chat/completions"
HELLO = Answer.stream(chat_events("ready"))
HUB = ModelRef(Source.ROUTER, "org/m:groq")


@dataclass
class Told:
    """What one reply brought, how it ended, and how long it waited."""

    events: list[ReplyEvent] = field(default_factory=list)
    failure: ChatError | None = None
    waits: list[float] = field(default_factory=list)

    @property
    def text(self) -> str:
        return "".join(item.text for item in self.events if isinstance(item, TextDelta))

    @property
    def notes(self) -> list[str]:
        return [item.text for item in self.events if isinstance(item, ReplyNoted)]

    @property
    def waiting(self) -> list[ReplyWaiting]:
        return [item for item in self.events if isinstance(item, ReplyWaiting)]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        shapes.plain(running)
        yield running


def ask(run: Run, server: ScriptedServer, model: ModelRef | None = None) -> Told:
    waits, told = Waits(), Told()
    model = model or at(server.url, "m")

    async def read() -> None:
        keys = Keys({server.url: "hf_key"})
        async with router(keys, router_base=server.url, waits=waits) as made:
            try:
                decided = await made.route(model)
                async with aclosing(decided.backend.reply(request(model))) as reply:
                    async for item in reply:
                        told.events.append(item)
            except ChatError as failure:
                told.failure = failure

    run(read())
    told.waits = waits.all
    return told


def asked(server: ScriptedServer) -> int:
    return len([sent for sent in server.requests if sent.method == "POST" and len(sent.body) > 2])


def busy(status: int, body: object = "busy", **headers: str) -> Answer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer.json({"error": body}, status, headers=named)


def loading(seconds: float) -> Answer:
    body = {"error": "Model org/m is currently loading", "estimated_time": seconds}
    return Answer.json(body, 503)


def test_a_loading_model_is_waited_for_as_long_as_it_says(run: Run, server: ScriptedServer) -> None:
    server.on("POST", CHAT, loading(20.0), loading(0.2), HELLO)
    told = ask(run, server)
    assert (told.text, told.failure, asked(server)) == ("ready", None, 3)
    assert told.waits[0] >= 20.0
    assert told.waits[1] >= 0.2
    first, second = told.waiting
    assert (first.reason, first.attempt, first.attempts) == (WaitReason.LOADING_MODEL, 2, 0)
    assert first.until == pytest.approx(1_700_000_000.0 + told.waits[0])
    assert first.gives_up == second.gives_up == 1_700_000_000.0 + 300
    assert told.notes == ["The server was not ready at once; this is its answer to try 3."]


def test_a_model_that_never_loads_is_given_up_after_five_minutes(
    run: Run, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, loading(500.0))
    told = ask(run, server)
    assert isinstance(told.failure, ServerBusy)
    assert "It was asked 5 times." in told.failure.user_text
    assert max(told.waits) <= 66
    assert sum(told.waits) <= 300


@pytest.mark.parametrize("seconds", [0.0, 0.01])
def test_a_server_that_names_no_wait_worth_the_name_is_not_hammered(
    run: Run, server: ScriptedServer, seconds: float
) -> None:
    server.on("POST", CHAT, loading(seconds))
    told = ask(run, server)
    assert isinstance(told.failure, ServerBusy)
    assert told.waits[:5] == [1.0, 2.0, 4.0, 8.0, 15.0]
    assert asked(server) < 30


@pytest.mark.parametrize("when", ["0", "0.001", "Thu, 01 Jan 1970 00:00:00 GMT"])
def test_a_busy_server_that_says_now_is_not_asked_at_once(
    run: Run, server: ScriptedServer, when: str
) -> None:
    server.on("POST", CHAT, busy(429, retry_after=when))
    assert ask(run, server).waits == [1.0, 2.0, 4.0]


def test_an_error_within_a_list_is_waited_for_too(run: Run, server: ScriptedServer) -> None:
    body = [{"error": "Model org/m is currently loading", "estimated_time": 20.0}]
    server.on("POST", CHAT, Answer.json(body, 503), HELLO)
    told = ask(run, server)
    assert told.text == "ready"
    assert told.waits[0] >= 20


def test_a_server_that_loads_while_it_is_asked_what_it_is(run: Run, server: ScriptedServer) -> None:
    said = {"error": {"message": "Loading model", "type": "unavailable_error", "code": 503}}
    server.on("GET", "/v1/models", Answer.json(said, 503), shapes.model_list("m"))
    server.on("POST", CHAT, HELLO)
    told = ask(run, server)
    assert (told.text, told.failure) == ("ready", None)
    assert told.waits == [1.0]
    assert told.waiting[0].reason is WaitReason.LOADING_MODEL


def test_a_date_says_how_long_to_wait(run: Run, server: ScriptedServer) -> None:
    ahead = 5
    when = format_datetime(datetime.now(UTC) + timedelta(seconds=ahead), usegmt=True)
    server.on("POST", CHAT, busy(429, retry_after=when), HELLO)
    told = ask(run, server)
    assert told.text == "ready"
    assert ahead - 1.1 <= told.waits[0] <= ahead * 1.1


def test_without_a_time_the_pauses_grow_and_four_tries_are_all(
    run: Run, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, busy(429))
    told = ask(run, server)
    assert told.waits == [1.0, 2.0, 4.0]
    assert asked(server) == 4
    assert [(item.attempt, item.attempts) for item in told.waiting] == [(2, 4), (3, 4), (4, 4)]
    assert {item.reason for item in told.waiting} == {WaitReason.SERVER_BUSY}
    assert isinstance(told.failure, RateLimited)
    assert told.failure.user_text.endswith("It was asked 4 times.")


def test_an_hour_is_not_waited_for_but_told(run: Run, server: ScriptedServer) -> None:
    server.on("POST", CHAT, busy(429, retry_after="3600"))
    told = ask(run, server)
    assert (told.waits, asked(server)) == ([], 1)
    assert isinstance(told.failure, RateLimited)
    assert "after the wait of about 60 minutes that it asked for" in told.failure.user_text


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (busy(401), SignInNeeded),
        (busy(402), PaymentNeeded),
        (busy(403), PermissionMissing),
        (busy(401, retry_after="1"), SignInNeeded),
        (busy(402, retry_after="1"), PaymentNeeded),
        (busy(403, "overloaded", retry_after="1"), PermissionMissing),
        (busy(429, {"code": "insufficient_quota"}, retry_after="1"), PaymentNeeded),
        (busy(400, "The endpoint is paused, ask a maintainer"), EndpointPaused),
        (busy(503, "The endpoint is paused"), EndpointPaused),
        (busy(500, "out of cheese"), ServerFailed),
    ],
)
def test_where_waiting_does_not_help_nobody_waits(
    run: Run, server: ScriptedServer, answer: Answer, kind: type[ChatError]
) -> None:
    server.on("POST", CHAT, answer)
    told = ask(run, server)
    assert (told.waits, asked(server)) == ([], 1)
    assert isinstance(told.failure, kind)
    assert "It was asked" not in told.failure.user_text


@pytest.mark.parametrize(
    "answer",
    [
        Answer.html("<html>502</html>", 502),
        Answer.html("<html><title>504 Gateway Time-out</title>", 504),
        Answer.html("<html><title>521: Web server is down</title>", 521),
        busy(424, "CUDA out of memory"),
        Answer.json({"error": "Incomplete generation", "error_type": "incomplete_generation"}, 500),
        Answer.json({"error": "unknown error", "warnings": ["There was an inference error"]}, 500),
    ],
)
def test_what_may_be_a_moments_trouble_is_tried_once_more(
    run: Run, server: ScriptedServer, answer: Answer
) -> None:
    server.on("POST", CHAT, answer)
    told = ask(run, server)
    assert asked(server) == 2
    assert told.failure is not None
    assert "<" not in told.failure.user_text
    server.on("POST", CHAT, answer, HELLO)
    assert ask(run, server).text == "ready"


def test_an_overload_within_a_stream_is_waited_for_and_its_headers_are_not_believed(
    run: Run, server: ScriptedServer
) -> None:
    said = {"error": {"message": "Model is overloaded", "http_status_code": 422}}
    answer = Answer.stream([event(said)], headers={"retry-after": "3600"})
    server.on("POST", CHAT, answer, HELLO)
    told = ask(run, server)
    assert (told.text, told.waits) == ("ready", [1.0])


@pytest.mark.parametrize(
    ("before", "headers"),
    [([], {"x-request-id": "r1"}), ([event({"model": "m", "choices": []})], {})],
    ids=["a request id", "a model's name"],
)
def test_a_name_that_came_before_the_overload_is_no_answer_yet(
    run: Run, server: ScriptedServer, before: list[bytes], headers: dict[str, str]
) -> None:
    said = event({"error": {"message": "Model is overloaded", "http_status_code": 503}})
    server.on("POST", CHAT, Answer.stream([*before, said], headers=headers), HELLO)
    told = ask(run, server)
    assert (told.text, told.waits) == ("ready", [1.0])


def test_an_answer_that_has_begun_is_never_begun_again(run: Run, server: ScriptedServer) -> None:
    parts = [chat_chunk("Once"), event({"error": "overloaded", "status_code": 503})]
    server.on("POST", CHAT, Answer.stream(parts))
    told = ask(run, server)
    assert (told.text, told.waits, asked(server)) == ("Once", [], 1)
    assert isinstance(told.failure, ServerBusy)


@pytest.mark.parametrize(("headers", "tries"), [({}, 2), ({"retry_after": "2"}, 4)])
def test_a_provider_that_refuses_again_and_again_makes_way_for_another(
    run: Run, server: ScriptedServer, headers: dict[str, str], tries: int
) -> None:
    server.on("POST", CHAT, busy(429, **headers))
    told = ask(run, server, HUB)
    assert asked(server) == tries
    assert isinstance(told.failure, RateLimited)
    assert told.failure.action.kind is ActionKind.CHOOSE_MODEL
    assert told.failure.action.label == "Choose another provider"
    assert told.failure.user_text.startswith("groq gets too many requests for org/m:groq")


def test_what_was_said_of_the_first_try_is_not_said_of_the_next(run: Run) -> None:
    note = ReplyNoted("Left out.")
    backend = Played(note, note, TextDelta("a"))
    assert run(all_of(AskedAgain(backend, Waits().clock))) == [note, TextDelta("a")]


def test_what_was_done_on_the_way_is_told_ahead_of_all_else(run: Run) -> None:
    backend = AskedAgain(Played(TextDelta("a")), Waits().clock, note="It has moved.")
    assert run(all_of(backend)) == [ReplyNoted("It has moved."), TextDelta("a")]


def test_a_try_that_was_made_already_counts(run: Run) -> None:
    waits, failure = Waits(), ServerBusy("Busy.")
    failure.again = Again(Wait.BUSY)
    backend = Played(failure=failure)
    with pytest.raises(ServerBusy, match=r"Busy\. It was asked 4 times\."):
        run(all_of(AskedAgain(backend, waits.clock, failure=failure)))
    assert (waits.all, backend.asked) == ([1.0, 2.0, 4.0], 3)


def test_a_wait_can_be_cancelled_at_once(run: Run, server: ScriptedServer) -> None:
    server.on("POST", CHAT, busy(503, retry_after="50"))

    async def read() -> None:
        began = asyncio.Event()
        async with router(waits=_Sleeping(began)) as made:
            decided = await made.route(at(server.url, "m"))
            reply = decided.backend.reply(request(at(server.url, "m")))
            task = asyncio.ensure_future(_drain(reply))
            await began.wait()
            task.cancel()
            await asyncio.wait([task], timeout=SOON)
            assert task.cancelled()

    run(read())
    assert asked(server) == 1


async def _drain(reply: AsyncGenerator[ReplyEvent, None]) -> None:
    async for _ in reply:
        pass


class _Sleeping(Waits):
    """Waits as long as it is told to, and says when it begins to."""

    def __init__(self, began: asyncio.Event) -> None:
        super().__init__()
        self._began = began

    @property
    def clock(self) -> Clock:
        return Clock(sleep=self._really_sleep)

    async def _really_sleep(self, seconds: float) -> None:
        self._began.set()
        await asyncio.sleep(seconds)
