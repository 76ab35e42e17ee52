"""What is drawn stands where a reader expects it, to the pixel."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFont, QImage
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.look import fonts
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.transcript import _INSET, Transcript
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import send, until
from tests.ui.transcript.conftest import MODEL, Chat

_INK = 120  # lightness below which a pixel is text


def rows_of_ink(picture: QImage, left: int, right: int, top: int, bottom: int) -> list[int]:
    """The rows of a region in which there is text."""
    return [
        y
        for y in range(top, bottom)
        if any(QColor(picture.pixel(x, y)).lightness() < _INK for x in range(left, right))
    ]


@pytest.mark.parametrize("family", ["DejaVu Sans", "DejaVu Serif", "Noto Sans"])
def test_a_short_turn_stands_in_the_middle_of_its_bubble(
    chat: Chat, monkeypatch: pytest.MonkeyPatch, family: str
) -> None:
    font = QFont(family)
    font.setPointSizeF(fonts.SMALLEST_BODY)
    monkeypatch.setattr(fonts, "body_font", lambda: QFont(font))
    chat.pane.set_palette(chat.pane._palette)
    chat.say("HHHH")
    pane = chat.pane
    card = pane.column.view(0).card.translated(pane.left, pane.column.top(0) - pane.scroller.offset)
    box = card.translated(pane.viewport().pos()).toRect()
    rows = rows_of_ink(
        pane.grab().toImage(), box.left() + 8, box.right() - 8, box.top(), box.bottom() + 1
    )
    above, below = rows[0] - box.top(), box.bottom() - rows[-1]
    assert abs(above - below) <= 2


def test_the_column_stays_where_it_is_when_the_scroll_bar_appears(chat: Chat, qtbot: QtBot) -> None:
    pane = chat.pane
    for width in (400, 800, 801, 1300):
        pane.resize(width, 600)
        chat.conversation = Conversation.new(MODEL)
        pane.show_conversation(chat.conversation)
        chat.reply("HHHH")
        qtbot.waitUntil(lambda: not pane.verticalScrollBar().isVisible())
        before = first_ink(chat)
        chat.reply("HHHH\n\n" * 60)
        qtbot.waitUntil(pane.verticalScrollBar().isVisible)
        assert first_ink(chat) == before


@pytest.mark.parametrize("width", [760, 1200, 1201])
def test_the_column_stands_over_the_composer(qt_run: Run, opened: Opened, width: int) -> None:
    async def scenario() -> None:
        async with opened() as window:
            window.resize(width, 700)
            await send(window, "hi")
            (pane,) = window.findChildren(Transcript)
            (composer,) = window.findChildren(Composer)
            for more in ("short", "HHHH\n\n" * 100):
                conversation = window.session.conversation
                parent = conversation.path_ids[-1]
                conversation.add(Message(Role.ASSISTANT, (TextPart(more),), parent=parent))
                is_long = len(more) > 100
                await until(bar_is(pane, is_long))
                left = pane.viewport().mapTo(window, QPoint(pane.left, 0)).x()
                frame = composer.mapTo(window, QPoint(0, 0)).x()
                assert abs(left - _INSET - frame) <= 1
                right = frame + composer.width()
                assert abs(left + pane.column.width + _INSET - right) <= 1

    qt_run(scenario())


def bar_is(pane: Transcript, is_visible: bool) -> Callable[[], bool]:
    return lambda: pane.verticalScrollBar().isVisible() is is_visible


def first_ink(chat: Chat) -> int:
    """The column of the window's leftmost pixel of text, but for the speaker's line."""
    picture = chat.pane.grab().toImage()
    bottom = picture.height() - 60
    rows = range(bottom - 80, bottom)
    if not chat.pane.verticalScrollBar().isVisible():
        top = picture.height() - chat.pane.column.total
        rows = range(max(0, top), picture.height())
    return next(
        x
        for x in range(picture.width())
        if any(QColor(picture.pixel(x, y)).lightness() < _INK for y in rows)
    )


LISTS = "- HHHH\n  - HHHH\n    - HHHH\n\n> - HHHH\n\n- [ ] HHHH\n\n1. HHHH\n"


@pytest.mark.parametrize("width", [800, 500])
def test_bullets_are_small_and_stand_apart_from_their_text(chat: Chat, width: int) -> None:
    pane = chat.pane
    pane.resize(width, 600)
    chat.reply(LISTS)
    picture = pane.grab().toImage()
    view = pane.column.view(0)
    seen = 0
    for index, piece in enumerate(view.pieces):
        for bullet in piece._bullets if isinstance(piece, MarkdownPiece) else []:
            assert isinstance(piece, MarkdownPiece)
            top = pane.column.top(0) + view.tops[index] - pane.scroller.offset
            box = bullet.box.translated(piece.origin).translated(pane.left, top)
            row = box.translated(pane.viewport().pos()).toRect()
            dark = [
                x
                for x in range(row.left() - 12, row.right() + 30)
                if any(
                    QColor(picture.pixel(x, y)).lightness() < 160
                    for y in range(row.top() - 3, row.bottom() + 3)
                )
            ]
            text = next(x for x in dark if x > row.right() + 3)
            mark = [x for x in dark if x < text]
            assert 4 <= mark[-1] - mark[0] + 1 <= 6
            assert 7 <= text - mark[-1] - 1 <= 11
            seen += 1
    assert seen == 4
