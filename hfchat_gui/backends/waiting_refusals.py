"""What the person is told where the server is not ready: waking, loading, busy or broken."""

from __future__ import annotations

from hfchat_gui.backends.asked import Refusal
from hfchat_gui.backends.retry_after import spoken
from hfchat_gui.conversation.errors import (
    Action,
    ActionKind,
    ChatError,
    EndpointPaused,
    RateLimited,
    ServerBusy,
    ServerFailed,
)

_OTHER_PROVIDER = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")


def paused(refusal: Refusal) -> ChatError:
    """Return the error for an endpoint that only its owner can wake."""
    return EndpointPaused(
        f"The endpoint at {refusal.asked.host} is paused. Its owner must resume it; then try again."
    )


def loading(refusal: Refusal) -> ChatError:
    """Return the error for a server that is getting its model ready."""
    wait = f", which takes about {spoken(refusal.wait)}" if refusal.wait else ""
    return ServerBusy(f"{refusal.asked.host} is still loading the model{wait}. Then try again.")


def waking(refusal: Refusal) -> ChatError:
    """Return the error for an endpoint that was asleep: the request itself has woken it."""
    return ServerBusy(
        f"The endpoint at {refusal.asked.host} was asleep and is starting, which takes some "
        "minutes. Then try again."
    )


def busy(refusal: Refusal) -> ChatError:
    """Return the error for a server with too much to do."""
    return ServerBusy(f"{refusal.asked.host} is busy or starting. Try again {_when(refusal)}.")


def down_or_starting(refusal: Refusal) -> ChatError:
    """Return the error for a gateway behind which nobody answers yet (502)."""
    return ServerBusy(
        f"The server behind {refusal.asked.host} is starting, or down ({refusal.status}). Try "
        "again in a moment, or choose another model."
    )


def too_many(refusal: Refusal) -> ChatError:
    """Return the error for too many requests."""
    if refusal.asked.is_hugging_face:
        who = refusal.provider or "The provider that the router picked"
        return RateLimited(
            f"{who} gets too many requests for {refusal.asked.model_name} just now. Choose another "
            f"provider in the model picker, or try again {_when(refusal, 'in a minute')}.",
            action=_OTHER_PROVIDER,
        )
    return RateLimited(
        f"{refusal.asked.host} gets too many requests just now. Try again "
        f"{_when(refusal, 'in a minute')}."
    )


def gateway(refusal: Refusal) -> ChatError:
    """Return the error for a gateway whose server is down or late."""
    return ServerFailed(
        f"The server behind {refusal.asked.host} is down or too slow ({refusal.status}). Try "
        "again in a moment, or choose another model."
    )


def failed(refusal: Refusal) -> ChatError:
    """Return the error for a server that broke over this request."""
    return ServerFailed(
        f"{refusal.asked.host} failed while answering ({refusal.status}). Try again, or choose "
        "another model."
    )


def _when(refusal: Refusal, otherwise: str = "in a moment") -> str:
    return f"in about {spoken(refusal.wait)}" if refusal.wait else otherwise
