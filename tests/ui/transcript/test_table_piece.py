"""The parts of a table look like one table."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QTextTable

from hfchat_gui.markdown.parser import split
from hfchat_gui.ui.look.palette import LIGHT
from hfchat_gui.ui.transcript.block_parts import BlockParts
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.table_columns import TableColumns
from hfchat_gui.ui.transcript.table_piece import TablePiece
from hfchat_gui.ui.transcript.table_source import TableHead

pytestmark = pytest.mark.usefixtures("qapp")


def laid_out(source: str, width: int = 600) -> list[TablePiece]:
    (block,) = split(source)
    head, columns = TableHead.of(source), TableColumns()
    columns.read(source, head.columns)
    parts = BlockParts(block).take(block)
    pieces = [TablePiece(part, head, columns, "") for part in parts]
    for piece in pieces:
        piece.measure(width, Style.made(LIGHT))
    return pieces


def table_of(piece: TablePiece) -> QTextTable:
    assert piece._document is not None
    (table,) = piece._document.rootFrame().childFrames()
    assert isinstance(table, QTextTable)
    return table


def table(rows: int) -> str:
    return "| a | b |\n|---|--:|\n" + "".join(f"| {n} | words `{n}` |\n" for n in range(rows))


def test_a_table_stays_inside_the_column_and_has_a_line_under_each_row() -> None:
    cells = "| " + " | ".join(["several words"] * 8) + " |"
    (piece,) = laid_out(f"{cells}\n{'|---' * 8}|\n{cells}\n", width=400)
    assert piece.ideal_width <= 400
    assert len(piece._row_ends) == 2
    assert piece._row_ends[-1] == piece.height - 1
    assert piece.shown_selected[0] > 0


def test_all_parts_have_the_same_columns_and_no_gap() -> None:
    pieces = laid_out(table(40))
    assert len(pieces) > 2
    assert len({tuple(piece._widths) for piece in pieces}) == 1
    assert all(piece.gap == 0 for piece in pieces[1:])
    assert sum(len(piece._row_ends) for piece in pieces) == 41
    heights = {piece.height / len(piece._row_ends) for piece in pieces}
    assert len(heights) == 1


def test_only_the_first_part_has_the_names_in_bold() -> None:
    pieces = laid_out(table(40))
    first, second = table_of(pieces[0]), table_of(pieces[1])
    head = first.cellAt(0, 0).firstCursorPosition().block()
    assert head.text() == "a"
    assert head.begin().fragment().charFormat().fontWeight() == QFont.Weight.Bold
    row = second.cellAt(0, 1).firstCursorPosition().block()
    assert row.text() == "words 7"
    assert row.begin().fragment().charFormat().fontWeight() == QFont.Weight.Normal


def test_names_are_aligned_as_their_columns() -> None:
    (piece,) = laid_out("| a | b | c | d |\n|---|--:|:-:|:--|\n| 1 | 2 | 3 | 4 |\n")
    rows = [
        [table_of(piece).cellAt(row, column).firstCursorPosition() for column in range(4)]
        for row in range(2)
    ]
    sides = [[_side(cell.blockFormat().alignment()) for cell in row] for row in rows]
    assert sides[0] == sides[1] == ["left", "right", "centre", "left"]


def _side(alignment: Qt.AlignmentFlag) -> str:
    if alignment & Qt.AlignmentFlag.AlignRight:
        return "right"
    return "centre" if alignment & Qt.AlignmentFlag.AlignHCenter else "left"


def test_the_guess_of_a_height_is_right_where_nothing_wraps() -> None:
    for piece in laid_out(table(40)):
        assert piece.estimate(600, Style.made(LIGHT)) == piece.height


def test_a_longer_cell_makes_all_parts_fit_anew() -> None:
    source = table(40)
    first, *_ = pieces = laid_out(source)
    (block,) = split(source)
    head, parts = TableHead.of(source), BlockParts(block).take(block)
    assert not first.show(parts[0], head, "")
    before = list(first._widths)
    first.columns.read(source + "| much longer words than all of those before | 1 |\n", 2)
    assert all(piece.show(part, head, "") for piece, part in zip(pieces, parts, strict=True))
    assert not first.is_measured
    first.measure(600, Style.made(LIGHT))
    assert first._widths[0] > before[0]


def test_rows_under_no_table_are_shown_as_they_are() -> None:
    head, columns = TableHead("a", "b"), TableColumns()
    columns.read("a\nb\n", 1)
    (block,) = split(table(1))
    piece = TablePiece(BlockParts(block).take(block)[0], head, columns, "")
    piece.measure(600, Style.made(LIGHT))
    assert piece.height > 20
