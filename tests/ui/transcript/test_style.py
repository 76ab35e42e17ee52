"""The transcript is drawn in the size of text that was chosen, and changes with it live."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFontInfo
from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import AttachedText, Message, ReplyState, Role, TextPart
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.style import Style
from tests.ui.transcript.conftest import Chat


@pytest.fixture(autouse=True)
def _usual_size_afterwards() -> Iterator[None]:
    yield
    theme().set_text_size(100)


def test_every_face_and_measure_grows_with_the_text(qapp: QApplication) -> None:
    usual = Style.made(LIGHT)
    theme().set_text_size(200)
    large = Style.made(LIGHT)
    for name in ("body", "small", "strong", "code"):
        before, after = (QFontInfo(getattr(style, name)).pixelSize() for style in (usual, large))
        assert after == pytest.approx(2 * before, abs=1)
    for name in ("body_line", "small_line", "code_line", "code_char", "icon", "button", "foot"):
        assert getattr(large, name) > 1.5 * getattr(usual, name)


def test_what_is_read_stays_while_the_text_grows(chat: Chat) -> None:
    chat.fill(100)
    pane = chat.pane
    pane.scroll_to(pane.scroller.last / 2)
    anchor = pane.column.anchor_at(pane.scroller.offset)
    assert anchor is not None
    for size in (200, 80, 100):
        theme().set_text_size(size)
        pane.set_palette(LIGHT)
        seen = pane.column.anchor_at(pane.scroller.offset + 1)
        assert seen is not None
        assert (seen.turn, seen.piece) == (anchor.turn, anchor.piece)
    assert pane.column.style.body_line == Style.made(LIGHT).body_line


@pytest.mark.parametrize("size", [80, 125, 200])
def test_nothing_overlaps_in_any_size(chat: Chat, size: int) -> None:
    theme().set_text_size(size)
    chat.pane.set_palette(LIGHT)
    chat.pane.resize(400, 600)
    attached = AttachedText("notes.txt", "a\n" * 90)
    chat.conversation.add(Message(Role.USER, (TextPart("Look"), attached)))
    error = ErrorRecord("busy", "The server is busy.", "HTTP 503", TRY_AGAIN)
    chat.reply("Words\n\n```py\nx = 1\n```\n", ReplyState.FAILED, error=error, thinking="Hm")
    for turn in range(2):
        view = chat.pane.column.view(turn)
        view.measure(0, 10**9)
        rects = [placed.rect for placed in view.controls()]
        assert not any(one.intersects(two) for one in rects for two in rects if one is not two)
        ends = [top + piece.height for top, piece in zip(view.tops, view.pieces, strict=True)]
        assert all(end <= top for end, top in zip(ends, view.tops[1:], strict=False))
        assert ends[-1] <= view.height - chat.pane.column.style.foot


@pytest.mark.parametrize("words", ["مرحبا", "مرحبا، ما هي عاصمة فرنسا؟", "שלום"])
def test_text_from_the_right_stands_inside_its_card(chat: Chat, words: str) -> None:
    chat.say(words)
    view = chat.pane.column.view(0)
    picture = chat.pane.viewport().grab().toImage()
    card = view.card.translated(chat.pane.left, chat.pane.column.top(0) - chat.pane.scroller.offset)
    right, row = round(card.right()), range(round(card.top()) + 4, round(card.bottom()) - 4)
    dark = [
        x
        for x in range(round(card.left()), picture.width())
        if any(picture.pixelColor(x, y).lightness() < 120 for y in row)
    ]
    assert dark
    assert right - 20 <= dark[-1] <= right - 12
