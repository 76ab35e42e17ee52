"""What was learnt of an address holds for a day; it is asked once, and replies add to it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterator

import pytest

from hfchat_gui.conversation.errors import SignInNeeded
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import FRESH_SECONDS, AddressMemory
from tests.helpers.answers import Answer, Hold
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts

ADDRESS = "http://127.0.0.1:8080"
CHAT, PIPELINE = WireKind.CHAT_COMPLETIONS, WireKind.TEXT_GENERATION


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def facts(age: float = 0.0, **more: object) -> ServerFacts:
    return ServerFacts(CHAT, ADDRESS, learnt=time.time() - age, **more)  # type: ignore[arg-type]


def remembering(run: Run, kept: Facts, work: Callable[[AddressMemory], Awaitable[None]]) -> None:
    async def scenario() -> None:
        client = HttpClient()
        await work(AddressMemory(client, kept))
        await client.aclose()

    run(scenario())


def test_a_day_is_the_limit(run: Run) -> None:
    kept = Facts({ADDRESS: facts()})

    async def work(memory: AddressMemory) -> None:
        assert await memory.known(ADDRESS) == kept.known[ADDRESS]
        kept.known[ADDRESS] = facts(FRESH_SECONDS + 5)
        assert await memory.known(ADDRESS) is None

    remembering(run, kept, work)


def test_a_guess_is_taken_for_granted_without_being_kept(run: Run) -> None:
    kept = Facts()

    async def work(memory: AddressMemory) -> None:
        guess = facts()
        memory.assume(ADDRESS, guess)
        assert await memory.known(ADDRESS) is guess
        await memory.forget(ADDRESS)
        assert await memory.known(ADDRESS) is None

    remembering(run, kept, work)
    assert kept.known == {}


def test_what_replies_teach_is_added_to_what_is_known(run: Run) -> None:
    kept = Facts({ADDRESS: facts(100.0, models=("m",))})
    before = kept.known[ADDRESS]

    async def work(memory: AddressMemory) -> None:
        await memory.learn_shape(ADDRESS, facts(), PIPELINE, takes_text=True)
        await memory.learn_refused(ADDRESS, facts(), ("stop",))

    remembering(run, kept, work)
    now = kept.known[ADDRESS]
    assert (now.wire, now.takes_text, now.refused) == (PIPELINE, True, ("stop",))
    assert (now.models, now.learnt) == (before.models, before.learnt)


def test_of_an_unknown_address_the_facts_of_the_reply_are_kept_from_now_on(run: Run) -> None:
    kept = Facts()

    async def work(memory: AddressMemory) -> None:
        await memory.learn_refused(ADDRESS, ServerFacts(CHAT, ADDRESS), ("stop",))

    remembering(run, kept, work)
    assert abs(kept.known[ADDRESS].learnt - time.time()) < 5


def asked_at_once(
    run: Run, server: ScriptedServer, *keys: str
) -> tuple[list[ServerFacts | BaseException], Facts]:
    """What so many chats learn that ask at once, each with its key."""
    kept, told = Facts(), list[ServerFacts | BaseException]()

    async def work(memory: AddressMemory) -> None:
        credentials = [Credential.for_url(server.url, Secret(key)) if key else None for key in keys]
        asking = (memory.ask(server.url, credential) for credential in credentials)
        told.extend(await asyncio.gather(*asking, return_exceptions=True))

    remembering(run, kept, work)
    return told, kept


def lists_asked(server: ScriptedServer) -> int:
    return len([asked for asked in server.requests if asked.path == "/v1/models"])


def test_chats_that_meet_a_server_at_once_ask_it_once(run: Run, server: ScriptedServer) -> None:
    shapes.vllm(server)
    told, kept = asked_at_once(run, server, *["hf_key"] * 30)
    assert set(told) == {kept.known[server.url]}
    assert lists_asked(server) == 1
    assert len(server.requests) < 15


def test_who_has_another_key_asks_with_it(run: Run, server: ScriptedServer) -> None:
    shapes.vllm(server)
    asked_at_once(run, server, "hf_old", "hf_new", "", "")
    asked = [one for one in server.requests if one.path == "/v1/models"]
    sent = {one.header("authorization") for one in asked}
    assert sent == {"Bearer hf_old", "Bearer hf_new", None}
    assert len(asked) == 3


def test_a_failure_is_shared_and_not_remembered(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.json({"error": "key"}, 401))
    told, kept = asked_at_once(run, server, *["hf_key"] * 5)
    assert {type(failure) for failure in told} == {SignInNeeded}
    assert lists_asked(server) == 1
    asked_at_once(run, server, "hf_key")
    assert lists_asked(server) == 2
    assert not kept.known


def test_a_chat_that_is_stopped_leaves_the_question_to_the_others(
    run: Run, server: ScriptedServer
) -> None:
    shapes.vllm(server)
    hold = Hold()
    listing = shapes.model_list("org/m", owner="vllm")
    server.on("GET", "/v1/models", Answer.raw(hold, *listing.steps))
    told: list[ServerFacts] = []

    async def work(memory: AddressMemory) -> None:
        first, second = (asyncio.ensure_future(memory.ask(server.url, None)) for _ in range(2))
        await asyncio.to_thread(server.wait_for_request)
        first.cancel()
        await asyncio.wait([first])
        hold.release()
        told.append(await second)

    remembering(run, Facts(), work)
    assert [facts.server for facts in told] == ["vllm"]
    assert lists_asked(server) == 1


def test_a_question_that_nobody_waits_for_ends(run: Run, server: ScriptedServer) -> None:
    server.on("GET", "/v1/models", Answer.hang())

    async def work(memory: AddressMemory) -> None:
        asking = [asyncio.ensure_future(memory.ask(server.url, None)) for _ in range(2)]
        await asyncio.to_thread(server.wait_for_request)
        for task in asking:
            task.cancel()
        await asyncio.wait(asking)
        await asyncio.to_thread(server.wait_for_disconnect)

    remembering(run, Facts(), work)
