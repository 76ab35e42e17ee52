"""What the person is told where the server is not ready: waking, loading, busy or broken."""

from __future__ import annotations

import re

from hfchat_gui.backends.asked import Refusal
from hfchat_gui.backends.retry_after import time_in_words
from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import (
    ChatError,
    EndpointPaused,
    RateLimited,
    ServerBusy,
    ServerFailed,
)

# "Model x is currently loading", "Loading model", "the model is being loaded", and a text that
# begins so goes on as the server likes. "Error while loading model" says that it will never be,
# and a model that is loaded breaks for another cause.
_LOADING = re.compile(
    r"^loading (?:the |your |this )?model\b|\bmodel (?:still )?loading\b"
    r"|\b(?:is|are|currently|still|now|being) loading\b|\b(?:being|not yet) loaded\b"
)
_FAILED_TO_LOAD = re.compile(
    r"corrupt|no such file|out of memory"
    r"|\b(?:fail\w*|could ?n[o']t|unable|cannot|error)[\s:]{1,2}(?:(?:to|while|when|during|in) )?"
    r"(?:load|open|read)"
    r"|\bload\w* (?:of )?(?:the )?(?:model )?(?:has |have |was |is )?"
    r"(?:fail|abort|cancel|not found)"
)

_OTHER_PROVIDER = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")


def is_loading(refusal: Refusal) -> bool:
    """Whether the server says that its model will be there soon, and not that it broke over it.

    Inference servers of Hugging Face give a number beside their words, which is proof enough.
    """
    if _FAILED_TO_LOAD.search(refusal.said):
        return False
    said_when = refusal.words.fields.get("estimated_time") is not None
    return said_when or _LOADING.search(refusal.said) is not None


def is_asleep(refusal: Refusal) -> bool:
    """Whether it comes from an Inference Endpoint, whose gateway says so while it starts."""
    return refusal.asked.is_endpoint


def paused(refusal: Refusal) -> ChatError:
    """Return the error for an endpoint that only its owner can wake."""
    return EndpointPaused(
        f"The endpoint at {refusal.asked.host} is paused. Its owner must resume it; then try again."
    )


def loading(refusal: Refusal) -> ChatError:
    """Return the error for a server that is getting its model ready."""
    host, wait = refusal.asked.host, refusal.wait
    takes = f", which takes about {time_in_words(wait)}. Try again then." if wait else ""
    return ServerBusy(f"{host} is still loading the model{takes or '. Try again in a moment.'}")


def waking(refusal: Refusal) -> ChatError:
    """Return the error for an endpoint that was asleep: the request itself has woken it."""
    return ServerBusy(
        f"The endpoint at {refusal.asked.host} was asleep and is starting, which takes some "
        "minutes. Try again then."
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
    """Return when to ask again, in words that stay true while the wait is counted down."""
    if not refusal.wait:
        return otherwise
    return f"after the wait of about {time_in_words(refusal.wait)} that it asked for"
