"""The sentences that say who answers and why, for a route's summary and reasons."""

from __future__ import annotations

from collections.abc import Iterator

from hfchat_gui.conversation.model_ref import POLICIES, ModelRef, Source
from hfchat_gui.conversation.route import Route, ServerFacts, WireKind
from hfchat_gui.conversation.servers import SERVER_KINDS
from hfchat_gui.routing.recognition import SERVER_NAMES


def router_summary(name: str) -> str:
    """Return the line for a model through the router: `name` may end with a policy or provider."""
    model, _, suffix = name.partition(":")
    through = f"{model} through Hugging Face"
    if not suffix:
        return through
    return f"{through}, {suffix} provider" if suffix in POLICIES else f"{through}, by {suffix}"


def router_reasons(name: str) -> tuple[str, ...]:
    """Return why the router's provider answers."""
    suffix = name.partition(":")[2]
    if suffix in POLICIES:
        picked = f"The router picks {POLICIES[suffix]}, as “:{suffix}” asks."
    elif suffix:
        picked = f"The model's name asks for {suffix} alone, so no other provider is taken."
    else:
        picked = "A Hugging Face model is answered by a provider that their router picks."
    return (picked, "The token from the settings goes along.")


def unknown_route(model: ModelRef) -> Route:
    """Return the route to an address that was not ready to say what it is."""
    shown = ModelRef(Source.ADDRESS, model.name).label if model.name else "The model"
    return Route(
        WireKind.CHAT_COMPLETIONS,
        model.address,
        model.name,
        summary=f"{shown} at {model.host}",
        reasons=(f"{model.host} was not ready to say what it is.",),
    )


def address_summary(model: ModelRef, name: str, facts: ServerFacts) -> str:
    """Return the line for a model at an address."""
    shown = ModelRef(Source.ADDRESS, name).label if name else "The model"
    kind = SERVER_NAMES.get(facts.server)
    return f"{shown} at {model.host}" + (f" ({kind})" if kind else "")


def address_reasons(
    model: ModelRef, name: str, facts: ServerFacts, set_kind: str, *, has_key: bool
) -> Iterator[str]:
    """Yield why an address is spoken to like this; `set_kind`: what the person set it to."""
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
    if kind := SERVER_NAMES.get(facts.server):
        return f"{model.host} was recognised as {kind} by its own routes."
    if facts.wire is WireKind.TEXT_GENERATION:
        return f"{model.host} took no chat before, but the conversation at the model's own route."
    if facts.models:
        return f"{model.host} lists models, so it is spoken to as a chat completions server."
    return f"{model.host} did not say what it is; chat completions are assumed."
