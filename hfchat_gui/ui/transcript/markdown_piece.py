"""One Markdown block as a document: paragraphs, headings, lists, quotes and tables."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument, QTextTable

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.palette import SPACE_L, SPACE_M, SPACE_XL
from hfchat_gui.ui.transcript.document_piece import DocumentPiece
from hfchat_gui.ui.transcript.markdown_format import dress, quote_bars, row_ends
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style, lead

_READ = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_GAPS = {BlockKind.HEADING: SPACE_XL, BlockKind.TABLE: SPACE_L}


class MarkdownPiece(DocumentPiece):
    """Shows `source`, which is the Markdown of one block with the link targets it needs."""

    def __init__(self, kind: BlockKind, source: str, targets: str = "") -> None:
        super().__init__()
        self.kind = kind
        self.gap = _GAPS.get(kind, SPACE_M)
        self._source = source
        self._targets = targets
        self._table: QTextTable | None = None
        self._quote_bars: list[QRectF] = []
        self._row_ends: list[float] = []
        self._cells: tuple[int, int] | None = None
        self._width = 0

    def show(self, kind: BlockKind, source: str, targets: str = "") -> bool:
        """Show another text in the same place; return whether it is different."""
        if (kind, source, targets) == (self.kind, self._source, self._targets):
            return False
        self.kind, self._source, self._targets = kind, source, targets
        self.gap = _GAPS.get(kind, SPACE_M)
        self.forget()
        return True

    @property
    def source(self) -> str:
        return self._source.rstrip()

    def build(self, document: QTextDocument, style: Style) -> float:
        document.setDefaultFont(style.body)
        document.setMarkdown(_with_named_pictures(self._source) + self._targets, _READ)
        self._table = dress(document, self.kind, self._source, style)
        return lead(document.defaultFont()) if self._is_heading else style.body_lead

    @property
    def shown_selected(self) -> tuple[int, int]:
        return self._cells or super().shown_selected

    @property
    def _is_heading(self) -> bool:
        return self.kind is BlockKind.HEADING

    def estimate(self, width: int, style: Style) -> int:
        if self.kind is BlockKind.TABLE:
            return round(self._source.count("\n") * (style.body_line + SPACE_L))
        return estimated_height(self._source.rstrip(), width, style.body_char, style.body_line)

    def measure(self, width: int, style: Style) -> None:
        super().measure(width, style)
        self._width = width
        self._quote_bars, self._row_ends, self._cells = [], [], None
        if self._document and self.kind is BlockKind.QUOTE:
            self._quote_bars = quote_bars(self._document)
        if self._document and self._table:
            self._row_ends = row_ends(self._document, self._table)
            # Qt puts an empty line before and after a table, and would show them as selected.
            self._cells = self._table.firstPosition(), self._table.lastPosition()
        self._table = None

    def paint(self, canvas: Canvas) -> None:
        hairline = canvas.style.palette.hairline
        for bar in self._quote_bars:
            canvas.painter.fillRect(bar, hairline)
        super().paint(canvas)
        for y in self._row_ends:
            canvas.painter.fillRect(QRectF(0, y, self._width, 1), hairline)


def _with_named_pictures(source: str) -> str:
    """Name pictures that have no words of their own: Qt would leave them out without a trace."""
    return source if "`" in source else source.replace("![](", "![picture](")
