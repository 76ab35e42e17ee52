"""Some rows of a table as a document; the parts of one table look like one."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QTextBlock,
    QTextBlockFormat,
    QTextDocument,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from hfchat_gui.ui.look.palette import SPACE_M, SPACE_XS
from hfchat_gui.ui.transcript.block_parts import Part
from hfchat_gui.ui.transcript.document_piece import DocumentPiece, airy_lines, whole
from hfchat_gui.ui.transcript.markdown_format import READ, dress_spans
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.table_columns import INSET, TableColumns
from hfchat_gui.ui.transcript.table_source import TableHead

_PADDING = SPACE_XS  # around the text of a cell; the rest of `INSET` is a margin


class TablePiece(DocumentPiece):
    """Shows the rows of one part; `columns` are the table's, and `head` its first lines."""

    def __init__(self, part: Part, head: TableHead, columns: TableColumns, targets: str) -> None:
        super().__init__()
        self.gap = 0 if part.follows else SPACE_M
        self.columns = columns
        self._shown = (part, head, targets)
        self._widths: list[int] = []
        self._row_ends: list[float] = []
        self._cells = (0, 0)
        self._fitted = columns.version

    def show(self, part: Part, head: TableHead, targets: str) -> bool:
        """Show other rows in the same place; return whether anything is different."""
        is_same = self._fitted == self.columns.version
        self._fitted = self.columns.version
        if (part, head, targets) != self._shown:
            self.gap = 0 if part.follows else SPACE_M
            self._shown = (part, head, targets)
            self.forget()
            return True
        self.is_measured = self.is_measured and is_same
        return not is_same

    @property
    def source(self) -> str:
        return self._shown[0].source.rstrip()

    def build(self, document: QTextDocument, style: Style) -> None:
        part, head, targets = self._shown
        document.setDefaultFont(style.body)
        document.setMarkdown((head.nameless if part.follows else "") + part.source + targets, READ)
        if table := _table_of(document):
            if part.follows:
                table.removeRows(0, 1)
            else:
                _align_names(table, head)
        airy = airy_lines(style.body_line)
        airy.setLeftMargin(INSET - _PADDING)
        airy.setRightMargin(INSET - _PADDING)
        whole(document).mergeBlockFormat(airy)
        dress_spans(document, part.source, style)
        self._widths = []

    def fit(self, document: QTextDocument, width: float, style: Style) -> None:
        table = _table_of(document)
        widths = self.columns.widths(int(width), style)
        if table and widths != self._widths:
            self._widths = widths
            table.setFormat(_format(widths))
        super().fit(document, width, style)

    def first_block(self, document: QTextDocument) -> QTextBlock:
        table = _table_of(document)
        at = table.cellAt(0, 0).firstCursorPosition() if table and table.rows() else None
        return at.block() if at else document.firstBlock()

    def read_layout(self, document: QTextDocument) -> None:
        table = _table_of(document)
        self._row_ends, self._cells = [], (0, self.length)
        if table:
            self._row_ends = _row_ends(document, table)
            # Qt puts an empty line before and after a table, and would show them as selected.
            self._cells = table.firstPosition(), table.lastPosition()

    @property
    def shown_selected(self) -> tuple[int, int]:
        return self._cells

    def estimate(self, width: int, style: Style) -> int:
        part = self._shown[0]
        rows = part.source.rstrip().count("\n") + (1 if part.follows else 0)
        return round(rows * (style.body_line + 2 * _PADDING))

    def paint(self, canvas: Canvas) -> None:
        super().paint(canvas)
        for y in self._row_ends:
            line = QRectF(0, y, sum(self._widths), 1)
            canvas.painter.fillRect(line, canvas.style.palette.hairline)


def _table_of(document: QTextDocument) -> QTextTable | None:
    frames = document.rootFrame().childFrames()
    return next((frame for frame in frames if isinstance(frame, QTextTable)), None)


def _format(widths: list[int]) -> QTextTableFormat:
    look = QTextTableFormat()
    look.setBorder(0)
    look.setCellSpacing(0)
    look.setCellPadding(_PADDING)
    look.setMargin(0)
    fixed = QTextLength.Type.FixedLength
    look.setWidth(QTextLength(fixed, sum(widths)))
    look.setColumnWidthConstraints([QTextLength(fixed, width) for width in widths])
    return look


def _align_names(table: QTextTable, head: TableHead) -> None:
    """Align the names as the cells below them, which Qt's reader leaves undone."""
    for column, alignment in head.alignments.items():
        look = QTextBlockFormat()
        look.setAlignment(alignment)
        table.cellAt(0, column).firstCursorPosition().mergeBlockFormat(look)


def _row_ends(document: QTextDocument, table: QTextTable) -> list[float]:
    layout = document.documentLayout()
    tops = [
        layout.blockBoundingRect(table.cellAt(row, 0).firstCursorPosition().block()).top()
        for row in range(1, table.rows())
    ]
    return [*(round(top) - _PADDING - 1 for top in tops), round(document.size().height()) - 1]
