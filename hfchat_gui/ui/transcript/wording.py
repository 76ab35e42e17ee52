"""The words that stand around a reply: who speaks, why it waits, how it ended."""

from __future__ import annotations

from math import ceil, floor

from hfchat_gui.conversation.error_table import heading
from hfchat_gui.conversation.message import Message, ReplyState, Role
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.ui.attached_wording import measure_of, name_of
from hfchat_gui.ui.server_names import label_of
from hfchat_gui.ui.wording import SOURCE_ICONS

LONGEST_NAME = 200  # characters: servers may call a model what they like
_SPOKEN_BEGINNING = 80  # characters
_MOST_NAMED = 5
_REASONS = {
    WaitReason.ASKING_SERVER: "Asking the server what it speaks…",
    WaitReason.LOADING_MODEL: "Loading the model…",
    WaitReason.READING_PROMPT: "Reading the prompt…",
    WaitReason.ANSWERING_AT_ONCE: "This backend answers all at once.",
    WaitReason.SERVER_BUSY: "The server is busy; trying again…",
}
_NOT_READY = {
    WaitReason.LOADING_MODEL: "The server is loading the model",
    WaitReason.SERVER_BUSY: "The server is busy",
}
_ENDINGS = {
    ReplyState.STOPPED: "Stopped",
    ReplyState.INTERRUPTED: "Interrupted: the text so far is kept",
}
_CUT_BY_LENGTH = "Cut short: it has reached the longest that a reply may be"


def speaker(message: Message) -> str:
    """Return who speaks: "You", or the model's label, cut where no name goes on."""
    if message.role is Role.USER:
        return "You"
    return label_of(message.model)[:LONGEST_NAME] if message.model else "Model"


def speaker_icon(message: Message) -> str:
    """Return the name of the icon for where the model runs."""
    return SOURCE_ICONS[message.model.source] if message.model else "cpu"


def waiting_line(message: Message, now: float) -> str:
    """Return why there is no text yet, with progress or seconds; "" if nothing is waited for."""
    if message.state is ReplyState.WAITING and message.waiting is None:
        return _with_seconds("Waiting for the answer…", message, now)
    if not message.state.is_open or message.waiting is None:
        return ""
    return _reason_line(message.waiting, message, now)


def _reason_line(waiting: ReplyWaiting, message: Message, now: float) -> str:
    words = _REASONS[waiting.reason]
    if waiting.fraction is not None:
        return f"{words} {floor(min(max(waiting.fraction, 0.0), 1.0) * 100)} %"
    if waiting.attempt:
        return _next_try(waiting, now)
    if waiting.until is not None and waiting.until > now:
        return f"{words} {max(1, round(waiting.until - now))} s left"
    return _with_seconds(words, message, now)


def _next_try(waiting: ReplyWaiting, now: float) -> str:
    """Return when a server that was not ready is asked again, and when that comes to an end."""
    left = ceil((waiting.until or now) - now)
    which = f"try {waiting.attempt}" + (f" of {waiting.attempts}" if waiting.attempts else "")
    when = f"{which} in {left} s" if left > 0 else f"{which} now"
    words = _NOT_READY[waiting.reason]
    if waiting.gives_up is None:
        return f"{words}: {when}"
    return f"{words}: {when}, for {max(0, ceil(waiting.gives_up - now))} s more at most"


def _with_seconds(words: str, message: Message, now: float) -> str:
    since = message.timings.started or message.created
    seconds = int(now - since)
    return f"{words} {seconds} s" if seconds >= 1 else words


def thinking_line(message: Message) -> str:
    """Return what the folded thoughts are called: how long they took, once it is known."""
    if message.state.is_open and not message.text:
        return "Thinking…"
    seconds = message.timings.thought_seconds
    return "Thought" if seconds is None else f"Thought for {max(1, round(seconds))} s"


def ending_line(message: Message) -> str:
    """Return how a reply ended, where that is not the usual way."""
    if message.error is not None:
        return ""
    if message.is_cut_by_length:
        return _CUT_BY_LENGTH
    return _ENDINGS.get(message.state, "")


def spoken_name(message: Message) -> str:
    """Return what a turn is called: who speaks, how it begins, and all that is attached."""
    if not message.attached:
        return f"{speaker(message)}: {spoken_text(message)[:_SPOKEN_BEGINNING]}"
    attached = " and ".join(name_of(part) for part in message.attached[:_MOST_NAMED])
    if (more := len(message.attached) - _MOST_NAMED) > 0:
        attached += f" and {more} more"
    words = message.text[:_SPOKEN_BEGINNING]
    return f"{speaker(message)}: " + (f"{words}, with {attached}" if words.strip() else attached)


def spoken_text(message: Message) -> str:
    """Return all that a turn says, as a screen reader reads it."""
    attached = (f"{name_of(part)}, {measure_of(part)}" for part in message.attached)
    parts = [message.text, *attached, *message.notes, ending_line(message)]
    if message.error is not None:
        parts += [heading(message.error.kind), message.error.message]
    return "\n".join(part for part in parts if part)
