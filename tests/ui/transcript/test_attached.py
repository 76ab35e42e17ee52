"""Attached texts stand folded in a person's turn; opened, they are read a little at a time."""

import time
from collections.abc import Sequence

import pytest
from PySide6.QtGui import QFontInfo, QGuiApplication
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.message import AttachedText, Message, Role, TextPart
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.transcript.attached_body import AttachedBody
from hfchat_gui.ui.transcript.attached_row import AttachedRow
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.document_piece import DocumentPiece
from tests.ui.transcript.conftest import Chat

NOTES = AttachedText("notes.txt", "one\ntwo\n")
PASTE = AttachedText("", "pasted " * 10)


def attach(chat: Chat, text: str, attached: Sequence[AttachedText]) -> None:
    words = (TextPart(text),) if text else ()
    chat.conversation.add(Message(Role.USER, (*words, *attached)))


def test_a_row_says_what_is_attached_and_the_text_is_hidden(chat: Chat) -> None:
    attach(chat, "Look", [NOTES, PASTE])
    assert chat.drawn_text(0) == "Look"
    assert chat.controls_of(0)[:4] == [
        "Show notes.txt, 8 bytes · 2 lines",
        "Copy notes.txt",
        "Show Pasted text, 70 bytes · 1 line",
        "Copy Pasted text",
    ]


def test_each_text_opens_and_closes_by_itself(chat: Chat) -> None:
    attach(chat, "Look", [NOTES, PASTE])
    chat.click(0, ControlKind.ATTACHED, 0)
    assert chat.drawn_text(0) == "Look\none\ntwo"
    chat.click(0, ControlKind.ATTACHED, 1)
    assert chat.drawn_text(0) == f"Look\none\ntwo\n{PASTE.text}"
    chat.click(0, ControlKind.ATTACHED, 0)
    assert chat.drawn_text(0) == f"Look\n{PASTE.text}"
    assert chat.controls_of(0)[0].startswith("Show notes.txt")
    assert chat.controls_of(0)[2].startswith("Hide Pasted text")


def test_each_text_is_copied_by_itself(chat: Chat) -> None:
    attach(chat, "Look", [NOTES, PASTE])
    for place, text in enumerate((NOTES.text, PASTE.text)):
        chat.click(0, ControlKind.COPY_ATTACHED, place)
        assert QGuiApplication.clipboard().text() == text


def test_a_turn_of_attached_texts_alone_has_no_empty_line(chat: Chat) -> None:
    attach(chat, "", [NOTES])
    chat.say("words")
    view = chat.pane.column.view(0)
    assert [type(piece) for piece in view.pieces] == [AttachedRow]
    assert "Copy turn" in chat.controls_of(0)


def test_an_open_text_is_in_the_fixed_font(chat: Chat) -> None:
    attach(chat, "Look", [NOTES])
    chat.click(0, ControlKind.ATTACHED, 0)
    pieces = chat.pane.column.view(0).pieces
    documents = [piece._document for piece in pieces if isinstance(piece, DocumentPiece)]
    fixed = [QFontInfo(document.defaultFont()).fixedPitch() for document in documents if document]
    assert fixed == [False, True]


@pytest.mark.parametrize("size", [100, 200])
def test_a_long_name_stays_inside_its_row(chat: Chat, size: int) -> None:
    theme().set_text_size(size)
    try:
        chat.pane.resize(420, 600)
        chat.pane.set_palette(chat.pane._palette)
        attach(chat, "Look", [AttachedText("a-very-long-name-" * 20 + ".txt", "x\n" * 5000)])
        view = chat.pane.column.view(0)
        for placed in view.controls():
            assert view.card.contains(placed.rect) or placed.piece is None
    finally:
        theme().set_text_size(100)


TEXTS = [
    "",
    "\n",
    "one line",
    "line\n" * 2_000,
    "x" * 30_000,
    "some words in one very long line " * 2_000,
    "\n" * 3_000,
    "日本語のテキスト\n" * 900,
]


@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_pieces_join_to_the_text_however_much_has_been_read(text: str) -> None:
    body = AttachedBody(text, 8)
    while True:
        body.read_on()
        first, *rest = body.pieces
        joined = first.source + "".join(piece.joint + piece.source for piece in rest)
        assert joined == text.removesuffix("\n") or (body.is_behind and joined == text)
        if not body.is_behind:
            break
    before = list(body.pieces)
    body.read_on()
    assert body.pieces == before


def test_five_megabytes_open_and_scroll_without_a_pause(chat: Chat, qtbot: QtBot) -> None:
    text = "".join(
        f"{line}: a line of a log file of about sixty characters\n" for line in range(90_000)
    )
    attach(chat, "Look", [AttachedText("big.log", text)])
    pane = chat.pane
    begun = time.process_time()
    chat.click(0, ControlKind.ATTACHED, 0)
    pane.grab()
    assert time.process_time() - begun < 0.1
    before = pane.scroller.offset
    qtbot.waitUntil(lambda: not pane.column.is_behind)
    assert pane.scroller.offset == before
    estimated = pane.column.total
    assert estimated > 90_000 * 10
    begun = time.process_time()
    pane.scroll_to(pane.scroller.last)
    pane.grab()
    assert time.process_time() - begun < 0.1
    assert sum(piece.is_measured for piece in pane.column.view(0).pieces) < 80


def test_an_open_text_can_be_selected(chat: Chat) -> None:
    attach(chat, "Look", [AttachedText("a.txt", "line\n" * 400)])
    chat.click(0, ControlKind.ATTACHED, 0)
    chat.say("after")
    pane = chat.pane
    pane.selection.select_turns(0, 1)
    pane._hands.copy()
    fence = "line\n" * 400
    assert QGuiApplication.clipboard().text() == f"Look\n\na.txt:\n```\n{fence}```\n\nafter"
