"""What the person is told where the model, its template or the request itself is refused."""

from __future__ import annotations

from hfchat_gui.backends.asked import Refusal
from hfchat_gui.backends.wrong_shape import NoChatRoute, NoTemplate, Unreadable, WantsText
from hfchat_gui.conversation.error_record import CHANGE_ADDRESS, NEW_CHAT, TRY_AGAIN
from hfchat_gui.conversation.errors import (
    ChatError,
    ModelCannotChat,
    ModelUnknown,
    NotAChatServer,
    ProviderUnavailable,
    RequestRefused,
    TemplateRefused,
)
from hfchat_gui.conversation.model_ref import POLICIES


def model_unknown(refusal: Refusal) -> ChatError:
    """Return the error for a model that nobody there serves."""
    asked = refusal.asked
    if not asked.is_hugging_face:
        return ModelUnknown(
            f"{asked.model_name} is not served by {asked.host}. Choose another model."
        )
    model, _, provider = asked.model.partition(":")
    if provider and provider not in POLICIES:
        return ProviderUnavailable(
            f"{model} is not served by {provider}, or that provider is switched off in your "
            "Hugging Face settings. Leave it to the router, or choose another provider."
        )
    return ModelUnknown(
        f"{asked.model_name} is not served by any provider that you have enabled. Choose another "
        "model, or enable more providers at huggingface.co/settings/inference-providers."
    )


def no_chat_model(refusal: Refusal) -> ChatError:
    """Return the error for a model that is there, but not to chat with."""
    asked = refusal.asked
    return ModelCannotChat(
        f"{asked.model_name} at {asked.host} is not served for chats. Choose another model, or "
        "another provider."
    )


def wants_text(refusal: Refusal) -> ChatError:
    """Return the error for a model route that does not take the shape of the request."""
    return WantsText(
        f"The model at {refusal.asked.host} takes neither a chat nor messages. Choose another "
        "model, or change the address."
    )


def no_chat_there(refusal: Refusal) -> ChatError:
    """Return the error for an address without a chat route."""
    asked = refusal.asked
    where = f" at {asked.path}" if asked.path else " at this address"
    return NoChatRoute(f"{asked.host} has no chat{where} ({refusal.status}). Check the address.")


def gone(refusal: Refusal) -> ChatError:
    """Return the error for what will not come back."""
    return NotAChatServer(
        f"What was at this address of {refusal.asked.host} is gone for good (410). Choose another "
        "model, or change the address.",
        action=CHANGE_ADDRESS,
    )


def too_big(refusal: Refusal) -> ChatError:
    """Return the error for a request with too many bytes."""
    return RequestRefused(
        f"This chat is too large to send to {refusal.asked.host} (413). Start a new chat or "
        "shorten this one.",
        action=NEW_CHAT,
    )


def no_template(refusal: Refusal) -> ChatError:
    """Return the error for a base model."""
    return NoTemplate(
        f"{refusal.asked.model_name} at {refusal.asked.host} has no chat template: it completes "
        "text and does not chat. Choose another model."
    )


def no_system_role(refusal: Refusal) -> ChatError:
    """Return the error for a template that knows no system prompt."""
    return TemplateRefused(
        f"{refusal.asked.model_name} at {refusal.asked.host} takes no system prompt. Empty the "
        "system prompt and try again.",
        action=TRY_AGAIN,
    )


def roles_alternate(refusal: Refusal) -> ChatError:
    """Return the error for a template that takes question and answer in turn only."""
    return TemplateRefused(
        f"{refusal.asked.model_name} at {refusal.asked.host} wants question and answer strictly "
        "in turn. Empty the system prompt, or start a new chat."
    )


def template_failed(refusal: Refusal) -> ChatError:
    """Return the error for a template that broke on these turns."""
    return TemplateRefused(
        f"The chat template of {refusal.asked.model_name} at {refusal.asked.host} cannot take this "
        "chat. Start a new chat, or choose another model."
    )


def our_fault(refusal: Refusal) -> ChatError:
    """Return the error for a request that the server cannot even read."""
    return Unreadable(
        f"{refusal.asked.host} could not read the request that HF Chat made ({refusal.status}). "
        "Please send a report of this to whoever you have HF Chat from; another model may work "
        "meanwhile."
    )


def refused(refusal: Refusal) -> ChatError:
    """Return the error for a request that is refused for a reason of the server's own."""
    return RequestRefused(
        f"{refusal.asked.host} does not accept this request ({refusal.status}). Choose another "
        "model, or change what is asked."
    )


def unexpected(refusal: Refusal) -> ChatError:
    """Return the error for a status that no chat server gives."""
    return NotAChatServer(
        f"{refusal.asked.host} gave an answer that no chat server gives ({refusal.status}). Check "
        "the address."
    )
