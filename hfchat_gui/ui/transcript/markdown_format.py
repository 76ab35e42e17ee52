"""Gives what Qt's Markdown reader made our own measures: line height, headings, code, tables."""

from __future__ import annotations

from PySide6.QtGui import (
    QFont,
    QTextBlock,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
    QTextLength,
    QTextTable,
    QTextTableFormat,
)

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.fonts import CODE_SCALE, HEADING_SCALES
from hfchat_gui.ui.palette import SPACE_L, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.document_piece import airy_lines, whole
from hfchat_gui.ui.transcript.style import Style

_LINK_SIGNS = ("[", "<", "http", "www.", "@")


def dress(document: QTextDocument, kind: BlockKind, source: str, style: Style) -> QTextTable | None:
    """Format a freshly read document; return its table, if the block is one."""
    airy = airy_lines()
    if kind is BlockKind.LIST:
        airy.setTopMargin(SPACE_XS / 2)
        airy.setBottomMargin(SPACE_XS / 2)
    whole(document).mergeBlockFormat(airy)
    document.setIndentWidth(style.body_char * 3.2)
    if kind is BlockKind.HEADING:
        _dress_heading(document, style)
    if kind in (BlockKind.QUOTE, BlockKind.LIST):
        _dress_blocks(document, style)
    if any(sign in source for sign in ("`", "~~~", *_LINK_SIGNS)):
        _dress_spans(document, style)
    return _dress_table(document) if kind is BlockKind.TABLE else None


def _dress_heading(document: QTextDocument, style: Style) -> None:
    level = document.firstBlock().blockFormat().headingLevel()
    scale = HEADING_SCALES[min(max(level, 1), len(HEADING_SCALES)) - 1]
    large = QTextCharFormat()
    large.setFontPointSize(style.body.pointSizeF() * scale)
    large.setFontWeight(QFont.Weight.DemiBold)
    large.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
    whole(document).mergeCharFormat(large)


def _dress_blocks(document: QTextDocument, style: Style) -> None:
    """Set the indent of quotations and the ground of code that stands in a list or a quote."""
    block = document.firstBlock()
    while block.isValid():
        known = block.blockFormat()
        depth = known.intProperty(QTextFormat.Property.BlockQuoteLevel)
        if depth:
            known.setLeftMargin(SPACE_L * depth)
            known.setRightMargin(0)
            if block.next().isValid():
                known.setBottomMargin(SPACE_S)
        if known.hasProperty(QTextFormat.Property.BlockCodeFence):
            known.setBackground(style.palette.card)
        QTextCursor(block).setBlockFormat(known)
        block = block.next()


def _dress_spans(document: QTextDocument, style: Style) -> None:
    """Set the look of inline code and links, and put words where an image would be."""
    for start, length, known in _spans(document):
        cursor = QTextCursor(document)
        cursor.setPosition(start)
        cursor.setPosition(start + length, QTextCursor.MoveMode.KeepAnchor)
        if known.isImageFormat():
            _describe_image(cursor, known, style)
        elif known.isAnchor():
            cursor.mergeCharFormat(_link_look(style))
        elif known.fontFixedPitch():
            cursor.mergeCharFormat(_code_look(style))


def _spans(document: QTextDocument) -> list[tuple[int, int, QTextCharFormat]]:
    """Return every span that needs a look of its own, the last one first."""
    found: list[tuple[int, int, QTextCharFormat]] = []
    block = document.firstBlock()
    while block.isValid():
        found += _spans_of(block)
        block = block.next()
    return found[::-1]


def _spans_of(block: QTextBlock) -> list[tuple[int, int, QTextCharFormat]]:
    found = []
    at = block.begin()
    while not at.atEnd():
        fragment = at.fragment()
        known = fragment.charFormat()
        if known.isAnchor() or known.isImageFormat() or known.fontFixedPitch():
            found.append((fragment.position(), fragment.length(), known))
        at += 1
    return found


def _describe_image(cursor: QTextCursor, known: QTextCharFormat, style: Style) -> None:
    image = known.toImageFormat()
    address = image.name()
    words = image.property(QTextFormat.Property.ImageAltText) or "image"
    look = _link_look(style)
    look.setAnchor(True)
    look.setAnchorHref(address)
    cursor.insertText(f"Image: {words} ({address})", look)


def _link_look(style: Style) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setForeground(style.palette.accent)
    look.setFontUnderline(True)
    return look


def _code_look(style: Style) -> QTextCharFormat:
    look = QTextCharFormat()
    look.setFontFamilies(style.code.families())
    look.setFontPointSize(style.body.pointSizeF() * CODE_SCALE)
    look.setBackground(style.palette.card)
    return look


def _dress_table(document: QTextDocument) -> QTextTable | None:
    for frame in document.rootFrame().childFrames():
        if isinstance(frame, QTextTable):
            known = QTextTableFormat(frame.format())
            known.setBorder(0)
            known.setCellSpacing(0)
            known.setCellPadding(SPACE_S)
            known.setWidth(QTextLength(QTextLength.Type.PercentageLength, 100))
            known.setMargin(0)
            frame.setFormat(known)
            return frame
    return None
