"""Writes the route of each decision: who answers, where, and the sentences that say why."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from hfchat_gui.conversation.model_ref import POLICIES, ModelRef, Source
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.conversation.servers import SERVER_KINDS

_SHORT_NAMES = {
    "tgi": "TGI",
    "llama.cpp": "llama.cpp",
    "ollama": "Ollama",
    "lmstudio": "LM Studio",
    "vllm": "vLLM",
    "transformers-serve": "transformers serve",
    "toolkit": "Transformers pipeline",
}


def local_route(model_file: Path) -> Route:
    """Return the route to a model on this computer."""
    name = model_file.stem
    return Route(
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


def hub_route(base: str, name: str) -> Route:
    """Return the route through Hugging Face's router; `name` may end with policy or provider."""
    return Route(
        WireKind.CHAT_COMPLETIONS,
        base,
        name,
        server="hf-router",
        summary=_hub_summary(name),
        reasons=(_why_this_provider(name), "The token from the settings goes along."),
    )


def unknown_route(model: ModelRef) -> Route:
    """Return the route to an address that was not ready to say what it is."""
    return Route(
        WireKind.CHAT_COMPLETIONS,
        model.address,
        model.name,
        summary=_at_host(model, model.name),
        reasons=(f"{model.host} was not ready to say what it is.",),
    )


def address_route(
    model: ModelRef, name: str, facts: ServerFacts, set_kind: str, *, has_key: bool
) -> Route:
    """Return the route to an address; `name` is what the model is called there.

    `facts` are those that are followed, `set_kind` is what the person set the address to, or "".
    """
    kind = _SHORT_NAMES.get(facts.server)
    return Route(
        facts.wire,
        facts.base,
        name,
        server=facts.server,
        summary=_at_host(model, name) + (f" ({kind})" if kind else ""),
        reasons=tuple(_address_reasons(model, name, facts, set_kind, has_key=has_key)),
    )


def _hub_summary(name: str) -> str:
    model, _, suffix = name.partition(":")
    through = f"{model} through Hugging Face"
    if not suffix:
        return through
    return f"{through}, {suffix} provider" if suffix in POLICIES else f"{through}, by {suffix}"


def _why_this_provider(name: str) -> str:
    suffix = name.partition(":")[2]
    if suffix in POLICIES:
        return f"The router picks {POLICIES[suffix]}, as “:{suffix}” asks."
    if suffix:
        return f"The model's name asks for {suffix} alone, so no other provider is taken."
    return "A Hugging Face model is answered by a provider that their router picks."


def _at_host(model: ModelRef, name: str) -> str:
    shown = ModelRef(Source.ADDRESS, name).label if name else "The model"
    return f"{shown} at {model.host}"


def _address_reasons(
    model: ModelRef, name: str, facts: ServerFacts, set_kind: str, *, has_key: bool
) -> Iterator[str]:
    yield _why_this_protocol(model, facts, set_kind)
    if facts.wire is WireKind.TEXT_GENERATION:
        yield "It answers all at once: this kind of server does not stream."
        if facts.takes_text:
            yield "It takes one text only, so the messages are joined into one."
    elif not model.name and name:
        yield f"No model was named; {name} is the first chat model it lists."
    elif model.name and facts.models and model.name not in facts.models:
        yield f"It does not list {model.name}; the name is sent all the same."
    if has_key:
        yield "The key for this address goes along."


def _why_this_protocol(model: ModelRef, facts: ServerFacts, set_kind: str) -> str:
    if set_kind:
        return f"You set this server to {SERVER_KINDS.get(set_kind, set_kind)}."
    if kind := _SHORT_NAMES.get(facts.server):
        return f"{model.host} was recognised as {kind} by its own routes."
    if facts.wire is WireKind.TEXT_GENERATION:
        return f"{model.host} took no chat before, but the conversation at the model's own route."
    if facts.models:
        return f"{model.host} lists models, so it is spoken to as a chat completions server."
    return f"{model.host} did not say what it is; chat completions are assumed."
