"""Code keeps its lines, its characters and its colours."""

from typing import cast

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from hfchat_gui.markdown.code_colours import ColourRole, Run
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.transcript.code_lines import CodeLines, lay_out
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.style import Style

pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(code: str, language: str = "python", *, is_closed: bool = True) -> CodePiece:
    piece = CodePiece(language, code, 0, is_closed=is_closed)
    piece.measure(400, Style.made(LIGHT))
    return piece


def drawn(piece: CodePiece, selected: tuple[int, int] | None = None) -> QImage:
    image = QImage(400, piece.height, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    piece.paint(Canvas(painter, Style.made(LIGHT), QRectF(image.rect()), selected))
    painter.end()
    return image


def has_colour(image: QImage, colour: QColor) -> bool:
    return any(
        image.pixelColor(x, y) == colour
        for y in range(image.height())
        for x in range(image.width())
    )


def test_each_line_adds_the_same_height() -> None:
    heights = [laid_out("\n".join("x" * lines)).height for lines in (1, 2, 3)]
    assert heights[2] - heights[1] == heights[1] - heights[0] > 10


def test_growing_code_is_appended_to() -> None:
    piece = laid_out("x = 1\n", is_closed=False)
    assert piece.show("python", "x = 1\ny = 2", is_closed=False)
    assert not piece.show("python", "x = 1\ny = 2", is_closed=False)
    assert piece.show("python", "other", is_closed=True)
    assert piece.code == "other"


def test_another_language_colours_anew() -> None:
    piece = laid_out("int x = 1\n", "", is_closed=False)
    piece.show("c", "int x = 1\nint y", is_closed=False)
    piece.measure(400, Style.made(LIGHT))
    assert piece._lines.runs


def test_a_complete_block_is_shown_before_it_is_coloured() -> None:
    piece = laid_out("x = 1\n")
    assert not piece._lines.runs
    while piece.colour_more():
        pass
    assert piece._lines.runs


def test_exact_colours_come_bit_by_bit() -> None:
    piece = laid_out("x = 1\n" * 400)
    rounds = 0
    while piece.colour_more():
        rounds += 1
    assert rounds > 2
    assert not piece.wants_colours
    assert not piece.colour_more()


def test_a_selection_is_drawn_on_its_characters() -> None:
    piece = laid_out("abcdef\nghi")
    assert not has_colour(drawn(piece), LIGHT.selection)
    assert has_colour(drawn(piece, (2, 8)), LIGHT.selection)


@pytest.mark.parametrize("code", ["short\nlines here", "x" * 5000], ids=["short", "very long"])
def test_points_and_positions_agree(code: str) -> None:
    piece = laid_out(code)
    style = Style.made(LIGHT)
    assert piece.position_at(QPointF(0, 0)) == 0
    assert piece.position_at(QPointF(0, piece.height + 50)) == len(code)
    middle = piece._head + 12 + style.code_line / 2
    assert piece.position_at(QPointF(12 + 3 * style.code_char, middle)) == 3
    assert has_colour(drawn(piece, (0, 4)), LIGHT.selection)


def test_words_are_found_by_their_letters() -> None:
    piece = laid_out("let snake_case = 1;")
    assert piece.word_at(7) == (4, 14)
    assert piece.word_at(15) == (15, 15)


def test_the_caret_stands_behind_the_last_character() -> None:
    short, long = laid_out("ab").end_point(), laid_out("x" * 500).end_point()
    assert short is not None
    assert long is not None
    assert 12 < short.left() < 60
    assert long.left() <= 400


def test_a_piece_that_was_never_measured_answers_all_the_same() -> None:
    piece = CodePiece("", "x", 0, is_closed=True)
    assert piece.controls() == []
    assert piece.end_point() is None
    assert piece.position_at(QPointF(5, 5)) == 0
    assert not piece.scroll_sideways(10)


def test_wide_characters_and_tabs_count_for_more() -> None:
    assert CodeLines("日本").columns == 4
    assert CodeLines("\tx").columns == 5


def test_characters_that_turn_the_text_are_made_visible() -> None:
    lines = CodeLines("a\u202eb")
    assert lines.layout(0, Style.made(LIGHT)).text() == "a\ufffdb"
    assert lines.line(0) == "a\u202eb"


def test_positions_after_an_emoji_are_the_characters_own() -> None:
    code = 's = "😀😀😀😀" + name\nx = 1'
    piece = laid_out(code)
    style = Style.made(LIGHT)
    y = piece._head + 12 + style.code_line / 2
    assert piece.position_at(QPointF(2000, y)) == code.index("\n")
    x = 12 + x_of(piece, 9)
    assert piece.position_at(QPointF(x, y)) == 7


def test_colours_and_selections_after_an_emoji_are_where_they_belong() -> None:
    style = Style.made(LIGHT)
    line = "😀😀 = 12"
    coloured = lay_out(line, [Run(5, 2, ColourRole.NUMBER)], style).formats()
    assert [(each.start, each.length) for each in coloured] == [(7, 2)]
    piece, plain = laid_out("😀😀ab"), laid_out("cd")
    x = 12 + x_of(piece, 4)
    columns = columns_of(drawn(piece, (2, 4)), LIGHT.selection)
    assert abs(min(columns) - x) <= 1
    assert len(columns) == len(columns_of(drawn(plain, (0, 2)), LIGHT.selection))


def x_of(piece: CodePiece, units: int) -> float:
    found = piece._lines.layout(0, Style.made(LIGHT)).lineAt(0).cursorToX(units)
    return cast("tuple[float, int]", found)[0]


def columns_of(image: QImage, colour: QColor) -> set[int]:
    return {
        x
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y) == colour
    }
