"""Blocks of Markdown are laid out as the look asks for."""

import pytest
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTextDocument

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.markdown.parser import split
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.transcript.block_parts import Part
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.style import Style

pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(source: str, width: int = 600) -> MarkdownPiece:
    (block,) = split(source)
    piece = MarkdownPiece(Part(block.kind, source))
    piece.measure(width, Style.made(LIGHT))
    return piece


def document_of(piece: MarkdownPiece) -> QTextDocument:
    assert piece._document is not None
    return piece._document


def test_a_paragraph_has_the_direction_of_its_script() -> None:
    arabic, english = document_of(laid_out("مرحبا، هذا مثال:")), document_of(laid_out("Hello"))
    assert arabic.firstBlock().textDirection() == Qt.LayoutDirection.RightToLeft
    assert english.firstBlock().textDirection() == Qt.LayoutDirection.LeftToRight


def test_the_caret_stands_where_the_text_ends() -> None:
    english, arabic = laid_out("Hello").end_point(), laid_out("مرحبا").end_point()
    assert english is not None
    assert arabic is not None
    assert 20 < english.left() < 100
    assert arabic.left() > 400
    piece = laid_out("مرحبا")
    layout = document_of(piece).firstBlock().layout()
    assert arabic.right() < layout.lineAt(0).naturalTextRect().left()  # not on the letters


def test_headings_grow_with_their_rank() -> None:
    heights = [laid_out(f"{'#' * rank} Heading").height for rank in (1, 2, 3)]
    assert heights == sorted(heights, reverse=True)
    assert heights[0] > heights[2] > laid_out("Text").height - 1


def test_a_long_word_breaks_anywhere() -> None:
    piece = laid_out("x" * 500, width=200)
    assert piece.ideal_width <= 200
    assert piece.height > 5 * laid_out("x").height


def test_quotes_have_a_bar_for_each_level() -> None:
    assert len(laid_out("> one\n>\n> > two\n")._quote_bars) == 2
    assert len(laid_out("> one\n> more\n")._quote_bars) == 1


def test_the_parts_of_a_quote_are_joined_by_their_bar() -> None:
    alone = laid_out("> two\n")
    below = MarkdownPiece(Part(BlockKind.QUOTE, "> two\n", follows=True))
    below.measure(600, Style.made(LIGHT))
    assert below.gap == 0
    assert below.height == alone.height + below.top
    image = QImage(600, below.height, QImage.Format.Format_RGB32)
    image.fill(LIGHT.window)
    painter = QPainter(image)
    below.paint(Canvas(painter, Style.made(LIGHT), QRectF(image.rect())))
    painter.end()
    assert all(image.pixelColor(1, y) == LIGHT.hairline for y in range(below.height - 2))


def test_a_list_goes_on_counting() -> None:
    piece = MarkdownPiece(Part(BlockKind.LIST, "1. one\n1. two\n", number=41, follows=True))
    piece.measure(600, Style.made(LIGHT))
    block = document_of(piece).lastBlock()
    assert block.textList().itemText(block) == "42."


def test_code_in_a_list_stands_on_a_ground() -> None:
    document = document_of(laid_out("- a\n\n  ```sh\n  echo\n  ```\n"))
    block = document.lastBlock()
    assert block.text() == "echo"
    assert block.blockFormat().background().color() == LIGHT.card


def test_inline_code_and_links_have_their_colours() -> None:
    document = document_of(laid_out("a `b` [c](http://d.example) <e@f.example>"))
    found = {}
    at = document.firstBlock().begin()
    while not at.atEnd():
        known = at.fragment().charFormat()
        found[at.fragment().text()] = (known.background().color(), known.foreground().color())
        at += 1
    assert found["b"][0] == LIGHT.card
    assert found["c"][1] == found["e@f.example"][1] == LIGHT.accent


def test_a_piece_that_is_not_laid_out_answers_all_the_same() -> None:
    piece = laid_out("word [link](http://a.example)")
    assert piece.link_at(QPointF(60, 10)) == "http://a.example"
    piece.release()
    assert (piece.length, piece.text(0, 4), piece.position_at(QPointF(5, 5))) == (0, "", 0)
    assert (piece.word_at(2), piece.link_at(QPointF(60, 10))) == ((2, 2), "")
    assert piece.end_point() is None
    assert piece.ideal_width == 0
    assert piece.source == "word [link](http://a.example)"
