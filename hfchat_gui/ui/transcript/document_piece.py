"""A piece whose text is one QTextDocument: wrapping, selection, links and painting."""

from __future__ import annotations

from abc import abstractmethod
from math import ceil
from typing import Any

from PySide6.QtCore import QPointF, QRectF, Qt, QUrl
from PySide6.QtGui import (
    QAbstractTextDocumentLayout,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextOption,
)

from hfchat_gui.ui.transcript.piece import Canvas, Piece, caret_after
from hfchat_gui.ui.transcript.style import Style


class QuietDocument(QTextDocument):
    """A document that fetches nothing: no image, no style sheet, no file."""

    def __init__(self, wrap: QTextOption.WrapMode) -> None:
        super().__init__()
        self.setUndoRedoEnabled(False)
        self.setDocumentMargin(0)
        option = QTextOption()
        option.setWrapMode(wrap)
        self.setDefaultTextOption(option)

    def loadResource(self, type: int, name: QUrl | str) -> Any:  # noqa: A002
        """Refuse: what a model wrote must not reach the network or the disk."""
        return None


class DocumentPiece(Piece):
    """Shows a document that a subclass builds, inset by `left`, `top`, `right` and `bottom`."""

    left = top = right = bottom = 0
    wrap = QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere

    def __init__(self) -> None:
        super().__init__()
        self._document: QTextDocument | None = None
        self._is_stale = False
        self.origin = QPointF()  # of the document in the piece

    @abstractmethod
    def build(self, document: QTextDocument, style: Style) -> None:
        """Fill an empty document."""

    def fit(self, document: QTextDocument, width: float, style: Style) -> None:
        """Tell the document its width; it is laid out afterwards."""
        document.setTextWidth(width)

    def first_block(self, document: QTextDocument) -> QTextBlock:
        """Return the paragraph that is drawn first."""
        return document.firstBlock()

    def read_layout(self, document: QTextDocument) -> None:
        """Take from the layout what will be painted beside the text."""

    def text_width(self, width: int) -> float:
        """Return the width that the text may take."""
        return max(40, width - self.left - self.right)

    def measure(self, width: int, style: Style) -> None:
        document = self._document or QuietDocument(self.wrap)
        document.setLayoutEnabled(False)  # or each change below would lay it out
        if self._document is None or self._is_stale:
            self.build(document, style)
            self._document, self._is_stale = document, False
        self.fit(document, self.text_width(width), style)
        document.setLayoutEnabled(True)
        height = ceil(document.size().height())  # lays it out
        self.origin = QPointF(self.left, self.top - _half_of_the_spare(self.first_block(document)))
        self.read_layout(document)
        self.height = self.top + height + self.bottom
        self.is_measured = True

    def release(self) -> None:
        self._document = None

    def forget(self) -> None:
        """Build the document anew because its content is another one now."""
        self._is_stale = True
        self.is_measured = False

    @property
    def ideal_width(self) -> float:
        """The width that the text would take without wrapping; the piece has been measured."""
        return self._document.idealWidth() + self.left + self.right if self._document else 0.0

    def narrow(self, width: int) -> None:
        room = max(1, width - self.left - self.right)
        if self._document is not None and self._document.textWidth() != room:
            self._document.setTextWidth(room)

    def paint(self, canvas: Canvas) -> None:
        if self._document is None:
            return
        painter = canvas.painter
        painter.translate(self.origin)
        context = QAbstractTextDocumentLayout.PaintContext()
        context.clip = canvas.clip.translated(-self.origin)
        context.palette = canvas.style.inks[self.steps_back]
        if canvas.selected:
            context.selections = [self._selection(self._document, canvas)]
        self._document.documentLayout().draw(painter, context)
        painter.translate(-self.origin)

    @property
    def shown_selected(self) -> tuple[int, int]:
        """The first and last text position that may be shown as selected."""
        return 0, self.length

    @property
    def steps_back(self) -> bool:
        """Whether the text is drawn in the second colour."""
        return False

    def _selection(
        self, document: QTextDocument, canvas: Canvas
    ) -> QAbstractTextDocumentLayout.Selection:
        start, end = canvas.selected or (0, 0)
        first, last = self.shown_selected
        start, end = max(start, first), min(end, last)
        selection = QAbstractTextDocumentLayout.Selection()
        selection.cursor = _cursor(document, start, end)
        selection.format = QTextCharFormat()
        selection.format.setBackground(canvas.style.palette.selection)
        return selection

    # --- text ------------------------------------------------------------------------------------

    @property
    def length(self) -> int:
        return self._document.characterCount() - 1 if self._document else 0

    def text(self, start: int, end: int) -> str:
        if self._document is None:
            return ""
        return _cursor(self._document, start, end).selection().toPlainText()

    def position_at(self, point: QPointF) -> int:
        if self._document is None:
            return 0
        inside = point - self.origin
        layout = self._document.documentLayout()
        return max(0, layout.hitTest(inside, Qt.HitTestAccuracy.FuzzyHit))

    def word_at(self, position: int) -> tuple[int, int]:
        if self._document is None:
            return position, position
        cursor = _cursor(self._document, position, position)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectionStart(), cursor.selectionEnd()

    def link_at(self, point: QPointF) -> str:
        if self._document is None:
            return ""
        inside = point - self.origin
        return self._document.documentLayout().anchorAt(inside)

    def end_point(self) -> QRectF | None:
        if self._document is None:
            return None
        block = self._document.lastBlock()
        lines = block.layout()
        if lines.lineCount() == 0:
            return None
        line = lines.lineAt(lines.lineCount() - 1)
        text = line.naturalTextRect().translated(lines.position() + self.origin)
        is_ltr = block.textDirection() == Qt.LayoutDirection.LeftToRight
        return caret_after(text, is_ltr=is_ltr)


def _half_of_the_spare(block: QTextBlock) -> int:
    """Return half of what a tall line has to spare, all of which Qt puts above the text."""
    lines = block.layout()
    return round(lines.lineAt(0).y() / 2) if lines.lineCount() else 0


def airy_lines(height: float) -> QTextBlockFormat:
    """Return the paragraph format of running text: lines at least so high, no margins."""
    airy = QTextBlockFormat()
    airy.setLineHeight(height, QTextBlockFormat.LineHeightTypes.MinimumHeight.value)
    airy.setTopMargin(0)
    airy.setBottomMargin(0)
    return airy


def whole(document: QTextDocument) -> QTextCursor:
    """Return a cursor that selects all of a document."""
    cursor = QTextCursor(document)
    cursor.select(QTextCursor.SelectionType.Document)
    return cursor


def _cursor(document: QTextDocument, start: int, end: int) -> QTextCursor:
    last = document.characterCount() - 1
    cursor = QTextCursor(document)
    cursor.setPosition(min(start, last))
    cursor.setPosition(min(end, last), QTextCursor.MoveMode.KeepAnchor)
    return cursor
