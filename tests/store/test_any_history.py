"""Whatever a person does in a chat, the tree stays sound and the disk holds the same."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.errors import ServerFailed
from hfchat_gui.conversation.records import SaveState
from hfchat_gui.conversation.reply_events import ReplyFinished, TextDelta
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.store.conversations import ConversationStore
from tests.conversation.scripted import MODEL, ScriptedRouter, never
from tests.store.samples import opened

FINE = (TextDelta("fine"), ReplyFinished("stop"))
FAILS = (ServerFailed("It broke."),)
REPLIES = (FINE, (TextDelta("cut"),), FAILS)
STEPS = st.lists(
    st.tuples(
        st.sampled_from(["send", "edit", "retry", "go on", "select", "delete", "undo"]),
        st.integers(0, 30),
        st.sampled_from(REPLIES),
        st.booleans(),
    ),
    max_size=14,
)


class History:
    """Carries out steps on a real session, and knows all turns that there should be."""

    def __init__(self, store: ConversationStore) -> None:
        self.store = store
        self.router = ScriptedRouter()
        self.session = ChatSession(Conversation.new(MODEL), self.router, store, never)
        self.conversation = self.session.conversation
        self.known: list[str] = []

    async def take(self, what: str, number: int, reply: tuple[object, ...], waits: bool) -> None:
        self.router.steps = list(reply)  # type: ignore[arg-type]
        here = [key for key in self.known if self.conversation.has(key)]
        key = here[number % len(here)] if here else ""
        session = self.session
        match what:
            case "send":
                session.send(f"turn {number}")
            case "edit":
                session.edit(key, f"edited {number}")
            case "retry":
                session.retry(key)
            case "go on":
                session.continue_reply(key)
            case "select":
                session.select_version(key)
            case "delete":
                session.delete_turn(key)
            case _:
                session.undo_delete()
        if waits:
            await session.finished()
        self.known.extend(key for key in self.conversation.path_ids if key not in self.known)

    def check(self) -> None:
        """The path is a chain of turns that are there, and every such turn can be walked to."""
        conversation = self.conversation
        parent = None
        for turn in conversation.path:
            assert turn.parent == parent
            assert conversation.has(turn.id)
            assert turn.id in conversation.versions(turn.id)
            parent = turn.id
        assert conversation.details.leaf == parent
        here = {key for key in self.known if conversation.has(key)}
        assert {key for key in here if not self._is_spent(key)} <= self._reached()

    def _is_spent(self, key: str) -> bool:
        turn = self.conversation.message(key)
        return turn.is_blank and self.conversation.branch(key) == (key,)

    def _reached(self) -> set[str]:
        """All turns that are seen by walking between versions, from the path on."""
        seen: set[str] = set()
        waiting = list(self.conversation.path_ids)
        while waiting:
            key = waiting.pop()
            if key not in seen:
                seen.add(key)
                waiting.extend(self.conversation.versions(key))
                waiting.append(self.conversation.end_below(key))
                end = self.conversation.end_below(key)
                waiting.extend(turn.id for turn in self.conversation.path_until(end))
        return seen


async def check_disk(history: History) -> None:
    """What is read from disk is what is in memory: the path, and all that is not deleted."""
    conversation = history.conversation
    stored = await history.store.load(conversation.id)
    again = Conversation.stored(stored)
    assert again.path == conversation.path
    assert again.details == conversation.details
    there = {key for key in history.known if conversation.has(key)}
    assert {message.id for message in stored.messages} == there
    for key in there:
        assert again.versions(key) == conversation.versions(key)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(STEPS)
@example(
    [
        ("send", 0, FINE, True),
        ("delete", 1, FINE, True),
        ("send", 2, FINE, True),
        ("undo", 0, FINE, True),
    ]
)  # a reply comes back to a place that a question has taken
@example(
    [
        ("send", 0, FINE, True),
        ("retry", 0, FAILS, True),
        ("delete", 1, FINE, False),
        ("edit", 0, FINE, False),
        ("undo", 0, FINE, True),
        ("select", 0, FINE, True),
    ]
)
def test_any_history_leaves_a_sound_tree_in_memory_and_on_disk(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[str, int, tuple[object, ...], bool]],
) -> None:
    folder: Path = tmp_path_factory.mktemp("data")

    async def scenario() -> None:
        async with opened(folder) as store:
            history = History(store)
            for step in steps:
                await history.take(*step)
                history.check()
            await history.session.finished()
            history.check()
            assert history.conversation.save_state is SaveState.SAVED
            if history.known:
                await check_disk(history)

    asyncio.run(scenario())
