"""What is known of Hugging Face's router without asking it: its address and how it names models."""

from __future__ import annotations

from collections.abc import Mapping

from hfchat_gui.conversation.error_record import NO_ACTION
from hfchat_gui.conversation.errors import BadAddress, ModelUnknown
from hfchat_gui.conversation.model_ref import is_model_id
from hfchat_gui.conversation.secret_shapes import without_secrets
from hfchat_gui.network.addresses import Address, read_address

ROUTER_BASE = "https://router.huggingface.co"

ROUTER_VARIABLE = "HFCHAT_ROUTER"
"""Names another address to ask in the router's place, such as a relay of one's own."""


def router_address(environment: Mapping[str, str]) -> Address:
    """Return the address of the router, with what opens it if that stands there.

    Raises `BadAddress` where the variable holds no address.
    """
    text = environment.get(ROUTER_VARIABLE, "").strip()
    if not text:
        return Address(ROUTER_BASE)
    try:
        return read_address(text)
    except BadAddress as error:
        raise BadAddress(
            f"{ROUTER_VARIABLE} holds no address: {error.user_text} Correct it and start again.",
            action=NO_ACTION,
        ) from error


def check_model_id(name: str) -> str:
    """Return a model id without the spaces around it; raise `ModelUnknown` if it cannot be one."""
    name = name.strip()
    if not is_model_id(name):
        what = (
            f"“{without_secrets(name)[:80]}” is not the id of a model"
            if name
            else "No model is named"
        )
        raise ModelUnknown(
            f"{what} on Hugging Face. An id reads owner/model, such as Qwen/Qwen3-32B, and may "
            "end with :provider."
        )
    return name
