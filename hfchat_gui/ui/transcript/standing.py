"""How a turn stands in its conversation: what decides which commands it offers."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message


@dataclass(frozen=True, slots=True)
class Standing:
    """`version` of `versions` is shown, from 1; `is_last` on the path; `is_free`: no reply is open.

    `begins_sent`: the turns above this one are not sent any more.
    """

    version: int = 1
    versions: int = 1
    is_last: bool = False
    is_free: bool = False
    begins_sent: bool = False


ALONE = Standing()


def standing_of(conversation: Conversation, message: Message) -> Standing:
    """Return how a turn of the active path stands now."""
    path = conversation.path_ids
    if not path:
        return ALONE
    beside = conversation.versions(message.id)
    return Standing(
        beside.index(message.id) + 1 if message.id in beside else 1,
        max(1, len(beside)),
        is_last=path[-1] == message.id,
        is_free=not conversation.message(path[-1]).state.is_open,
        begins_sent=conversation.details.first_sent == message.id and path[0] != message.id,
    )
