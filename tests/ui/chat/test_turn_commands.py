"""What is asked of a turn is carried out by the session, and what is removed can come back."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest

from hfchat_gui.conversation.error_record import CONTINUE, LEAVE_OUT_OLDEST, NEW_CHAT, TRY_AGAIN
from hfchat_gui.conversation.errors import PromptTooLong, ServerFailed
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.chat.empty_state import EmptyState
from hfchat_gui.ui.transcript.commands import TurnCommand
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.pane_driving import OpenPane, open_pane
from tests.ui.stand_ins import House


def _ask(opened: OpenPane, command: TurnCommand, index: int = -1) -> None:
    transcript = opened.transcript
    transcript.turn_command.emit(opened.session.conversation.path_ids[index], command)


async def _answered(opened: OpenPane) -> None:
    await until(lambda: not opened.session.is_replying)


def test_a_reply_is_asked_for_again_and_one_walks_between_its_versions(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("hi")
            first = opened.session.conversation.path_ids[-1]
            _ask(opened, TurnCommand.RETRY)
            await _answered(opened)
            second = opened.session.conversation.path_ids[-1]
            assert opened.session.conversation.versions(first) == (first, second)
            for command, shown in (
                (TurnCommand.NEWER_VERSION, second),  # there is none
                (TurnCommand.OLDER_VERSION, first),
                (TurnCommand.OLDER_VERSION, first),
                (TurnCommand.NEWER_VERSION, second),
            ):
                _ask(opened, command)
                assert opened.session.conversation.path_ids[-1] == shown

    qt_run(scenario())


def test_a_question_whose_reply_was_deleted_is_asked_again(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("hi")
            _ask(opened, TurnCommand.DELETE)
            assert len(opened.session.conversation.path_ids) == 1
            _ask(opened, TurnCommand.RETRY)
            await _answered(opened)
            question, reply = opened.session.conversation.path
            assert (question.text, reply.state) == ("hi", ReplyState.COMPLETE)

    qt_run(scenario())


def test_after_a_click_on_a_turns_button_one_writes_on(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("hi")
            opened.transcript.setFocus()
            _click(opened, TurnCommand.RETRY)
            assert opened.edit.hasFocus()
            await _answered(opened)
            assert len(house.router.backend.requests) == 2

    qt_run(scenario())


def _click(opened: OpenPane, command: TurnCommand) -> None:
    transcript = opened.transcript
    last = len(transcript.column) - 1
    placed = next(
        each for each in transcript.column.view(last).controls() if each.control.command is command
    )
    top = transcript.column.top(last) - transcript.scroller.offset
    where = (placed.rect.center() + QPointF(transcript.left, top)).toPoint()
    QTest.mouseClick(transcript.viewport(), Qt.MouseButton.LeftButton, pos=where)


def test_a_reply_that_was_cut_goes_on(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            house.router.backend.error = ServerFailed("It broke.")
            await opened.send("hi")
            house.router.backend.error = None
            _ask(opened, TurnCommand.CONTINUE)
            await _answered(opened)
            reply = opened.session.conversation.path[-1]
            assert reply.state is ReplyState.COMPLETE
            assert house.router.backend.requests[-1].continues

    qt_run(scenario())


def test_a_deleted_turn_comes_back_by_undo_though_the_chat_was_emptied(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("hi")
            before = opened.session.conversation.path_ids
            _ask(opened, TurnCommand.DELETE, index=0)
            assert opened.session.conversation.path_ids == ()
            assert opened.pane.findChild(EmptyState).isVisible()  # type: ignore[union-attr]
            assert opened.shows("Message and what followed it deleted")
            opened.press("Undo")
            assert opened.session.conversation.path_ids == before
            assert not opened.pane.findChild(EmptyState).isVisible()  # type: ignore[union-attr]
            _ask(opened, TurnCommand.DELETE)
            assert opened.shows("Reply deleted")
            QTest.keyClick(opened.edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
            assert opened.session.conversation.path_ids == before

    qt_run(scenario())


def test_it_is_said_what_was_deleted_and_what_is_shown_in_its_place(
    qt_run: Run, house: House
) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("hi")
            _ask(opened, TurnCommand.RETRY)
            await _answered(opened)
            _ask(opened, TurnCommand.DELETE)
            assert opened.shows("Reply deleted; another version of it is shown")
            _ask(opened, TurnCommand.DELETE)
            assert opened.shows("Reply deleted")
            _ask(opened, TurnCommand.DELETE)
            assert opened.shows("Message deleted")

    qt_run(scenario())


def test_deletions_are_undone_one_by_one_each_in_its_own_chat(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            first, second = opened.session, opened.chats.new()
            await opened.send("one")
            await opened.send("two")
            before = first.conversation.path_ids
            _ask(opened, TurnCommand.DELETE)
            _ask(opened, TurnCommand.DELETE)
            assert opened.pane.can_undo
            opened.pane.show_session(second)
            assert (opened.pane.can_undo, opened.shows("Message deleted")) == (False, False)
            opened.pane.offer_undo("“Old chat” deleted", lambda: None)
            assert opened.shows("“Old chat” deleted")
            opened.pane.show_session(first)
            for said in ("“Old chat” deleted", "Message deleted", "Reply deleted"):
                assert opened.shows(said)
                opened.pane.undo()
            assert (first.conversation.path_ids, opened.pane.can_undo) == (before, False)

    qt_run(scenario())


def test_the_error_cards_actions_are_carried_out_or_handed_on(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            handed_on: list[object] = []
            opened.pane.action_requested.connect(lambda *what: handed_on.append(what))
            await opened.send("one")
            await opened.send("two")
            house.router.backend.error = PromptTooLong("Too long.")
            await opened.send("three")
            house.router.backend.error = None
            transcript = opened.transcript
            reply = opened.session.conversation.path_ids[-1]
            transcript.action_requested.emit(reply, LEAVE_OUT_OLDEST)
            await _answered(opened)
            first = opened.session.conversation.details.first_sent
            assert first is not None
            transcript.turn_command.emit(first, TurnCommand.SEND_ALL)
            assert opened.session.conversation.details.first_sent is None
            for action in (TRY_AGAIN, CONTINUE):
                transcript.action_requested.emit(reply, action)
                await _answered(opened)
            assert handed_on == []
            transcript.action_requested.emit(reply, NEW_CHAT)
            assert handed_on == [(reply, NEW_CHAT)]

    qt_run(scenario())
