"""When a chat gets its title: made with the first turn, made better once, or the person's own."""

from __future__ import annotations

from hfchat_gui.conversation.conversation import UNTITLED, Conversation
from hfchat_gui.conversation.message import Message, ReplyState
from hfchat_gui.conversation.titles import own_title, title_of


class Naming:
    """The title of one conversation. Each call returns whether it is another one now."""

    def __init__(self, conversation: Conversation) -> None:
        self._conversation = conversation

    def begin(self, question: Message) -> bool:
        """Take the title from a first question, unless the person wrote one."""
        if self._conversation.has_own_title:
            return False
        return self._conversation.change_details(title=_title(question))

    def improve(self, reply_id: str) -> bool:
        """Take the title from the first exchange once that is complete, where it says more.

        Only the title that the question gave is changed: so this happens once.
        """
        exchange = self._conversation.path[:2]
        if self._conversation.has_own_title or len(exchange) < 2 or exchange[1].id != reply_id:
            return False
        if exchange[1].state is not ReplyState.COMPLETE:
            return False
        if self._conversation.title != _title(exchange[0]):
            return False
        return self._conversation.change_details(title=_title(*exchange))

    def rename(self, title: str) -> bool:
        """Give a title of the person's; "" goes back to the made one."""
        own = own_title(title)
        made = _title(*self._conversation.path[:2])
        return self._conversation.change_details(title=own or made, has_own_title=bool(own))


def _title(question: Message | None = None, reply: Message | None = None) -> str:
    return (title_of(question, reply) if question else "") or UNTITLED
