"""Decides which backend answers for a model, and says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from hfchat_gui.conversation.errors import ChatError, ModelUnknown
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Credentials, Decision, RememberedFacts, TypedModel
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.engines import Engines
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.address_routes import AddressRoutes
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.hub import ROUTER_BASE, check_model_id
from hfchat_gui.routing.hub_routes import HubRoutes
from hfchat_gui.routing.old_world import modern_ref
from hfchat_gui.routing.replies.asked_again import AskedAgain
from hfchat_gui.routing.replies.on_this_computer import OnThisComputer
from hfchat_gui.routing.replies.undecided import Undecided
from hfchat_gui.routing.routes import local_route, unknown_route

_REAL_TIME = Clock()


class ModelRouter:
    """Fills `conversation.ports.Router`, and owns the engines of this computer.

    `folders` hold the local models; `report` hears what the engines' background tasks raise
    against expectation; `router_base` is the address of Hugging Face's router; `kind_of` gives the
    kind that the person set an address to, or ""; `clock` is the time that waits are measured by;
    `bill_to` gives the organisation that pays at Hugging Face, or "".
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
        memory = AddressMemory(client, facts)
        self._hub = HubRoutes(client, memory, router_base, bill_to)
        self._addresses = AddressRoutes(client, memory, kind_of)
        self._clock = clock

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
        backend = OnThisComputer(self._client, self._engines, model_file)
        return Decision(local_route(model_file), backend)

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
        decided = await self._hub.route(name, await self._credential(self._router_base))
        return Decision(decided.route, AskedAgain(decided.backend, self._clock, note=note))

    async def _credential(self, url: str) -> Credential | None:
        secret = await self._credentials.for_url(url)
        return Credential.for_url(url, secret) if secret else None
