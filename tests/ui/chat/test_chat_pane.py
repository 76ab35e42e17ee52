"""One chat: sent once, stopped at once, drafts kept, and what is not saved is said."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit

from hfchat_gui.conversation.errors import (
    FolderInUse,
    StorageFailed,
)
from hfchat_gui.conversation.message import ReplyState, Role
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.side_panel.side_panel import SidePanel
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import listed, message, named, press, send, texts, until
from tests.ui.pane_driving import open_pane
from tests.ui.stand_ins import House


def test_what_is_typed_is_sent_answered_and_listed(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            assert "Ask SmolLM2 anything" in texts(window)
            await send(window, "What is this?")
            question, answer = window.session.conversation.path
            assert (question.role, question.text) == (Role.USER, "What is this?")
            assert (answer.text, answer.state) == ("Hello there.", ReplyState.COMPLETE)
            assert message(window).toPlainText() == ""
            await until(lambda: listed(window) == ["Today", "What is this?"])
            assert window.windowTitle() == "What is this? – HF Chat"

    qt_run(scenario())


def test_two_enters_and_a_click_at_once_send_once(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            QTest.keyClicks(message(window), "hi")
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            press(window, "Stop")
            await until(lambda: not window.session.is_replying)
            assert [turn.text for turn in window.session.conversation.path] == [
                "hi",
                "Hello there.",
            ]

    qt_run(scenario())
    assert len(house.router.backend.requests) == 1


@pytest.mark.parametrize("how", ["button", "escape"])
def test_stop_ends_the_reply_at_once_and_keeps_its_text(
    qt_run: Run, opened: Opened, house: House, how: str
) -> None:
    async def scenario() -> None:
        house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            QTest.keyClicks(message(window), "hi")
            press(window, "Send")
            await until(lambda: window.session.conversation.path[-1].text)
            if how == "button":
                press(window, "Stop")
            else:
                QTest.keyClick(message(window), Qt.Key.Key_Escape)
            assert not window.session.is_replying
            assert named(window, "Send")
            assert window.session.conversation.path[-1].state is ReplyState.STOPPED

    qt_run(scenario())


def test_stop_in_one_chat_leaves_the_other_alone(qt_run: Run, opened: Opened, house: House) -> None:
    async def scenario() -> None:
        gate = house.router.backend.gate = asyncio.Event()
        async with opened() as window:
            first = window.session
            QTest.keyClicks(message(window), "first")
            QTest.keyClick(message(window), Qt.Key.Key_Return)
            await until(lambda: first.conversation.path[-1].text)
            press(window, "New chat")
            assert named(window, "Send")
            QTest.keyClick(message(window), Qt.Key.Key_Escape)
            assert first.is_replying
            gate.set()
            await until(lambda: not first.is_replying)
            assert first.conversation.path[-1].state is ReplyState.COMPLETE
            assert window.session.conversation.path == ()

    qt_run(scenario())


def test_unsent_text_stays_with_its_chat(qt_run: Run, opened: Opened, house: House) -> None:
    other = house.conversation("Other chat")

    async def scenario() -> None:
        async with opened() as window:
            mine = window.session
            QTest.keyClicks(message(window), "draft")
            window.findChild(SidePanel).conversation_chosen.emit(other)  # type: ignore[union-attr]
            await until(lambda: window.session is not mine)
            assert message(window).toPlainText() == ""
            window.show_session(mine)
            assert message(window).toPlainText() == "draft"

    qt_run(scenario())


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StorageFailed("The disk is full."), "This chat is not being saved: The disk is full."),
        (FolderInUse("Another HF Chat is open."), "Another HF Chat is open."),
    ],
)
def test_a_chat_that_is_not_kept_says_so(
    qt_run: Run, opened: Opened, house: House, error: StorageFailed, said: str
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            house.disk.error = error
            await send(window, "hi")
            assert said in texts(window).splitlines()
            house.disk.error = None
            await send(window, "again")
            assert said not in texts(window)

    qt_run(scenario())


def test_an_example_fills_the_message_and_sends_nothing(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as window:
            card = named(window, "Draft a polite note to a late tenant")[0]
            QTest.mouseClick(card, Qt.MouseButton.LeftButton)
            assert message(window).toPlainText() == "Draft a polite note to a late tenant"
            assert window.session.conversation.path == ()

    qt_run(scenario())


def test_the_prompt_that_was_typed_goes_with_the_next_message(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            QTest.keyClicks(named(window, "System prompt")[0], "Be brief.")
            await send(window, "hi")

    qt_run(scenario())
    turns = house.router.backend.requests[0].turns
    assert [(turn.role, turn.text) for turn in turns] == [
        (Role.SYSTEM, "Be brief."),
        (Role.USER, "hi"),
    ]


def test_a_prompt_too_long_to_paste_says_so_until_the_prompt_changes(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            field = named(window, "System prompt", QPlainTextEdit)[0]
            assert isinstance(field, QPlainTextEdit)
            source = QMimeData()
            source.setText("x" * 1_000_000)
            field.insertFromMimeData(source)
            assert "too long for a system prompt" in texts(window)
            QTest.keyClicks(field, "Be brief.")
            await until(lambda: "too long for a system prompt" not in texts(window))

    qt_run(scenario())


def test_a_chat_says_once_that_another_model_answers_now(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            renewed, other = opened.chats.new(), opened.chats.new()
            renewed.replace_model(ModelRef(Source.ROUTER, "org/model"), "The old host is gone.")
            opened.pane.show_session(renewed)
            assert opened.shows("The old host is gone.")
            opened.pane.show_session(other)
            assert not opened.shows("The old host is gone.")
            opened.pane.show_session(renewed)
            assert not opened.shows("The old host is gone.")

    qt_run(scenario())
