"""What is known of Hugging Face's router without asking it: its address and how it names models."""

from __future__ import annotations

from hfchat_gui.conversation.errors import ModelUnknown
from hfchat_gui.conversation.model_ref import is_model_id

ROUTER_BASE = "https://router.huggingface.co"


def check_model_id(name: str) -> str:
    """Return a model id without the spaces around it; raise `ModelUnknown` if it cannot be one."""
    name = name.strip()
    if not is_model_id(name):
        what = f"“{name[:80]}” is not the id of a model" if name else "No model is named"
        raise ModelUnknown(
            f"{what} on Hugging Face. An id reads owner/model, such as Qwen/Qwen3-32B, and may "
            "end with :provider."
        )
    return name
