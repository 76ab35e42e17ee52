"""Loads the fonts of a reply before the first one streams: each first use costs a long frame."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPixmap

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.transcript.block_parts import Part
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.markdown_piece import MarkdownPiece
from hfchat_gui.ui.transcript.piece import Canvas, Piece
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.table_columns import TableColumns
from hfchat_gui.ui.transcript.table_piece import TablePiece
from hfchat_gui.ui.transcript.table_source import TableHead

_WIDTH = 600
_FACES = "Plain, **strong**, *slanted*, ***both***, `code`."
_TABLE = "| a | b |\n|---|---|\n| 1 | 2 |\n"


def warm_up(style: Style) -> None:
    """Lay out and paint, where nobody sees it, text in every face that replies use."""
    columns = TableColumns()
    columns.read(_TABLE, 2)
    pieces: list[Piece] = [
        MarkdownPiece(Part(BlockKind.HEADING, "# Heading")),
        MarkdownPiece(Part(BlockKind.PARAGRAPH, _FACES)),
        TablePiece(Part(BlockKind.TABLE, _TABLE), TableHead.of(_TABLE), columns, ""),
        CodePiece("", "code", 0, is_closed=True),
    ]
    picture = QPixmap(_WIDTH, 100)
    painter = QPainter(picture)
    for piece in pieces:
        piece.measure(_WIDTH, style)
        piece.paint(Canvas(painter, style, QRectF(0, 0, _WIDTH, 100)))
    painter.end()
