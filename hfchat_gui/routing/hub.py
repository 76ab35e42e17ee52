"""What is known of Hugging Face's router without asking it: its address and how it names models."""

from __future__ import annotations

import re

from hfchat_gui.conversation.errors import ModelUnknown

ROUTER_BASE = "https://router.huggingface.co"

_MODEL_ID = re.compile(r"[\w.-]+/[\w.-]+(?::[\w.-]+)?", re.ASCII)


def check_model_id(name: str) -> str:
    """Return a model id without the spaces around it; raise `ModelUnknown` if it cannot be one."""
    name = name.strip()
    if not _MODEL_ID.fullmatch(name):
        what = f"“{name[:80]}” is not the id of a model" if name else "No model is named"
        raise ModelUnknown(
            f"{what} on Hugging Face. An id reads owner/model, such as Qwen/Qwen3-32B, and may "
            "end with :provider."
        )
    return name
