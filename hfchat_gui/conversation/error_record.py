"""A failure as a value, with the next step that it offers: what is kept, drawn and printed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class ActionKind(StrEnum):
    """What the one button of an error card does."""

    RETRY = "retry"
    OPEN_SETTINGS = "open_settings"
    ALLOW_PLAIN_HTTP = "allow_plain_http"
    CHOOSE_MODEL = "choose_model"
    OPEN_PAGE = "open_page"
    NEW_CHAT = "new_chat"
    LEAVE_OUT_OLDEST = "leave_out_oldest"
    SHORTEN_REPLY = "shorten_reply"
    CONTINUE = "continue"
    COPY_REPORT = "copy_report"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Action:
    """The next step that an error offers: a verb for the button, and what it needs.

    `target` is a page for `OPEN_PAGE`, a number of tokens for `SHORTEN_REPLY`, what happened for
    `COPY_REPORT`, and the server's address for `ALLOW_PLAIN_HTTP`. For `OPEN_SETTINGS` it is the
    address of the server whose key is the matter, `PROXY`, or "" for the Hugging Face token.
    """

    kind: ActionKind
    label: str
    target: str = ""


PROXY = "proxy"  # the way to other computers

TRY_AGAIN = Action(ActionKind.RETRY, "Try again")
OPEN_SETTINGS = Action(ActionKind.OPEN_SETTINGS, "Open settings")
OPEN_PROXY = Action(ActionKind.OPEN_SETTINGS, "Open settings", PROXY)
ADD_TOKEN = Action(ActionKind.OPEN_SETTINGS, "Add a token")
CHOOSE_MODEL = Action(ActionKind.CHOOSE_MODEL, "Choose another model")
CHANGE_ADDRESS = Action(ActionKind.CHOOSE_MODEL, "Change the address")
NEW_CHAT = Action(ActionKind.NEW_CHAT, "Start a new chat")
LEAVE_OUT_OLDEST = Action(ActionKind.LEAVE_OUT_OLDEST, "Leave out the oldest turns")
CONTINUE = Action(ActionKind.CONTINUE, "Continue")
NO_ACTION = Action(ActionKind.NONE, "")


def enter_key(address: str) -> Action:
    """Return the action that leads to the key of the server at this address."""
    return Action(ActionKind.OPEN_SETTINGS, "Enter a key", address)


@dataclass(frozen=True, slots=True)
class ErrorRecord:
    """A failure as a value: what a reply keeps, the store writes and the card shows.

    `other_action`: a second button. The numbers of tokens, and `again_at`, from when on (in seconds
    since 1970) it may be asked again, are there where the server named them.
    """

    kind: str
    message: str
    detail: str = ""
    action: Action = NO_ACTION
    other_action: Action = NO_ACTION
    prompt_tokens: int | None = None
    window_tokens: int | None = None
    again_at: float | None = None
