"""What is written reaches the disk while one goes on writing, not only in a pause."""

from __future__ import annotations

import asyncio

import pytest

from hfchat_gui.conversation.draft import Draft
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
