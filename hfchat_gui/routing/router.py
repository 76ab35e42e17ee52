"""Decides which backend answers for a model, and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.refused_fields import LeftOut
from hfchat_gui.conversation.errors import (
    Action,
    ActionKind,
    ChatError,
    ModelUnknown,
    SignInNeeded,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import (
    Backend,
    Credentials,
    Decision,
    RememberedFacts,
    TypedModel,
)
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.engines import Engines
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.address_routes import AddressRoutes
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.hub import ROUTER_BASE, check_model_id
from hfchat_gui.routing.old_world import modern_ref
from hfchat_gui.routing.replies.asked_again import AskedAgain
from hfchat_gui.routing.replies.folded_turns import FoldedTurns
from hfchat_gui.routing.replies.on_this_computer import OnThisComputer
from hfchat_gui.routing.replies.undecided import Undecided
from hfchat_gui.routing.route_words import router_reasons, router_summary, unknown_route

_REAL_TIME = Clock()


class ModelRouter:
    """Fills `conversation.ports.Router`, and owns the engines of this computer.

    `folders` hold the local models; `report` hears what the engines' background tasks raise
    against expectation; `router_base` is the address of Hugging Face's router; `kind_of` gives the
    kind that the person set an address to, or ""; `clock` is the time that waits are measured by.
    """

    def __init__(
        self,
        client: HttpClient,
        credentials: Credentials,
        facts: RememberedFacts,
        folders: Sequence[Path],
        report: Report,
        *,
        router_base: str = ROUTER_BASE,
        kind_of: Callable[[str], str] = lambda _: "",
        clock: Clock = _REAL_TIME,
        bill_to: Callable[[], str] = lambda: "",
    ) -> None:
        self._client = client
        self._credentials = credentials
        self._engines = Engines(folders, report)
        self._router_base = router_base
        self._memory = AddressMemory(client, facts)
        self._addresses = AddressRoutes(client, self._memory, kind_of)
        self._clock = clock
        self._bill_to = bill_to

    async def route(self, model: ModelRef) -> Decision:
        """Decide for `model`, asking an unknown address once; raise a `ChatError` if none can."""
        if model.source is Source.LOCAL:
            return await self._local(model)
        if replaced := modern_ref(model):
            return await self._instead(model, replaced)
        if model.source is Source.ROUTER:
            return await self._hugging_face(model)
        return await self._address(model)

    async def aclose(self) -> None:
        """End the engines."""
        await self._engines.aclose()

    async def _local(self, model: ModelRef) -> Decision:
        model_file = await self._engines.find(model.name)
        name = model_file.stem
        route = Route(
            WireKind.CHAT_COMPLETIONS,
            address="",
            model=name,
            server="llama.cpp",
            summary=f"{ModelRef(Source.LOCAL, name).label}, on this computer",
            reasons=(
                "The model runs on this computer; nothing leaves it.",
                f"Its file is {model_file.name}.",
            ),
        )
        return Decision(route, OnThisComputer(self._client, self._engines, model_file))

    async def _address(self, model: ModelRef) -> Decision:
        credential = await self._credential(model.address)
        decide = partial(self._addresses.route, model, credential)
        try:
            decided = await decide()
        except ChatError as failure:
            if failure.again is None:
                raise
            backend = AskedAgain(Undecided(decide), self._clock, failure=failure)
            return Decision(unknown_route(model), backend)
        return Decision(decided.route, AskedAgain(decided.backend, self._clock))

    async def _instead(self, model: ModelRef, replaced: TypedModel) -> Decision:
        """Decide for what an outlived address means now; it is never asked itself."""
        if not replaced.ref.name:
            raise ModelUnknown(replaced.note)
        decided = await self._hugging_face(replaced.ref, replaced.note)
        former = f", in place of {model.host}" if model.host else ""
        route = replace(
            decided.route,
            summary=decided.route.summary + former,
            reasons=(replaced.note, *decided.route.reasons),
        )
        return Decision(route, decided.backend)

    async def _hugging_face(self, model: ModelRef, note: str = "") -> Decision:
        name = check_model_id(model.name)
        credential = await self._credential(self._router_base)
        if credential is None:
            raise _no_token(name, self._router_base)
        backend = await self._hub_backend(name, credential)
        route = Route(
            WireKind.CHAT_COMPLETIONS,
            self._router_base,
            name,
            server="hf-router",
            summary=router_summary(name),
            reasons=router_reasons(name),
        )
        return Decision(route, AskedAgain(backend, self._clock, note=note))

    async def _hub_backend(self, name: str, credential: Credential) -> Backend:
        """Return the backend for one model, with what is known of whoever serves it."""
        key = f"{self._router_base}/{name}"
        nothing = ServerFacts(WireKind.CHAT_COMPLETIONS, self._router_base, "hf-router")
        facts = await self._memory.known(key) or nothing
        backend = ChatCompletions(
            self._client,
            self._router_base,
            name,
            server="hf-router",
            credential=credential,
            left_out=LeftOut(facts.refused, partial(self._memory.learn_refused, key, facts)),
            bill_to=self._bill_to(),
        )
        keep = partial(self._memory.learn_strict, key, facts, name)
        return FoldedTurns(backend, is_strict=name in facts.strict, keep=keep)

    async def _credential(self, url: str) -> Credential | None:
        secret = await self._credentials.for_url(url)
        return Credential.for_url(url, secret) if secret else None


def _no_token(name: str, base: str) -> SignInNeeded:
    if base == ROUTER_BASE:
        return SignInNeeded(
            f"{name} runs at Hugging Face, which wants a token. Add yours in the settings, or "
            "choose the model on this computer."
        )
    return SignInNeeded(
        f"{name} is asked for at {host_of(base)} in place of Hugging Face's router, and nothing "
        "may go there that opens it. Add that address in Settings, Servers, and allow your token "
        "there or save a key.",
        action=Action(ActionKind.OPEN_SETTINGS, "Add the server", base),
    )
