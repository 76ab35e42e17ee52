"""One Markdown block as a document: paragraphs, headings, lists and quotes."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QTextDocument, QTextListFormat

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XL
from hfchat_gui.ui.transcript.block_parts import Part
from hfchat_gui.ui.transcript.bullets import Bullet, bullets_of
from hfchat_gui.ui.transcript.document_piece import DocumentPiece
from hfchat_gui.ui.transcript.markdown_format import ITEM_GAP, READ, dress, quote_bars
from hfchat_gui.ui.transcript.piece import Canvas
from hfchat_gui.ui.transcript.plain_piece import estimated_height
from hfchat_gui.ui.transcript.style import Style


class MarkdownPiece(DocumentPiece):
    """Shows a part of a text; `targets` are the link targets it needs."""

    def __init__(self, part: Part, targets: str = "") -> None:
        super().__init__()
        self._quote_bars: list[QRectF] = []
        self._bullets: list[Bullet] = []
        self._take(part, targets)

    def _take(self, part: Part, targets: str) -> None:
        self._part, self._targets = part, targets
        self.gap = SPACE_XL if self._is_heading else SPACE_M
        if part.follows:
            self.gap = ITEM_GAP if part.kind is BlockKind.LIST else 0
        self.top = SPACE_S if part.follows and self._is_quote and not part.flows else 0

    def show(self, part: Part, targets: str = "") -> bool:
        """Show another text in the same place; return whether it is different."""
        if (part, targets) == (self._part, self._targets):
            return False
        self._take(part, targets)
        self.forget()
        return True

    @property
    def source(self) -> str:
        return self._part.source.rstrip()

    def build(self, document: QTextDocument, style: Style) -> None:
        part = self._part
        document.setDefaultFont(style.body)
        document.setMarkdown(_with_named_pictures(part.source) + self._targets, READ)
        if part.number is not None:
            _begin_at(document, part.number)
        dress(document, part.kind, part.source, style)

    @property
    def _is_heading(self) -> bool:
        return self._part.kind is BlockKind.HEADING

    @property
    def _is_quote(self) -> bool:
        return self._part.kind is BlockKind.QUOTE

    def estimate(self, width: int, style: Style) -> int:
        return estimated_height(self.source, width, style.body_char, style.body_line)

    def read_layout(self, document: QTextDocument) -> None:
        self._quote_bars, self._bullets = [], []
        if self._part.kind in (BlockKind.LIST, BlockKind.QUOTE):
            self._bullets = bullets_of(document)
        if self._is_quote:
            bars = quote_bars(document)
            self._quote_bars = [bar.translated(0, self.top) for bar in bars]

    def paint(self, canvas: Canvas) -> None:
        hairline = canvas.style.palette.hairline
        for bar in self._quote_bars:
            canvas.painter.fillRect(bar, hairline)
            if not bar.left():  # the outermost one goes on in the part above and the one below
                canvas.painter.fillRect(QRectF(0, 0, bar.width(), self.height), hairline)
        super().paint(canvas)
        self.paint_bullets(canvas)

    def paint_bullets(self, canvas: Canvas) -> None:
        """Draw the bullets that are in sight."""
        canvas.painter.translate(self.origin)
        clip = canvas.clip.translated(-self.origin)
        for bullet in self._bullets:
            if clip.top() <= bullet.box.bottom() and bullet.box.top() <= clip.bottom():
                bullet.paint(canvas.painter, canvas.style.palette.text)
        canvas.painter.translate(-self.origin)


def _begin_at(document: QTextDocument, number: int) -> None:
    """Let the first list of a document begin with this number."""
    numbered = document.firstBlock().textList()
    if numbered is not None:
        look = QTextListFormat(numbered.format())
        look.setStart(number)
        numbered.setFormat(look)


def _with_named_pictures(source: str) -> str:
    """Name pictures that have no words of their own: Qt would leave them out without a trace."""
    return source if "`" in source else source.replace("![](", "![picture](")
