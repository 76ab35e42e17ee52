"""Models of Hugging Face go to their router, with the token and with who pays, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing

import pytest

from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import PaymentNeeded, SignInNeeded
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.route import Route
from hfchat_gui.network.addresses import host_of
from hfchat_gui.routing.hub import ROUTER_BASE
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Keys, at, events, request, router, text_of

CHAT = "/v1/chat/completions"
HUB_MODEL = ModelRef(Source.ROUTER, "Qwen/Qwen3-32B")
HUB = ModelRef(Source.ROUTER, "org/m")


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def test_a_hugging_face_model_goes_to_the_router_with_the_token(
    run: Run, server: ScriptedServer
) -> None:
    shapes.chat(server, "Good", " day")

    async def ask() -> tuple[Route, str]:
        keys = Keys({server.url: "hf_token"})
        async with router(keys, router_base=server.url) as made:
            decision = await made.route(HUB_MODEL)
            return decision.route, text_of(await events(decision, request(HUB_MODEL)))

    route, text = run(ask())
    assert text == "Good day"
    assert route.summary == "Qwen/Qwen3-32B through Hugging Face"
    assert (route.address, route.server) == (server.url, "hf-router")
    [sent] = server.requests
    assert sent.path == "/v1/chat/completions"
    assert sent.header("authorization") == "Bearer hf_token"
    assert sent.json()["model"] == "Qwen/Qwen3-32B"


def test_without_a_token_nothing_is_sent_and_one_is_asked_for(
    run: Run, server: ScriptedServer
) -> None:
    async def ask() -> None:
        async with router(router_base=server.url) as made:
            await made.route(HUB_MODEL)

    with pytest.raises(SignInNeeded) as caught:
        run(ask())
    assert caught.value.action == Action(ActionKind.OPEN_SETTINGS, "Add the server", server.url)
    assert host_of(server.url) in caught.value.user_text
    assert server.connections == 0


def test_the_router_itself_wants_a_token(run: Run) -> None:
    async def ask() -> None:
        async with router(router_base=ROUTER_BASE) as made:
            await made.route(HUB_MODEL)

    with pytest.raises(SignInNeeded, match="Add yours in the settings"):
        run(ask())


@pytest.mark.parametrize("suffix", ["fastest", "cheapest", "preferred", "groq"])
def test_what_follows_the_colon_is_sent_exactly_so_and_said(
    run: Run, server: ScriptedServer, suffix: str
) -> None:
    shapes.chat(server)
    model = ModelRef(Source.ROUTER, f"Qwen/Qwen3-32B:{suffix}")

    async def ask() -> Route:
        async with router(Keys({server.url: "hf_token"}), router_base=server.url) as made:
            decision = await made.route(model)
            await events(decision, request(model))
            return decision.route

    assert suffix in run(ask()).summary
    assert server.requests[0].json()["model"] == f"Qwen/Qwen3-32B:{suffix}"


async def paid_by(server: ScriptedServer, model: ModelRef, bill_to: str) -> None:
    keys = Keys({server.url: "hf_key"})
    async with router(keys, router_base=server.url, bill_to=bill_to) as made:
        decided = await made.route(model)
        async with aclosing(decided.backend.reply(request(model))) as events:
            async for _ in events:
                pass


@pytest.mark.parametrize(
    ("hub", "bill_to", "sent"),
    [(True, "my-org", "my-org"), (True, "", None), (False, "my-org", None)],
)
def test_the_router_alone_hears_who_pays(
    run: Run, hub: bool, bill_to: str, sent: str | None
) -> None:
    with ScriptedServer() as server:
        shapes.plain(server)
        server.on("POST", CHAT, Answer.stream(chat_events("ok")))
        run(paid_by(server, HUB if hub else at(server.url, "m"), bill_to))
        assert {one.header("x-hf-bill-to") for one in server.requests} == {sent}


@pytest.mark.parametrize(
    ("bill_to", "who"), [("my-org", "The organisation my-org"), ("", "The Hugging Face account")]
)
def test_who_has_no_credit_is_named(run: Run, bill_to: str, who: str) -> None:
    with ScriptedServer() as server:
        server.on("POST", CHAT, Answer.json({"error": "no credit"}, 402))
        with pytest.raises(PaymentNeeded, match=f"{who} has no credit .* another organisation"):
            run(paid_by(server, HUB, bill_to))
