"""Reads the entries of the list of Hugging Face's router, and writes them in that form again.

Nothing in the list can be relied on: any field may be missing, null or of another type.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import islice
from math import isfinite
from typing import Any

from hfchat_gui.backends.json_reading import count_of
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source, is_model_id

_MOST_MODELS = 5000
_MOST_OFFERS = 100
_LONGEST_ID = 200
_PROVIDER = re.compile(r"[\w.-]{1,64}", re.ASCII)
_LIVE = "live"


def read_entries(value: Any) -> tuple[ModelInfo, ...] | None:
    """Return the models in an answer's JSON that can be chatted with now; None if it is no list.

    Left out are models without a provider that serves them, and what cannot be asked for.
    """
    entries = value.get("data") if isinstance(value, dict) else None
    if not isinstance(entries, list):
        return None
    models: dict[str, ModelInfo] = {}
    for entry in islice(entries, _MOST_MODELS):
        model = _model(entry) if isinstance(entry, dict) else None
        if model is not None:
            models.setdefault(model.ref.name, model)
    return tuple(models.values())


def written_entries(models: Iterable[ModelInfo]) -> dict[str, Any]:
    """Return what `read_entries` reads as these models: plain data for JSON."""
    return {"data": [_written(model) for model in models]}


def _model(entry: dict[str, Any]) -> ModelInfo | None:
    name = entry.get("id")
    if not isinstance(name, str) or len(name) > _LONGEST_ID:
        return None
    if not is_model_id(name) or ":" in name:
        return None
    takes, gives = (_modalities(entry, way) for way in ("input_modalities", "output_modalities"))
    if gives and "text" not in gives:
        return None
    providers = entry.get("providers")
    listed = providers if isinstance(providers, list) else []
    offers = _offers(listed)
    if listed and not offers:
        return None
    ref = ModelRef(Source.ROUTER, name)
    return ModelInfo(ref, offers=offers, reads_images="image" in takes)


def _modalities(entry: dict[str, Any], way: str) -> list[Any]:
    architecture = entry.get("architecture")
    named = architecture.get(way) if isinstance(architecture, dict) else None
    return named if isinstance(named, list) else []


def _offers(providers: Sequence[Any]) -> tuple[Offer, ...]:
    offers: dict[str, Offer] = {}
    for fields in islice(providers, _MOST_OFFERS):
        offer = _offer(fields) if isinstance(fields, dict) else None
        if offer is not None:
            offers.setdefault(offer.provider, offer)
    return tuple(offers.values())


def _offer(fields: dict[str, Any]) -> Offer | None:
    """Return the offer of a provider that serves the model, or None."""
    provider, status = fields.get("provider"), fields.get("status")
    if not isinstance(provider, str) or not _PROVIDER.fullmatch(provider):
        return None
    if status not in (_LIVE, None):
        return None
    pricing = fields.get("pricing")
    prices = pricing if isinstance(pricing, dict) else {}
    milliseconds = _amount(fields.get("first_token_latency_ms"))
    tools = fields.get("supports_tools")
    return Offer(
        provider,
        context_tokens=count_of(fields.get("context_length")) or None,
        input_price=_amount(prices.get("input")),
        output_price=_amount(prices.get("output")),
        tokens_per_second=_amount(fields.get("throughput")),
        first_token_seconds=None if milliseconds is None else milliseconds / 1000,
        has_tools=tools if isinstance(tools, bool) else None,
    )


def _amount(value: Any) -> float | None:
    """Return a price, speed or duration, or None for what cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        amount = float(value)
    except OverflowError:
        return None
    return amount if isfinite(amount) and 0 <= amount < 10**9 else None


def _written(model: ModelInfo) -> dict[str, Any]:
    takes = ["text", "image"] if model.reads_images else ["text"]
    return {
        "id": model.ref.name,
        "architecture": {"input_modalities": takes},
        "providers": [_written_offer(offer) for offer in model.offers],
    }


def _written_offer(offer: Offer) -> dict[str, Any]:
    seconds = offer.first_token_seconds
    return {
        "provider": offer.provider,
        "status": _LIVE,
        "context_length": offer.context_tokens,
        "pricing": {"input": offer.input_price, "output": offer.output_price},
        "throughput": offer.tokens_per_second,
        "first_token_latency_ms": None if seconds is None else seconds * 1000,
        "supports_tools": offer.has_tools,
    }
