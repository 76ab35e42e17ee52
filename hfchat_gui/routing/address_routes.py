"""Decides for typed addresses: by what is known of them, and by what the person set them to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.dialects import dialect
from hfchat_gui.backends.refused_fields import LeftOut
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.backends.wrong_shape import NoChatRoute, NoTemplate, Unreadable, WantsText
from hfchat_gui.conversation.errors import (
    ChatError,
    ModelUnknown,
    NotAChatServer,
    RequestRefused,
    ServerFailed,
)
from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.ports import Backend, Decision
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.address_memory import AddressMemory
from hfchat_gui.routing.replies.decided_anew import DecidedAnew
from hfchat_gui.routing.replies.folded_turns import FoldedTurns
from hfchat_gui.routing.replies.shape_ladder import Rung, ShapeLadder
from hfchat_gui.routing.route_words import address_reasons, address_summary

_TAKES_MESSAGES = (
    "This server took no chat; the messages were sent to the model's own route. This is "
    "remembered for the address."
)
_TAKES_TEXT = (
    "This model took neither a chat nor messages; the conversation was sent as one plain text. "
    "This is remembered for the address."
)


@dataclass(frozen=True, slots=True)
class _Place:
    """One decision's grounds: the model, what is known of its address, and how it was set.

    `facts` are as they are remembered; `used` are the same as the set kind has them.
    """

    model: ModelRef
    facts: ServerFacts
    kind: str
    credential: Credential | None

    @property
    def used(self) -> ServerFacts:
        """What is known, with the wire and the dialect of the kind that the person set."""
        return as_set(self.facts, self.kind, self.model.address)


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
        place = _Place(model, known, kind, credential)

        async def decide_anew() -> Decision | None:
            await self._memory.forget(address)
            fresh = replace(place, facts=await self._ask(address, kind, credential))
            return None if _is_same(fresh.facts, known) else self._decision(fresh)

        decided = self._decision(place)
        first = DecidedAnew(decided.backend, decide_anew)
        return Decision(decided.route, ShapeLadder(self._rungs(place, first)))

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

    def _rungs(self, place: _Place, first: Backend) -> list[Rung]:
        used = place.used
        if used.wire is WireKind.TEXT_GENERATION:
            if used.takes_text:
                return [
                    Rung(first, (WantsText, RequestRefused, Unreadable)),
                    self._messages(place, ()),
                ]
            return [Rung(first, (WantsText, NoTemplate)), self._text(place)]
        if not dialect(used.server).may_be_a_pipeline:
            return [Rung(first)]
        # Whoever lists models, or was set to hold chats, holds them at the chat route.
        is_sure = bool(place.kind) or (bool(used.models) and not used.server)
        falls_on: tuple[type[ChatError], ...] = (WantsText, NoChatRoute)[: 1 if is_sure else 2]
        lower = self._messages(place, (WantsText, NoTemplate))
        return [Rung(first, falls_on), lower, self._text(place)]

    def _messages(self, place: _Place, falls_on: tuple[type[ChatError], ...]) -> Rung:
        return self._lower(place, takes_text=False, note=_TAKES_MESSAGES, falls_on=falls_on)

    def _text(self, place: _Place) -> Rung:
        return self._lower(place, takes_text=True, note=_TAKES_TEXT)

    def _lower(
        self,
        place: _Place,
        *,
        takes_text: bool,
        note: str,
        falls_on: tuple[type[ChatError], ...] = (),
    ) -> Rung:
        wire = WireKind.TEXT_GENERATION
        facts = replace(place.facts, wire=wire, takes_text=takes_text)
        decided = self._decision(replace(place, facts=facts, kind=""))
        keep = partial(
            self._memory.learn_shape,
            place.model.address,
            place.facts,
            wire,
            takes_text=takes_text,
        )
        return Rung(decided.backend, falls_on, decided.route, note, keep)

    def _decision(self, place: _Place) -> Decision:
        model, used = place.model, place.used
        name = name_at(model, used)
        has_key = place.credential is not None
        route = Route(
            used.wire,
            used.base,
            name,
            server=used.server,
            summary=address_summary(model, name, used),
            reasons=tuple(address_reasons(model, name, used, place.kind, has_key=has_key)),
        )
        return Decision(route, self._backend(place, name))

    def _backend(self, place: _Place, name: str) -> Backend:
        used, credential = place.used, place.credential
        keep = partial(self._memory.learn_refused, place.model.address, place.facts)
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
        is_strict = name in place.facts.strict
        learn = partial(self._memory.learn_strict, place.model.address, place.facts, name)
        return FoldedTurns(backend, is_strict=is_strict, keep=learn)


def as_set(facts: ServerFacts, kind: str, address: str) -> ServerFacts:
    """Return what is known, with the wire and the dialect of the set kind, if there is one."""
    if not kind:
        return facts
    wire = WireKind.TEXT_GENERATION if kind == "toolkit" else WireKind.CHAT_COMPLETIONS
    base = facts.base if facts.wire is wire else address
    return replace(facts, wire=wire, base=base, server="" if kind == "openai" else kind)


def name_at(model: ModelRef, facts: ServerFacts) -> str:
    """Return the name to send; raise `ModelUnknown` where the server has models and lists none."""
    if model.name:
        return model.name
    if facts.models:
        return facts.models[0]
    if dialect(facts.server).needs_a_model:
        raise ModelUnknown(
            f"{model.host} lists no model. Load one there, or name the model beside the address."
        )
    return ""


def _is_same(fresh: ServerFacts, known: ServerFacts) -> bool:
    """Whether asking anew has brought nothing new; a question cannot bring what replies teach."""
    return known == replace(
        fresh,
        learnt=known.learnt,
        takes_text=known.takes_text,
        refused=known.refused,
        strict=known.strict,
    )
