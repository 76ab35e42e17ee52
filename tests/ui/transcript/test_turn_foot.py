"""Under a turn stands what can be done with it, and which of its versions is shown."""

from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import AttachedText, Message, ReplyState, Role, TextPart
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.standing import Standing
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.turn_foot import foot_of
from tests.ui.transcript.conftest import Chat

COMMAND = ControlKind.COMMAND


def three_versions(chat: Chat) -> list[Message]:
    question = chat.say("Which?")
    first = chat.reply("Version 0")
    versions = [first, *(replace(first, id=f"v{number}") for number in (1, 2))]
    for version in versions[1:]:
        chat.conversation.add(version)
    assert all(version.parent == question.id for version in versions)
    return versions


def test_a_persons_turn_can_be_copied_edited_and_deleted(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Hi")
    assert chat.controls_of(0) == [
        "Copy turn",
        "Edit your message",
        "Delete your message and what follows",
    ]


def test_a_question_that_nothing_follows_can_be_asked_again(chat: Chat, qtbot: QtBot) -> None:
    message = chat.say("Hello")
    assert "Ask for a reply" in chat.controls_of(0)
    with qtbot.waitSignal(chat.pane.turn_command) as asked:
        QTest.keyClick(chat.pane, Qt.Key.Key_R)
    assert asked.args == [message.id, TurnCommand.RETRY]


def test_a_reply_can_be_copied_retried_and_deleted(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Hi")
    assert chat.controls_of(1) == ["Copy turn", "Retry this reply", "Delete this reply"]


def test_a_reply_that_ended_early_can_be_continued_at_the_end_only(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Half", ReplyState.STOPPED)
    assert "Continue this reply" in chat.controls_of(1)
    chat.say("Never mind")
    assert "Continue this reply" not in chat.controls_of(1)


def test_nothing_that_would_be_refused_is_offered_while_a_reply_is_open(chat: Chat) -> None:
    versions = three_versions(chat)
    chat.say("And?")
    reply = chat.reply("Half", ReplyState.STREAMING)
    assert [chat.controls_of(turn) for turn in range(4)] == [["Copy turn"]] * 4
    chat.settle(reply)
    assert "Edit your message" in chat.controls_of(0)
    assert "Older version (3 of 3)" in chat.controls_of(1)
    assert versions[2].id in chat.conversation.path_ids


@pytest.mark.parametrize(
    ("turn", "command"),
    [
        (0, TurnCommand.EDIT),
        (0, TurnCommand.DELETE),
        (1, TurnCommand.RETRY),
        (1, TurnCommand.CONTINUE),
    ],
)
def test_a_click_asks_for_what_the_button_names(
    chat: Chat, qtbot: QtBot, turn: int, command: TurnCommand
) -> None:
    messages = [chat.say("Hello"), chat.reply("Half", ReplyState.STOPPED)]
    with qtbot.waitSignal(chat.pane.turn_command) as asked:
        chat.click(turn, COMMAND, command=command)
    assert asked.args == [messages[turn].id, command]


def test_arrows_lead_to_the_versions_that_there_are(chat: Chat, qtbot: QtBot) -> None:
    versions = three_versions(chat)
    assert chat.controls_of(1)[0] == "Older version (3 of 3)"
    with qtbot.waitSignal(chat.pane.turn_command) as asked:
        chat.click(1, COMMAND, command=TurnCommand.OLDER_VERSION)
    assert asked.args == ["v2", TurnCommand.OLDER_VERSION]
    chat.conversation.go_to(versions[1].id)
    assert chat.controls_of(1)[:2] == ["Older version (2 of 3)", "Newer version (2 of 3)"]
    chat.conversation.go_to(versions[0].id)
    assert chat.controls_of(1)[0] == "Newer version (1 of 3)"


def test_the_arrows_of_all_versions_stand_in_the_same_place(chat: Chat) -> None:
    versions = three_versions(chat)
    places: set[tuple[float, float]] = set()
    for version in versions:
        chat.conversation.go_to(version.id)
        foot = chat.pane.column.view(1).foot
        arrows = (*foot.versions, *foot.dead_ends)
        lefts = {each.command: each.rect.left() for each in arrows if each.rect}
        places.add((lefts[TurnCommand.OLDER_VERSION], lefts[TurnCommand.NEWER_VERSION]))
    assert len(places) == 1


def test_a_copy_has_the_attached_texts_and_never_the_thoughts(chat: Chat) -> None:
    said = Message(Role.USER, (TextPart("Look"), AttachedText("a.txt", "one\n")))
    chat.conversation.add(said)
    chat.reply("**So**", thinking="Hm")
    chat.click(0, ControlKind.COPY_TURN)
    assert QGuiApplication.clipboard().text() == "Look\n\na.txt:\n```\none\n```"
    chat.click(1, ControlKind.COPY_TURN)
    assert QGuiApplication.clipboard().text() == "**So**"


def test_the_last_reply_shows_its_buttons_and_no_other_turn_does(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Hi")
    chat.say("More")
    reply = chat.reply("Half", ReplyState.STREAMING)
    assert [has_ink_at_foot(chat, turn) for turn in range(4)] == [False] * 4
    chat.settle(reply)
    assert [has_ink_at_foot(chat, turn) for turn in range(4)] == [False, False, False, True]


def test_buttons_come_and_go_without_moving_the_text(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Hi")
    tops = [chat.pane.column.top(turn) for turn in range(2)]
    total = chat.pane.column.total
    QTest.mouseMove(chat.pane.viewport(), chat.in_window(0, QPointF(700, 20)))
    assert has_ink_at_foot(chat, 0)
    assert [chat.pane.column.top(turn) for turn in range(2)] == tops
    assert chat.pane.column.total == total
    QGuiApplication.sendEvent(chat.pane.viewport(), QEvent(QEvent.Type.Leave))
    assert not has_ink_at_foot(chat, 0)


def test_which_version_is_shown_is_always_seen(chat: Chat) -> None:
    three_versions(chat)
    chat.say("More")
    reply = chat.reply("Half", ReplyState.STREAMING)
    assert has_ink_at_foot(chat, 1)
    chat.settle(reply)
    assert has_ink_at_foot(chat, 1)


@pytest.mark.parametrize("role", [Role.USER, Role.ASSISTANT])
@pytest.mark.parametrize("size", [80, 100, 200])
def test_nothing_at_the_foot_overlaps_in_any_size_of_text(
    chat: Chat, role: Role, size: int
) -> None:
    theme().set_text_size(size)
    try:
        style = Style.made(LIGHT)
    finally:
        theme().set_text_size(100)
    message = Message(role, (TextPart("x"),), parent="p", state=ReplyState.STOPPED)
    standing = Standing(12, 23, is_last=True, is_free=True)
    foot = foot_of(message, standing, style, 400, top=50)
    rects = [each.rect for each in foot.controls if each.rect] + [foot.label_rect]
    rects.sort(key=lambda rect: rect.left())
    assert len(rects) == len(foot.controls) + 1
    assert all(left.right() <= right.left() for left, right in pairwise(rects))
    assert all(rect.top() >= 50 and rect.bottom() <= 50 + style.foot for rect in rects)
    assert all(rect.left() >= -4 and rect.right() <= 400 for rect in rects)
    lefts = [each.rect.left() for each in foot.controls if each.rect]
    assert lefts == sorted(lefts)


def has_ink_at_foot(chat: Chat, turn: int) -> bool:
    """Whether anything is drawn in the line under a turn."""
    pane = chat.pane
    style = pane.column.style
    bottom = pane.column.top(turn) + pane.column.height(turn) - pane.scroller.offset
    picture = pane.viewport().grab().toImage()
    ground = picture.pixel(pane.left + pane.column.width // 2, 5)
    return any(
        picture.pixel(x, y) != ground
        for y in range(bottom - style.foot + 4, bottom - 4)
        for x in range(pane.left, pane.left + pane.column.width)
    )


def test_the_keys_of_a_button_are_in_its_tip(chat: Chat) -> None:
    chat.say("Hello")
    tips = [placed.control.tip for placed in chat.pane.column.view(0).controls()]
    assert tips == [
        "Copy turn (Ctrl+Shift+C)",
        "Edit your message (E)",
        "Ask for a reply (R)",
        "Delete your message (Del)",
    ]


def test_the_buttons_are_reached_with_tab(chat: Chat) -> None:
    chat.say("Hello")
    chat.reply("Hi")
    chat.pane.setFocus()
    names = []
    for _ in range(6):
        QTest.keyClick(chat.pane, Qt.Key.Key_Tab)
        focused = chat.pane.highlights.focused
        names.append(focused.name if focused else "")
    assert names == [*chat.controls_of(0), *chat.controls_of(1)]
