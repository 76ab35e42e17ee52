"""One Markdown block as a document: paragraphs, headings, lists, quotes and tables."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument, QTextTable

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.palette import SPACE_L, SPACE_M, SPACE_S
from hfchat_gui.ui.transcript.document_piece import DocumentPiece
from hfchat_gui.ui.transcript.markdown_format import dress
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style

_READ = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
_GAPS = {BlockKind.HEADING: SPACE_L, BlockKind.TABLE: SPACE_M}


class MarkdownPiece(DocumentPiece):
    """Shows `source`, which is the Markdown of one block with the link targets it needs."""

    def __init__(self, kind: BlockKind, source: str, targets: str = "") -> None:
        super().__init__()
        self.kind = kind
        self.gap = _GAPS.get(kind, SPACE_S)
        self._source = source
        self._targets = targets
        self._table: QTextTable | None = None
        self._quote_bars: list[QRectF] = []

    def show(self, kind: BlockKind, source: str, targets: str = "") -> bool:
        """Show another text in the same place; return whether it is different."""
        if (kind, source, targets) == (self.kind, self._source, self._targets):
            return False
        self.kind, self._source, self._targets = kind, source, targets
        self.gap = _GAPS.get(kind, SPACE_S)
        self.forget()
        return True

    @property
    def source(self) -> str:
        return self._source.rstrip()

    def build(self, document: QTextDocument, style: Style) -> None:
        document.setDefaultFont(style.body)
        document.setMarkdown(self._source + self._targets, _READ)
        self._table = dress(document, self.kind, self._source, style)

    def estimate(self, width: int, style: Style) -> int:
        if self.kind is BlockKind.TABLE:
            return round(self._source.count("\n") * (style.body_line + SPACE_L))
        return estimated_height(self._source.rstrip(), width, style.body_char, style.body_line)

    def measure(self, width: int, style: Style) -> None:
        super().measure(width, style)
        self._quote_bars = self._find_quote_bars() if self.kind is BlockKind.QUOTE else []

    def release(self) -> None:
        super().release()
        self._table = None

    def forget(self) -> None:
        super().forget()
        self._table = None

    def paint(self, canvas: Canvas) -> None:
        hairline = canvas.style.palette.hairline
        for bar in self._quote_bars:
            canvas.painter.fillRect(bar, canvas.style.palette.control_border)
        super().paint(canvas)
        if self._table and self._document:
            layout = self._document.documentLayout()
            frame = layout.frameBoundingRect(self._table)
            for row in range(self._table.rows()):
                cell = self._table.cellAt(row, 0).lastCursorPosition().block()
                bottom = max(
                    layout.blockBoundingRect(
                        self._table.cellAt(row, column).lastCursorPosition().block()
                    ).bottom()
                    for column in range(self._table.columns())
                )
                del cell
                line = QRectF(frame.left(), round(bottom + SPACE_S), frame.width(), 1)
                canvas.painter.fillRect(line, hairline)

    def _find_quote_bars(self) -> list[QRectF]:
        """Return a bar for each level of quotation, as high as the blocks that stand in it."""
        return [QRectF(0, 0, 3, self.height)]
