"""What is known of a model and its providers, in a few figures to see and in words to hear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hfchat_gui.conversation.model_ref import ModelInfo, Offer, context_for


def tokens(count: int) -> str:
    """Return a number of tokens as short as a row needs it, and as models are spoken of.

    So 8,192 are "8k", 131,072 are "128k" and 200,000 are "200k".
    """
    if count % 1_000 and not count % 1_024:
        count = count // 1_024 * 1_000
    if count < 1_000:
        return str(count)
    if count < 1_000_000:
        return f"{count // 1_000}k"
    millions = count / 1_000_000
    return f"{millions:.1f}M" if 0.1 <= millions % 1 < 1 and millions < 10 else f"{millions:.0f}M"


def figures(info: ModelInfo) -> str:
    """Return context, prices and the number of providers, as far as they are known."""
    context = context_for(info)
    count = len(info.offers)
    parts = [
        tokens(context) if context else "",
        _prices(info.offers),
        "" if not count else "1 provider" if count == 1 else f"{count} providers",
    ]
    return " · ".join(part for part in parts if part)


def offer_figures(offer: Offer) -> str:
    """Return context, prices and speed of one provider, as far as they are known."""
    speed = offer.tokens_per_second
    parts = [
        tokens(offer.context_tokens) if offer.context_tokens else "",
        _prices((offer,)),
        f"{speed:.0f} tokens/s" if speed else "",
    ]
    return " · ".join(part for part in parts if part)


def abilities(info: ModelInfo) -> tuple[str, ...]:
    """Return the marks of a model: what it can do beside reading and writing text."""
    known = [offer.has_tools for offer in info.offers]
    tools = "tools" if known and all(known) else "some tools" if any(known) else ""
    return tuple(mark for mark in ("images" if info.reads_images else "", tools) if mark)


def spoken(info: ModelInfo) -> str:
    """Return all that `figures` and `abilities` show, in whole words."""
    return ", ".join(_words(info))


def spoken_offer(offer: Offer) -> str:
    """Return what is known of one provider, in whole words."""
    parts = [
        f"{offer.context_tokens:,} tokens of context" if offer.context_tokens else "",
        _price_words((offer,)),
        f"{offer.tokens_per_second:.0f} tokens a second" if offer.tokens_per_second else "",
        (
            f"first token after {offer.first_token_seconds:.1f} seconds"
            if offer.first_token_seconds
            else ""
        ),
        "tools" if offer.has_tools else "",
    ]
    return ", ".join(part for part in parts if part)


def _words(info: ModelInfo) -> Iterator[str]:
    context = context_for(info)
    if context:
        yield f"{context:,} tokens of context"
    if prices := _price_words(info.offers):
        yield prices
    if info.offers:
        yield "1 provider" if len(info.offers) == 1 else f"{len(info.offers)} providers"
    if info.reads_images:
        yield "reads images"
    with_tools = sum(1 for offer in info.offers if offer.has_tools)
    if with_tools:
        every = with_tools == len(info.offers)
        yield "tools" if every else f"tools at {with_tools} of {len(info.offers)} providers"


def _prices(offers: Sequence[Offer]) -> str:
    """Return prices per million tokens: "$0.29 / $0.59", what is read and what is written."""
    read = _range(offer.input_price for offer in offers)
    written = _range(offer.output_price for offer in offers)
    return f"${read} / ${written}" if read and written else ""


def _price_words(offers: Sequence[Offer]) -> str:
    read = _range((offer.input_price for offer in offers), " to ")
    written = _range((offer.output_price for offer in offers), " to ")
    if not read or not written:
        return ""
    return f"{read} dollars per million tokens read, {written} per million written"


def _range(prices: Iterable[float | None], between: str = "–") -> str:
    known = [price for price in prices if price is not None]
    if not known:
        return ""
    least, most = _amount(min(known)), _amount(max(known))
    return least if least == most else f"{least}{between}{most}"


def _amount(price: float) -> str:
    return f"{price:.2f}" if price >= 0.1 or price == 0 else f"{price:.2g}"
