"""One text out of a conversation, for a model route that takes neither chats nor messages.

The pattern is deliberately plain, since nothing is known of the model: the system prompt first,
then each turn under `User:` or `Assistant:`, a blank line between them, and `Assistant:` at the
end, where the model goes on. What it writes after a `User:` of its own is not part of the answer.
"""

from __future__ import annotations

from collections.abc import Sequence

from hfchat_gui.conversation.message import Role
from hfchat_gui.conversation.request import Turn

NEXT_TURN = "\nUser:"
"""Where the answer ends: the model has begun to invent the next turn."""

_SPEAKERS = {Role.USER: "User: ", Role.ASSISTANT: "Assistant: ", Role.TOOL: "Result: "}
_ANSWER = "Assistant:"


def plain_prompt(turns: Sequence[Turn], *, continues: bool = False) -> str:
    """Return the whole conversation as one text, which ends where the answer begins.

    `continues`: the last turn is the beginning of the answer itself.
    """
    pieces = [_SPEAKERS.get(turn.role, "") + turn.text for turn in turns]
    return "\n\n".join(pieces if continues else [*pieces, _ANSWER])
