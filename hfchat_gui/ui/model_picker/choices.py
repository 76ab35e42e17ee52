"""How a router's model may find its provider: by default, by a policy, or by name."""

from __future__ import annotations

from hfchat_gui.conversation.model_ref import POLICIES, ModelInfo, ModelRef, Source, context_for
from hfchat_gui.conversation.model_ref import Offer as ProviderOffer
from hfchat_gui.ui.model_picker.facts import offer_figures, spoken_offer, tokens
from hfchat_gui.ui.model_picker.offers import Offer, split_suffix

DEFAULT = "Fastest (default)"


def count_choices(info: ModelInfo) -> int:
    """Return how many there are, without making them."""
    return 1 + len(POLICIES) + len(info.offers)


def choices(info: ModelInfo) -> tuple[Offer, ...]:
    """Return the model in each way it can be asked for; `note` says what is sent."""
    by_policy = [_policy(info, name, meaning) for name, meaning in POLICIES.items()]
    return (_default(info), *by_policy, *(_provider(info, offer) for offer in info.offers))


def choice_of(info: ModelInfo, suffix: str) -> Offer | None:
    """Return the choice that this suffix makes, or None where nobody of the list offers it."""
    provider = next((one for one in info.offers if one.provider == suffix), None)
    if not suffix:
        return _default(info)
    if suffix in POLICIES:
        return _policy(info, suffix, POLICIES[suffix])
    return _provider(info, provider) if provider else None


def _default(info: ModelInfo) -> Offer:
    meaning = POLICIES["fastest"]
    return Offer(
        info.ref,
        DEFAULT,
        _with_context(info, "", meaning),
        spoken=f"{info.ref.name}, {meaning}",
        note=f"Sent as {info.ref.name}. Hugging Face takes {meaning}.",
    )


def _policy(info: ModelInfo, policy: str, meaning: str) -> Offer:
    ref = _with_suffix(info, policy)
    return Offer(
        ref,
        f":{policy}",
        _with_context(info, policy, meaning),
        spoken=f"{ref.name}, {meaning}",
        note=f"Sent as {ref.name}: {meaning}.",
    )


def _provider(info: ModelInfo, offer: ProviderOffer) -> Offer:
    ref = _with_suffix(info, offer.provider)
    known = spoken_offer(offer)
    return Offer(
        ref,
        f":{offer.provider}",
        offer_figures(offer),
        ("tools",) if offer.has_tools else (),
        spoken=", ".join(part for part in (ref.name, known) if part),
        note=f"Sent as {ref.name}: this provider and no other.",
    )


def _with_context(info: ModelInfo, suffix: str, meaning: str) -> str:
    context = context_for(info, suffix)
    return f"{meaning} · {tokens(context)}" if context else meaning


def _with_suffix(info: ModelInfo, suffix: str) -> ModelRef:
    return ModelRef(Source.ROUTER, f"{split_suffix(info.ref.name)[0]}:{suffix}")
