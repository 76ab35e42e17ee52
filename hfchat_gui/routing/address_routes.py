"""Decides for typed addresses: by what is known of them, and by what the person set them to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.refused_fields import LeftOut
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.backends.wrong_shape import NoChatRoute, NoTemplate, Unreadable, WantsText
from hfchat_gui.conversation.errors import (
    ChatError,
    NotAChatServer,
    RequestRefused,
    ServerFailed,
)
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import Backend, Decision
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.grounds import Grounds
from hfchat_gui.routing.replies.decided_anew import DecidedAnew
from hfchat_gui.routing.replies.folded_turns import FoldedTurns
from hfchat_gui.routing.replies.shape_ladder import Below, Rung, ShapeLadder

_TAKES_MESSAGES = (
    "This server took no chat; the messages were sent to the model's own route. This is "
    "remembered for the address."
)
_TAKES_TEXT = (
    "This model took neither a chat nor messages; the conversation was sent as one plain text. "
    "This is remembered for the address."
)


class AddressRoutes:
    """Decides for models at addresses. `kind_of`: the kind an address was set to, or ""."""

    def __init__(
        self, client: HttpClient, memory: AddressMemory, kind_of: Callable[[str], str]
    ) -> None:
        self._client = client
        self._memory = memory
        self._kind_of = kind_of

    async def route(self, model: ModelRef, credential: Credential | None) -> Decision:
        """Decide, asking an unknown address once; raise a `ChatError` if it cannot be a chat."""
        address = model.address
        kind = self._kind_of(address)
        known = await self._memory.known(address) or await self._ask(address, kind, credential)
        grounds = Grounds(model, known, kind, credential)

        async def decide_anew() -> Decision | None:
            facts = await self._memory.known(address)  # another chat may have asked meanwhile
            if facts is None or grounds.are_confirmed_by(facts):
                await self._memory.forget(address)
                facts = await self._ask(address, kind, credential)
                if grounds.are_confirmed_by(facts):
                    return None
            return self._decision(replace(grounds, facts=facts))

        decided = self._decision(grounds)
        first = DecidedAnew(decided.backend, decide_anew)
        return Decision(decided.route, ShapeLadder(self._rungs(grounds, first)))

    async def _ask(self, address: str, kind: str, credential: Credential | None) -> ServerFacts:
        """Ask the address; one that was set to a kind need not say what it is."""
        try:
            return await self._memory.ask(address, credential)
        except (NotAChatServer, RequestRefused, ServerFailed):
            if not kind:
                raise
            facts = ServerFacts(WireKind.CHAT_COMPLETIONS, address)
            self._memory.assume(address, facts)
            return facts

    def _rungs(self, grounds: Grounds, first: Backend) -> list[Rung]:
        used = grounds.used
        if used.wire is WireKind.TEXT_GENERATION:
            if used.takes_text:
                return [
                    Rung(first, (WantsText, RequestRefused, Unreadable)),
                    self._messages(grounds, ()),
                ]
            return [Rung(first, (WantsText, NoTemplate)), self._text(grounds)]
        if not dialect(used.server).may_be_a_pipeline:
            return [Rung(first)]
        # Whoever lists models, or was set to hold chats, holds them at the chat route.
        is_sure = bool(grounds.kind) or (bool(used.models) and not used.server)
        falls_on: tuple[type[ChatError], ...] = (WantsText, NoChatRoute)[: 1 if is_sure else 2]
        lower = self._messages(grounds, (WantsText, NoTemplate))
        return [Rung(first, falls_on), lower, self._text(grounds)]

    def _messages(self, grounds: Grounds, falls_on: tuple[type[ChatError], ...]) -> Rung:
        return self._lower(grounds, takes_text=False, note=_TAKES_MESSAGES, falls_on=falls_on)

    def _text(self, grounds: Grounds) -> Rung:
        return self._lower(grounds, takes_text=True, note=_TAKES_TEXT)

    def _lower(
        self,
        grounds: Grounds,
        *,
        takes_text: bool,
        note: str,
        falls_on: tuple[type[ChatError], ...] = (),
    ) -> Rung:
        wire = WireKind.TEXT_GENERATION
        facts = replace(grounds.facts, wire=wire, takes_text=takes_text)
        decided = self._decision(replace(grounds, facts=facts, kind=""))
        keep = partial(
            self._memory.learn_shape,
            grounds.model.address,
            grounds.facts,
            wire,
            takes_text=takes_text,
        )
        return Rung(decided.backend, falls_on, Below(decided.route, note, keep))

    def _decision(self, grounds: Grounds) -> Decision:
        return Decision(grounds.route, self._backend(grounds))

    def _backend(self, grounds: Grounds) -> Backend:
        used, name, credential = grounds.used, grounds.name, grounds.credential
        keep = partial(self._memory.learn_refused, grounds.model.address, grounds.facts)
        left_out = LeftOut(used.refused, keep)
        backend: Backend
        if used.wire is WireKind.TEXT_GENERATION:
            backend = TextGeneration(
                self._client,
                used.base,
                credential=credential,
                as_text=used.takes_text,
                left_out=left_out,
            )
        else:
            backend = ChatCompletions(
                self._client,
                used.base,
                name,
                server=used.server,
                credential=credential,
                left_out=left_out,
            )
        is_strict = name in grounds.facts.strict
        learn = partial(self._memory.learn_strict, grounds.model.address, grounds.facts, name)
        return FoldedTurns(backend, is_strict=is_strict, keep=learn)
