"""What a terminal says of a failure beyond what the window would: its own way out."""

from __future__ import annotations

from dataclasses import replace

from hfchat_gui.assembly import KEY_VARIABLE
from hfchat_gui.conversation.error_record import ActionKind, ErrorRecord
from hfchat_gui.conversation.errors import KeyUnprotected, ModelUnknown, SignInNeeded
from hfchat_gui.conversation.message import CUT_BY_LENGTH
from hfchat_gui.settings.agreements import PLAIN_HTTP_VARIABLE

_BY_A_FILTER = ("content_filter", "sensitive")
_BY_THE_SERVER = ("abort", "aborted", "cancelled", "insufficient_system_resource")


def with_way_out(error: ErrorRecord) -> ErrorRecord:
    """Return the error with what to type where the window would have a button."""
    way, target = "", error.action.target
    if error.kind == KeyUnprotected.kind:
        way = f" Without a window, allow it by {PLAIN_HTTP_VARIABLE}={target}"
    elif error.kind == SignInNeeded.kind and target:
        way = f" Without a window, {KEY_VARIABLE} holds the key for --endpoint."
    elif error.kind == ModelUnknown.kind:
        way = " hfchat models lists what there is."
    elif error.action.kind is ActionKind.SHORTEN_REPLY:
        way = f" Without a window, that is --max-tokens {target}."
    return replace(error, message=error.message + way)


def cut_short(reason: str, most: int | None) -> str:
    """Return the sentence for a reply that its server ended early, though in order; "" if not.

    `most`: the length in tokens that was asked for, at which a reply is as long as it should be.
    """
    if reason in CUT_BY_LENGTH and most is None:
        return "The answer was cut at the length that the server allows. Try a larger --max-tokens."
    if reason in _BY_A_FILTER:
        return "A filter of the server cut the answer short. Ask in other words."
    if reason in _BY_THE_SERVER:
        return f"The server ended the answer before it was complete ({reason}). Try again."
    return ""
