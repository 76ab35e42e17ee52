"""What was typed and attached but not sent is there again after any end."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.draft import NEW_CHAT_DRAFT, Draft
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.conversation.ports import Drafts
from hfchat_gui.store.database import Database
from hfchat_gui.store.drafts import DraftStore
from tests.helpers.running import Run
from tests.store.samples import opened

FULL = Draft("half a\nsentence \U0001f600", (AttachedText("a.txt", "x\n"), AttachedText("", "p")))


def test_the_store_fills_the_port(data_folder: Path) -> None:
    store = DraftStore(Database(data_folder))
    drafts: Drafts = store
    assert drafts is store


def test_each_chat_has_its_draft_until_that_is_empty(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as store:
            drafts = DraftStore(store._database)
            assert await drafts.draft("c1") == Draft()
            await drafts.keep("c1", FULL)
            await drafts.keep(NEW_CHAT_DRAFT, Draft("new"))
            await drafts.keep("c2", Draft("half \ud83d"))
        async with opened(data_folder) as store:
            drafts = DraftStore(store._database)
            assert await drafts.draft("c1") == FULL
            assert await drafts.ids() == {"c1", "c2", NEW_CHAT_DRAFT}
            assert await drafts.draft(NEW_CHAT_DRAFT) == Draft("new")
            assert (await drafts.draft("c2")).text == "half \ufffd"
            await drafts.keep("c1", Draft("later"))
            assert await drafts.draft("c1") == Draft("later")
            await drafts.keep("c1", Draft(" \n"))
            await drafts.keep("never", Draft())
            assert await drafts.draft("c1") == Draft()

    run(scenario())


def test_beside_another_hf_chat_a_draft_is_read_but_not_kept(run: Run, data_folder: Path) -> None:
    async def scenario() -> None:
        async with opened(data_folder) as first, opened(data_folder) as second:
            await DraftStore(first._database).keep("c1", FULL)
            assert await DraftStore(second._database).draft("c1") == FULL
            with pytest.raises(StorageFailed, match="Another HF Chat"):
                await DraftStore(second._database).keep("c1", Draft("mine"))

    run(scenario())
