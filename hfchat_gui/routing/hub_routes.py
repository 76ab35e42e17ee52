"""Decides for models of Hugging Face: their router is asked, with the token and what is known."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.refused_fields import LeftOut
from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import SignInNeeded
from hfchat_gui.conversation.ports import Backend, Decision
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.hub import ROUTER_BASE
from hfchat_gui.routing.replies.folded_turns import FoldedTurns
from hfchat_gui.routing.routes import hub_route


class HubRoutes:
    """Decides for model ids. `base`: the router's address; `bill_to`: who pays, or ""."""

    def __init__(
        self, client: HttpClient, memory: AddressMemory, base: str, bill_to: Callable[[], str]
    ) -> None:
        self._client = client
        self._memory = memory
        self._base = base
        self._bill_to = bill_to

    async def route(self, name: str, credential: Credential | None) -> Decision:
        """Decide for the model `name`; raise `SignInNeeded` where there is no token."""
        if credential is None:
            raise _no_token(name, self._base)
        return Decision(hub_route(self._base, name), await self._backend(name, credential))

    async def _backend(self, name: str, credential: Credential) -> Backend:
        """Return the backend for one model, with what is known of whoever serves it."""
        key = f"{self._base}/{name}"
        nothing = ServerFacts(WireKind.CHAT_COMPLETIONS, self._base, "hf-router")
        facts = await self._memory.known(key) or nothing
        backend = ChatCompletions(
            self._client,
            self._base,
            name,
            server="hf-router",
            credential=credential,
            left_out=LeftOut(facts.refused, partial(self._memory.learn_refused, key, facts)),
            bill_to=self._bill_to(),
        )
        keep = partial(self._memory.learn_strict, key, facts, name)
        return FoldedTurns(backend, is_strict=name in facts.strict, keep=keep)


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
