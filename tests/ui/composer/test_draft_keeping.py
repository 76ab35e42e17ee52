"""What is written reaches the disk while one goes on writing, not only in a pause."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.conversation.draft import NEW_CHAT_DRAFT, Draft
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.composer import draft_keeping
from hfchat_gui.ui.composer.draft_keeping import DraftKeeper
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.stand_in_ports import PlainDrafts

_LATEST = 100  # milliseconds, in place of a second


@pytest.fixture(autouse=True)
def hurried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the clock of the keeper run faster."""
    monkeypatch.setattr(draft_keeping, "LATEST", _LATEST)


def _never(error: BaseException) -> None:
    raise AssertionError(error)


def test_a_draft_is_kept_while_one_types_without_a_pause(qt_run: Run) -> None:
    async def story() -> None:
        drafts, tasks = PlainDrafts(), TaskScope(_never)
        keeper = DraftKeeper(drafts, tasks)
        loop = asyncio.get_running_loop()
        begun, text = loop.time(), ""
        while not drafts.kept:
            text += "x"
            keeper.note("chat", Draft(text))
            assert loop.time() - begun < 20 * _LATEST / 1_000, "nothing was kept while typing"
            await asyncio.sleep(_LATEST / 10_000)
        await tasks.join()
        assert text.startswith(drafts.kept["chat"].text)

    qt_run(story())


def test_what_is_typed_after_a_draft_was_kept_is_kept_too(qt_run: Run) -> None:
    async def story() -> None:
        drafts, tasks = PlainDrafts(), TaskScope(_never)
        keeper = DraftKeeper(drafts, tasks)
        keeper.note("chat", Draft("one"))
        await until(lambda: drafts.kept.get("chat") == Draft("one"))
        keeper.note("chat", Draft("one two"))
        await until(lambda: drafts.kept.get("chat") == Draft("one two"))
        await tasks.join()

    qt_run(story())


def test_it_is_told_which_chats_have_a_draft(qt_run: Run) -> None:
    async def story() -> None:
        drafts, tasks, told = PlainDrafts(), TaskScope(_never), list[frozenset[str]]()
        drafts.kept = {"old": Draft("kept"), NEW_CHAT_DRAFT: Draft("x")}
        keeper = DraftKeeper(drafts, tasks)
        keeper.marked.connect(told.append)
        keeper.note("sent", Draft("changed"))
        keeper.note("sent", Draft("changed again"))
        keeper.note("sent", Draft())
        keeper.note(NEW_CHAT_DRAFT, Draft("new"))
        assert told == [{"sent"}, set()]
        keeper.read_marks()
        await until(lambda: told[2:])
        keeper.read("old")
        await tasks.join()
        keeper.note("old", Draft())
        await keeper.keep()
        assert told[2:] == [{"old"}, set()]

    qt_run(story())


def test_a_chat_that_was_emptied_before_the_disk_answered_has_none(qt_run: Run) -> None:
    async def story() -> None:
        drafts, tasks, told = PlainDrafts(), TaskScope(_never), list[frozenset[str]]()
        drafts.kept = {"chat": Draft("kept")}
        keeper = DraftKeeper(drafts, tasks)
        keeper.marked.connect(told.append)
        keeper.read("chat")
        await tasks.join()
        keeper.note("chat", Draft())
        keeper.read_marks()
        await tasks.join()
        assert told == [{"chat"}, set()]

    qt_run(story())


def test_drafts_that_cannot_be_found_are_no_secret(qt_run: Run) -> None:
    async def story() -> None:
        drafts, tasks, failures = PlainDrafts(), TaskScope(_never), list[object]()
        drafts.error = StorageFailed("The disk is gone.")
        keeper = DraftKeeper(drafts, tasks)
        keeper.failed.connect(failures.append)
        keeper.read_marks()
        await tasks.join()
        assert failures == [drafts.error.record()]

    qt_run(story())
