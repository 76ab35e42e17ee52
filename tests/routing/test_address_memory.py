"""What was learnt of an address holds for a day, and what replies teach is added to it."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable

from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.address_memory import FRESH_SECONDS, AddressMemory
from tests.helpers.running import Run
from tests.routing.core import Facts

ADDRESS = "http://127.0.0.1:8080"
CHAT, PIPELINE = WireKind.CHAT_COMPLETIONS, WireKind.TEXT_GENERATION


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
