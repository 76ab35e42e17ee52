"""A conversation with all that one can have: versions, an attached file, thinking, an error."""

from __future__ import annotations

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.message import (
    AttachedText,
    Message,
    ReplyState,
    Role,
    TextPart,
    Timings,
    ToolCallPart,
)
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.records import ConversationDetails, StoredConversation
from hfchat_gui.conversation.reply_events import Usage
from hfchat_gui.conversation.request import SamplingOptions

MODEL = ModelRef(Source.ROUTER, "org/Tiny")


def story(title: str = "Rivers", updated: float = 86400.0) -> StoredConversation:
    """Return it; its path is q1, a2, q2, a3, and a1 is an older version of a2."""
    details = ConversationDetails(
        "c1", title, "Be brief.", MODEL, SamplingOptions(seed=7), 0.0, updated, leaf="a3"
    )
    question = Message(
        Role.USER, (TextPart("Which?"), AttachedText("a.txt", "one\ntwo")), "q1", created=1.0
    )
    older = Message(Role.ASSISTANT, (TextPart("The Po."),), "a1", "q1", model=MODEL, created=2.0)
    newer = Message(
        Role.ASSISTANT,
        (TextPart("# The Rhine\n\nIt is *long*."), ToolCallPart("7", "map", '{"of": "Rhine"}')),
        "a2",
        "q1",
        thinking="Let me see.",
        model=MODEL,
        usage=Usage(3, 4, 7),
        timings=Timings(2.0, 2.5, 3.0, 2.6),
        notes=("The seed was left out.",),
        created=3.0,
    )
    second = Message(Role.USER, (TextPart("And?"),), "q2", "a2", created=4.0)
    failed = Message(
        Role.ASSISTANT,
        (),
        "a3",
        "q2",
        state=ReplyState.FAILED,
        error=Unreachable("No connection. Try again.", detail="refused").record(),
        created=5.0,
    )
    return StoredConversation(details, (question, older, newer, second, failed))
