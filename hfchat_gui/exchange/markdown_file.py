"""Writes a conversation as Markdown: the turns that the window shows, for people to read."""

from __future__ import annotations

from datetime import UTC, datetime

from hfchat_gui.conversation.characters import printable, whole_characters
from hfchat_gui.conversation.message import Message, ReplyState, Role
from hfchat_gui.conversation.records import StoredConversation

_STATES = {
    ReplyState.STOPPED: "This answer was stopped.",
    ReplyState.INTERRUPTED: "This answer was cut short.",
    ReplyState.FAILED: "This answer failed.",
    ReplyState.WAITING: "This answer has not begun yet.",
    ReplyState.STREAMING: "This answer is still being written.",
}


def as_markdown(stored: StoredConversation) -> str:
    """Return the active path as Markdown text: a heading for each turn, its text as it is.

    Thinking is left out; what ended an answer early is said below it in italics.
    """
    details = stored.details
    model = details.model
    blocks = [f"# {_line(details.title) or 'Chat'}"]
    blocks.append(f"{_line(model.label)}, {_line(model.place)} · {_day(details.updated)}")
    if details.system_prompt.strip():
        blocks += ["## System prompt", details.system_prompt.strip("\n")]
    for message in stored.path:
        blocks += _turn(message)
    return whole_characters("\n\n".join(blocks)) + "\n"


def _turn(message: Message) -> list[str]:
    blocks = [f"## {_speaker(message)}"]
    text = message.sent_text.strip("\n")
    if text:
        blocks.append(text)
    if message.state in _STATES:
        cause = f" {_line(message.error.message)}" if message.error else ""
        blocks.append(f"*{_STATES[message.state]}{cause}*")
    return blocks


def _speaker(message: Message) -> str:
    if message.role is Role.ASSISTANT:
        return _line(message.model.label) if message.model else "Model"
    return {Role.USER: "You", Role.SYSTEM: "System", Role.TOOL: "Tool"}[message.role]


def _line(text: str) -> str:
    return printable(" ".join(text.split()))


def _day(seconds: float) -> str:
    try:
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M UTC")
    except (OverflowError, ValueError, OSError):
        return ""
