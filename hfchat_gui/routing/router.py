"""Decides which backend answers for a model, and says why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import monotonic, time

from hfchat_gui.backends.chat_completions import ChatCompletions
from hfchat_gui.backends.text_generation import TextGeneration
from hfchat_gui.conversation.errors import ModelUnknown, SignInNeeded
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import Backend, Credentials, Decision, RememberedFacts
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.engines import Engines
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.hub import ROUTER_BASE, check_model_id
from hfchat_gui.routing.learnt_reply import LearntReply
from hfchat_gui.routing.local_reply import LocalReply
from hfchat_gui.routing.probe import Probe
from hfchat_gui.routing.recognition import SERVER_NAMES

FRESH_SECONDS = 24 * 3600.0
"""How long what was learnt of an address is taken for granted; then it is asked again."""

ASSUMED_SECONDS = 600.0
"""How long a guess about a server that left questions unanswered spares it further ones."""


class ModelRouter:
    """Fills `conversation.ports.Router`, and owns the engines of this computer.

    `folders` hold the local models; `report` hears what the engines' background tasks raise
    against expectation; `router_base` is the address of Hugging Face's router.
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
    ) -> None:
        self._client = client
        self._credentials = credentials
        self._facts = facts
        self._engines = Engines(folders, report)
        self._probe = Probe(client)
        self._router_base = router_base
        self._assumed: dict[str, tuple[float, ServerFacts]] = {}

    async def route(self, model: ModelRef) -> Decision:
        """Decide for `model`, asking an unknown address once; raise a `ChatError` if none can."""
        if model.source is Source.LOCAL:
            return await self._local(model)
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
        return Decision(route, LocalReply(self._client, self._engines, model_file))

    async def _hugging_face(self, model: ModelRef) -> Decision:
        name = check_model_id(model.name)
        credential = await self._credential(self._router_base)
        if credential is None:
            raise SignInNeeded(
                f"{name} runs at Hugging Face, which wants a token. Add yours in the settings, "
                "or choose the model on this computer."
            )
        backend = ChatCompletions(
            self._client, self._router_base, name, server="hf-router", credential=credential
        )
        route = Route(
            WireKind.CHAT_COMPLETIONS,
            self._router_base,
            name,
            server="hf-router",
            summary=f"{name} through Hugging Face",
            reasons=(
                "A Hugging Face model is answered by a provider that their router picks.",
                "The token from the settings goes along.",
            ),
        )
        return Decision(route, backend)

    async def _address(self, model: ModelRef) -> Decision:
        credential = await self._credential(model.address)
        known = await self._known(model.address) or await self._ask(model.address, credential)

        async def learn_anew() -> Decision | None:
            await self._forget(model.address)
            fresh = await self._ask(model.address, credential)
            is_same = replace(fresh, learnt=known.learnt) == known
            return None if is_same else self._by_facts(model, fresh, credential)

        decided = self._by_facts(model, known, credential)
        return Decision(decided.route, LearntReply(decided.backend, learn_anew))

    def _by_facts(
        self, model: ModelRef, facts: ServerFacts, credential: Credential | None
    ) -> Decision:
        name = _name_at(model, facts)
        route = Route(
            facts.wire,
            facts.base,
            name,
            server=facts.server,
            summary=_summary(model, name, facts),
            reasons=tuple(_reasons(model, facts, has_key=credential is not None)),
        )
        return Decision(route, self._backend(model, facts, credential))

    def _backend(
        self, model: ModelRef, facts: ServerFacts, credential: Credential | None
    ) -> Backend:
        if facts.wire is WireKind.TEXT_GENERATION:
            return TextGeneration(self._client, facts.base, credential=credential)
        return ChatCompletions(
            self._client,
            facts.base,
            _name_at(model, facts),
            server=facts.server,
            credential=credential,
        )

    async def _known(self, address: str) -> ServerFacts | None:
        facts = await self._facts.facts(address)
        if facts is not None and abs(time() - facts.learnt) <= FRESH_SECONDS:
            return facts
        learnt, assumed = self._assumed.get(address, (0.0, None))
        return assumed if monotonic() - learnt <= ASSUMED_SECONDS else None

    async def _forget(self, address: str) -> None:
        self._assumed.pop(address, None)
        await self._facts.forget(address)

    async def _ask(self, address: str, credential: Credential | None) -> ServerFacts:
        probed = await self._probe.ask(address, credential)
        if probed.is_complete:
            await self._facts.remember(address, probed.facts)
        else:
            self._assumed[address] = (monotonic(), probed.facts)
        return probed.facts

    async def _credential(self, url: str) -> Credential | None:
        secret = await self._credentials.for_url(url)
        return Credential.for_url(url, secret) if secret else None


def _name_at(model: ModelRef, facts: ServerFacts) -> str:
    """Return the name to send; raise `ModelUnknown` where the server has models and lists none."""
    if model.name:
        return model.name
    if facts.models:
        return facts.models[0]
    if facts.server in ("ollama", "lmstudio", "vllm", "transformers-serve"):
        raise ModelUnknown(
            f"{model.host} lists no model. Load one there, or name the model beside the address."
        )
    return ""


def _summary(model: ModelRef, name: str, facts: ServerFacts) -> str:
    shown = ModelRef(Source.ADDRESS, name).label if name else "The model"
    kind = SERVER_NAMES.get(facts.server)
    return f"{shown} at {model.host}" + (f" ({kind})" if kind else "")


def _reasons(model: ModelRef, facts: ServerFacts, *, has_key: bool) -> list[str]:
    name = _name_at(model, facts)
    reasons = [_why_this_protocol(model, facts)]
    if facts.wire is WireKind.TEXT_GENERATION:
        reasons.append("It answers all at once: this kind of server does not stream.")
    elif not model.name and name:
        reasons.append(f"No model was named; {name} is the first chat model it lists.")
    elif model.name and facts.models and model.name not in facts.models:
        reasons.append(f"It does not list {model.name}; the name is sent all the same.")
    if has_key:
        reasons.append("The key for this address goes along.")
    return reasons


def _why_this_protocol(model: ModelRef, facts: ServerFacts) -> str:
    if kind := SERVER_NAMES.get(facts.server):
        return f"{model.host} was recognised as {kind} by its own routes."
    if facts.models:
        return f"{model.host} lists models, so it is spoken to as a chat completions server."
    return f"{model.host} did not say what it is; chat completions are assumed."
