"""An organisation that pays is named to Hugging Face's router, and to nobody else."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import PaymentNeeded
from hfchat_gui.conversation.model_ref import ModelRef, Source
from tests.helpers.chat_stream import chat_events
from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Keys, at, request, router

CHAT = "/v1/chat/completions"
HUB = ModelRef(Source.ROUTER, "org/m")


async def ask(server: ScriptedServer, model: ModelRef, bill_to: str) -> None:
    keys = Keys({server.url: "hf_key"})
    async with router(keys, router_base=server.url, bill_to=bill_to) as made:
        decided = await made.route(model)
        async for _ in decided.backend.reply(request(model)):
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
        run(ask(server, HUB if hub else at(server.url, "m"), bill_to))
        assert {one.header("x-hf-bill-to") for one in server.requests} == {sent}


@pytest.mark.parametrize(
    ("bill_to", "who"), [("my-org", "The organisation my-org"), ("", "The Hugging Face account")]
)
def test_who_has_no_credit_is_named(run: Run, bill_to: str, who: str) -> None:
    with ScriptedServer() as server:
        server.on("POST", CHAT, Answer.json({"error": "no credit"}, 402))
        with pytest.raises(PaymentNeeded, match=f"{who} has no credit .* another organisation"):
            run(ask(server, HUB, bill_to))
