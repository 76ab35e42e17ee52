"""Conversations to store, and a look at a folder that shows whether anything in it changed."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from hfchat_gui.conversation.errors import FolderInUse
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.records import ConversationDetails
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database

MODEL = ModelRef(Source.LOCAL, "tiny")


def details(id_: str = "c1", leaf: str | None = None, updated: float = 2.0) -> ConversationDetails:
    """Return the details of a conversation."""
    return ConversationDetails(
        id_, "A title", "Be brief.", MODEL, SamplingOptions(seed=7), 1.0, updated, leaf
    )


def question(text: str = "Why?", id_: str = "q1", parent: str | None = None) -> Message:
    """Return a person's turn."""
    return Message(Role.USER, (TextPart(text),), id_, parent, created=3.0)


def reply(
    text: str = "", id_: str = "a1", parent: str = "q1", state: ReplyState = ReplyState.STREAMING
) -> Message:
    """Return a reply, open if not said otherwise."""
    parts = (TextPart(text),) if text else ()
    return Message(Role.ASSISTANT, parts, id_, parent, state=state, model=MODEL, created=4.0)


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[ConversationStore]:
    """Open a store on this folder and close it afterwards."""
    database = Database(folder)
    try:
        yield ConversationStore(database)
    finally:
        await database.aclose(5.0)


async def owns(store: ConversationStore) -> bool:
    """Take the folder; return False where another HF Chat has it."""
    try:
        await store._database.own()
    except FolderInUse:
        return False
    return True


def look(folder: Path) -> dict[str, tuple[int, int, int, str]]:
    """Return name, mode, size, time of change and digest of all that is in the folder."""
    seen = {}
    for file in sorted(folder.iterdir()):
        found = file.stat()
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        seen[file.name] = (found.st_mode, found.st_size, found.st_mtime_ns, digest)
    return seen
