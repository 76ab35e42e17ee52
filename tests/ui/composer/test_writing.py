"""Drafts stay with their chats and on disk; an earlier message is edited beside the draft."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from hfchat_gui.conversation.draft import NEW_CHAT_DRAFT, Draft
from hfchat_gui.conversation.errors import FolderInUse, StorageFailed
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.transcript.commands import TurnCommand
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.pane_driving import OpenPane, open_pane, pasted
from tests.ui.stand_ins import House

_EDITING = "Editing an earlier message"


def test_what_is_written_is_kept_and_comes_back_at_the_next_start(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.type("half a thought")
            opened.edit.insertFromMimeData(pasted("z" * 30_000))
        kept = Draft("half a thought", (AttachedText("", "z" * 30_000),))
        assert house.drafts.kept[NEW_CHAT_DRAFT] == kept
        async with open_pane(house) as opened:
            await until(lambda: opened.typed == "half a thought")
            assert opened.attached == kept.attached

    qt_run(scenario())


def test_a_draft_is_written_soon_after_typing_stops(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.type("half")
            await until(lambda: house.drafts.kept.get(NEW_CHAT_DRAFT) == Draft("half"))

    qt_run(scenario())


def test_a_draft_is_gone_once_it_is_sent(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        house.drafts.kept[NEW_CHAT_DRAFT] = Draft("hello")
        async with open_pane(house) as opened:
            await until(lambda: opened.typed == "hello")
            await opened.send("")
            await until(lambda: house.drafts.kept[NEW_CHAT_DRAFT].is_empty)
            opened.type("next")
            opened.pane.show_session(opened.chats.new())
            assert opened.typed == ""
        assert house.drafts.kept[NEW_CHAT_DRAFT].is_empty
        assert [draft.text for draft in house.drafts.kept.values()] == ["", "next"]

    qt_run(scenario())


def test_each_chat_has_its_draft(qt_run: Run, house: House) -> None:
    other = house.conversation("Other chat")
    house.drafts.kept[other] = Draft("theirs")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            mine = opened.session
            opened.type("mine")
            opened.pane.show_session(await opened.chats.open(other))
            await until(lambda: opened.typed == "theirs")
            await until(lambda: house.drafts.kept[NEW_CHAT_DRAFT] == Draft("mine"))
            opened.pane.show_session(mine)
            assert opened.typed == "mine"

    qt_run(scenario())


def test_a_draft_that_is_read_late_comes_below_what_was_typed_meanwhile(
    qt_run: Run, house: House
) -> None:
    house.drafts.kept[NEW_CHAT_DRAFT] = Draft("before")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.type("now")
            await until(lambda: opened.typed == "now\n\nbefore")
        assert house.drafts.kept[NEW_CHAT_DRAFT] == Draft("now\n\nbefore")

    qt_run(scenario())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (
            StorageFailed("The disk is full."),
            "What you are writing is not being kept: The disk is full.",
        ),
        (FolderInUse("Another HF Chat is open."), "Another HF Chat is open."),
    ],
)
def test_a_draft_that_cannot_be_kept_stays_and_says_so(
    qt_run: Run, house: House, error: StorageFailed, said: str
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await settle(0.05)
            house.drafts.error = error
            opened.type("kept in the field")
            await until(lambda: opened.shows(said))
            assert opened.typed == "kept in the field"
            house.drafts.error = None
            await opened.pane.keep_draft()
            assert not opened.shows(said)

    qt_run(scenario())
    assert house.drafts.kept[NEW_CHAT_DRAFT] == Draft("kept in the field")


def test_a_draft_that_cannot_be_read_is_not_written_over(qt_run: Run, house: House) -> None:
    house.drafts.kept[NEW_CHAT_DRAFT] = Draft("before")
    house.drafts.error = StorageFailed("The disk is gone.")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            said = "What you are writing is not being kept: The disk is gone."
            await until(lambda: opened.shows(said))
            opened.type("now")
            house.drafts.error = None
            await opened.pane.keep_draft()
            assert opened.typed == "now\n\nbefore"

    qt_run(scenario())


def test_a_draft_handed_over_comes_below_what_is_written_and_is_not_sent(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.pane.take_draft(Draft("from another start"))
            assert opened.typed == "from another start"
            opened.pane.take_draft(Draft("and another"))
            assert opened.typed == "from another start\n\nand another"
            opened.pane.take_draft(Draft("w" * 1_000_000))
            assert opened.attached == (AttachedText("", "w" * 1_000_000),)
            assert opened.session.conversation.path == ()

    qt_run(scenario())


async def _editing(opened: OpenPane) -> None:
    await opened.send("first")
    await opened.send("second")
    opened.type("my draft")
    opened.pane._on_turn_command(opened.own()[0].id, TurnCommand.EDIT)
    assert opened.shows(_EDITING)
    assert opened.typed == "first"


def test_an_edited_message_is_asked_anew_and_the_draft_comes_back(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            await opened.send(", again")
            assert [turn.text for turn in opened.own()] == ["first, again"]
            assert len(opened.session.conversation.versions(opened.own()[0].id)) == 2
            assert not opened.shows(_EDITING)
            assert opened.typed == "my draft"

    qt_run(scenario())


@pytest.mark.parametrize("how", ["escape", "button"])
def test_an_edit_that_is_given_up_leaves_all_as_it_was_and_can_be_taken_up_again(
    qt_run: Run, house: House, how: str
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            opened.type(" changed")
            if how == "escape":
                QTest.keyClick(opened.edit, Qt.Key.Key_Escape)
            else:
                opened.press("Cancel editing")
            assert opened.typed == "my draft"
            assert not opened.shows(_EDITING)
            opened.press("Undo")
            assert opened.typed == "first changed"
            assert opened.shows(_EDITING)
            QTest.keyClick(opened.edit, Qt.Key.Key_Escape)
            assert opened.typed == "my draft"
            assert [turn.text for turn in opened.own()] == ["first", "second"]

    qt_run(scenario())


def test_an_edit_survives_a_look_at_another_chat(qt_run: Run, house: House) -> None:
    other = house.conversation("Other chat")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            opened.type("!")
            mine = opened.session
            opened.pane.show_session(await opened.chats.open(other))
            assert not opened.shows(_EDITING)
            opened.pane.show_session(mine)
            assert opened.shows(_EDITING)
            assert opened.typed == "first!"
            opened.pane.take_draft(Draft("handed over"))
            QTest.keyClick(opened.edit, Qt.Key.Key_Escape)
            assert opened.typed == "my draft\n\nhanded over"

    qt_run(scenario())


def test_an_unfinished_edit_is_kept_below_the_draft(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            await opened.pane.keep_draft()
            assert house.drafts.kept[opened.session.conversation.id] == Draft("my draft")
            opened.type(" changed")
            await opened.pane.keep_draft()
            kept = house.drafts.kept[opened.session.conversation.id]
            assert kept == Draft("my draft\n\nfirst changed")

    qt_run(scenario())


def test_up_in_the_empty_field_edits_the_last_message(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            QTest.keyClick(opened.edit, Qt.Key.Key_Up)
            assert not opened.shows(_EDITING)
            await opened.send("first")
            await opened.send("second")
            opened.type("x")
            QTest.keyClick(opened.edit, Qt.Key.Key_Up)
            assert opened.typed == "x"
            opened.edit.clear()
            QTest.keyClick(opened.edit, Qt.Key.Key_Up)
            assert opened.typed == "second"
            assert opened.shows(_EDITING)

    qt_run(scenario())


def test_the_edit_of_a_message_that_is_deleted_becomes_the_draft(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            opened.type(" changed")
            opened.pane._on_turn_command(opened.own()[0].id, TurnCommand.DELETE)
            assert not opened.shows(_EDITING)
            assert opened.typed == "my draft\n\nfirst changed"

    qt_run(scenario())


def test_dropped_changes_come_back_in_their_chat_though_something_was_sent_meanwhile(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            mine = opened.session
            await _editing(opened)
            opened.type(" changed")
            QTest.keyClick(opened.edit, Qt.Key.Key_Escape)
            opened.pane.show_session(opened.chats.new())
            assert not opened.shows("Undo")
            opened.pane.show_session(mine)
            await opened.send(" sent")
            opened.press("Undo")
            assert (opened.typed, opened.shows(_EDITING)) == ("first changed", True)

    qt_run(scenario())


def test_dropped_changes_of_a_message_that_is_gone_come_back_as_a_draft(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await _editing(opened)
            opened.type(" changed")
            QTest.keyClick(opened.edit, Qt.Key.Key_Escape)
            mine = opened.session
            mine.delete_turn(mine.conversation.path_ids[0])
            opened.press("Undo")
            assert (opened.typed, opened.shows(_EDITING)) == ("my draft\n\nfirst changed", False)

    qt_run(scenario())
