"""The words that name a model and its place, the same everywhere in the window."""

from __future__ import annotations

import re

from hfchat_gui.conversation.model_ref import ModelRef, Source

SOURCE_ICONS = {Source.LOCAL: "cpu", Source.ROUTER: "cloud", Source.ADDRESS: "server"}

_SIZE_OR_VERSION = re.compile(r"v?\d", re.IGNORECASE)


def short_name(model: ModelRef) -> str:
    """Return the family in a model's name: "SmolLM2" for "SmolLM2-135M-Instruct"."""
    if not model.name:
        return model.label
    first, *rest = model.label.partition(":")[0].split("-")
    kept = [first]
    for part in rest:
        if _SIZE_OR_VERSION.match(part):
            break
        kept.append(part)
    else:
        kept = [first, *rest]
    return "-".join(kept) or model.label


def where_it_runs(model: ModelRef) -> str:
    """Return one sentence that says which model will answer and where it runs."""
    if model.source is Source.LOCAL:
        return "It runs on this computer: no account, no network."
    if model.source is Source.ROUTER:
        return f"{model.name} answers through Hugging Face, with your token."
    if model.name:
        return f"{model.name} answers at {model.host}."
    return f"The model that {model.host} offers first will answer."
