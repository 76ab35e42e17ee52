"""`hfchat models`: what there is to ask on this computer, at Hugging Face and at one's servers."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime

from hfchat_gui.assembly import Core, assemble
from hfchat_gui.cli.arguments import Models
from hfchat_gui.cli.output import complain, printed
from hfchat_gui.cli.running import DONE, FAILED, exit_code, report
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source, context_for
from hfchat_gui.conversation.servers import Server

HEADS = ("ID", "WHERE", "CONTEXT", "IN", "OUT", "PROVIDERS")
_NUMBERS = (2, 3, 4)  # these columns stand at the right


@dataclass(frozen=True, slots=True)
class Listed:
    """What one place has; `failed` where it could not be asked at all."""

    models: Sequence[ModelInfo]
    failed: bool = False


def run(command: Models) -> int:
    """Ask all at once, print, and return the exit code."""
    return exit_code(lambda: _printed(command))


def _printed(command: Models) -> int:
    text, code = asyncio.run(_listed(command))
    return code if printed(text) else FAILED


async def _listed(command: Models) -> tuple[str, int]:
    core = assemble(report, also_found=True)
    if core.network_note:
        complain(f"hfchat: {core.network_note}")
    try:
        local = Listed(core.catalogue.local_models())
        servers = core.servers.all
        asked = await asyncio.gather(*(_of_server(core, one) for one in servers), _of_router(core))
    finally:
        await core.aclose()
    found = [model for place in (local, *asked) for model in place.models]
    names = {server.address: server.name for server in servers}
    chosen = [model for model in found if _matches(model, names, command.search)]
    text = _as_json(chosen, names) if command.as_json else _as_columns(chosen, names)
    # A machine without a network has its own models to list, which is no failure.
    return text, FAILED if not found and any(place.failed for place in asked) else DONE


async def _of_server(core: Core, server: Server) -> Listed:
    try:
        models = await core.catalogue.server_models(server.address)
    except ChatError as error:
        complain(f"hfchat: {server.name}: {error.user_text}")
        return Listed((), failed=True)
    unnamed = ModelInfo(ModelRef(Source.ADDRESS, "", server.address))
    return Listed(models or (unnamed,))


async def _of_router(core: Core) -> Listed:
    known = await core.catalogue.router_models()
    if known.problem is None:
        return Listed(known.models)
    complain(f"hfchat: {known.problem.message}")
    if known.models:
        complain(f"hfchat: Hugging Face's models are those of {_day(known.read_at)}.")
    return Listed(known.models, failed=not known.models)


def _day(seconds: float) -> str:
    if not seconds:
        return "an earlier day, which is not known"
    return f"{datetime.fromtimestamp(seconds).astimezone():%Y-%m-%d %H:%M}"


def _matches(model: ModelInfo, names: dict[str, str], words: str) -> bool:
    providers = (offer.provider for offer in model.offers)
    texts = (model.ref.name, model.ref.place, names.get(model.ref.address, ""), *providers)
    within = " ".join(texts).casefold()
    return all(word in within for word in words.casefold().split())


def _as_json(models: Iterable[ModelInfo], names: dict[str, str]) -> str:
    rows = [
        {
            "id": model.ref.name,
            "source": model.ref.source.value,
            "address": model.ref.address,
            "server": names.get(model.ref.address, ""),
            "context_tokens": context_for(model),
            "reads_images": model.reads_images,
            "offers": [asdict(offer) for offer in model.offers],
        }
        for model in models
    ]
    return json.dumps(rows, ensure_ascii=False, indent=1) + "\n"


def _as_columns(models: Sequence[ModelInfo], names: dict[str, str]) -> str:
    if not models:
        complain("No model was found.")
        return ""
    rows = [HEADS, *(_row(model, names) for model in models)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "".join(f"{_line(row, widths)}\n" for row in rows)


def _row(model: ModelInfo, names: dict[str, str]) -> tuple[str, ...]:
    ref = model.ref
    tokens = context_for(model)
    cheapest = min(model.offers, key=_price, default=Offer(""))
    return (
        printable(ref.name) or "-",
        _where(ref, names.get(ref.address, "")),
        str(tokens or ""),
        _dollars(cheapest.input_price),
        _dollars(cheapest.output_price),
        " ".join(offer.provider for offer in model.offers),
    )


def _where(ref: ModelRef, name: str) -> str:
    """Return the place, a server's by the name it was given and by its address."""
    if not ref.address:
        return ref.place
    shown = printable(name)
    return f"{shown} ({ref.address})" if shown and shown != ref.host else ref.address


def _price(offer: Offer) -> tuple[bool, float]:
    """Order offers as the router's `cheapest` does: by what the answer costs."""
    return offer.output_price is None, offer.output_price or 0.0


def _dollars(price: float | None) -> str:
    if price is None:
        return ""
    is_in_cents = abs(price - round(price, 2)) < 1e-9
    return f"{price:.2f}" if is_in_cents else f"{price:.3f}"


def _line(row: Sequence[str], widths: Sequence[int]) -> str:
    cells = (
        f"{text:>{width}}" if at in _NUMBERS else f"{text:{width}}"
        for at, (text, width) in enumerate(zip(row, widths, strict=True))
    )
    return "  ".join(cells).rstrip()
