"""The words that name a model and its place, the same everywhere in the window."""

from __future__ import annotations

import re

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.ui.server_names import given_name, label_of

SOURCE_ICONS = {Source.LOCAL: "cpu", Source.ROUTER: "cloud", Source.ADDRESS: "server"}

LONGEST = 200
"""Characters of a name that are shown: Qt lays out all it is given, and a name may be anything."""

_SIZE_OR_VERSION = re.compile(r"v?\d", re.IGNORECASE)

ASKING_KEYRING = "Asking the system keyring…"


def cut(text: str, longest: int = LONGEST) -> str:
    """Return `text`, or the beginning of one that is too long to be drawn at all."""
    return text if len(text) <= longest else text[: longest - 1] + "…"


def where_kept(noun: str, status: TokenStatus) -> str:
    """Return one sentence on a secret that is there, "" where there is none; `noun`: "key"."""
    if not status.present:
        return ""
    where = "kept in the system keyring" if status.kept else "kept until HF Chat is closed"
    if not status.ending:
        return f"A {noun} is {where}."
    return f"{noun.capitalize()} ending in …{cut(status.ending)}, {where}."


def short_name(model: ModelRef) -> str:
    """Return the family in a model's name: "SmolLM2" for "SmolLM2-135M-Instruct"."""
    label = cut(label_of(model))
    if not model.name:
        return label
    first, *rest = label.partition(":")[0].split("-")
    kept = [first]
    for part in rest:
        if _SIZE_OR_VERSION.match(part):
            break
        kept.append(part)
    else:
        kept = [first, *rest]
    return "-".join(kept) or label


def where_it_runs(model: ModelRef) -> str:
    """Return one sentence that says which model will answer and where it runs."""
    name, host = cut(model.name), cut(model.host)
    given = cut(given_name(model.address))
    where = f"{given} ({host})" if given and given != host else host
    if model.source is Source.LOCAL:
        return "It runs on this computer: no account, no network."
    if model.source is Source.ROUTER:
        return f"{name} answers through Hugging Face, with your token."
    if name:
        return f"{name} answers at {where}."
    return f"The model that {where} offers first will answer."
