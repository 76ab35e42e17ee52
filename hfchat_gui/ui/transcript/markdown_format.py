"""Gives what Qt's Markdown reader made our own measures: line height, headings, code, tables."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import (
    QFont,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFormat,
)

from hfchat_gui.markdown.blocks import BlockKind
from hfchat_gui.ui.look.fonts import CODE_SCALE, HEADING_SCALES
from hfchat_gui.ui.look.palette import SPACE_L, SPACE_S, SPACE_XS
from hfchat_gui.ui.transcript.bullets import hide_bullet
from hfchat_gui.ui.transcript.document_piece import airy_lines, whole
from hfchat_gui.ui.transcript.style import Style, line_height

ITEM_GAP = SPACE_XS // 2  # between the items of a list
_QUOTE_BAR = 3
_SPAN_SIGNS = ("`", "~~~", "[", "<", "http", "www.", "@")

READ = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


def dress(document: QTextDocument, kind: BlockKind, source: str, style: Style) -> None:
    """Format a freshly read document of anything but a table."""
    line = style.body_line
    if kind is BlockKind.HEADING:
        line = _dress_heading(document, style)
    airy = airy_lines(line)
    if kind is BlockKind.LIST:
        airy.setTopMargin(ITEM_GAP)
        airy.setBottomMargin(ITEM_GAP)
    whole(document).mergeBlockFormat(airy)
    document.setIndentWidth(style.body_char * 3.2)
    if kind in (BlockKind.QUOTE, BlockKind.LIST):
        _dress_blocks(document, style)
    dress_spans(document, source, style)


def _dress_heading(document: QTextDocument, style: Style) -> float:
    level = document.firstBlock().blockFormat().headingLevel()
    scale = HEADING_SCALES[min(max(level, 1), len(HEADING_SCALES)) - 1]
    large = QFont(style.body)
    large.setPointSizeF(style.body.pointSizeF() * scale)
    large.setWeight(QFont.Weight.DemiBold)
    document.setDefaultFont(large)
    for cursor, known in _spans(document, all_of_them=True):
        known.clearProperty(QTextFormat.Property.FontSizeAdjustment)
        known.clearProperty(QTextFormat.Property.FontWeight)
        cursor.setCharFormat(known)
    return line_height(large)


def _dress_blocks(document: QTextDocument, style: Style) -> None:
    """Set the indent of quotations and the ground of code inside, and leave the bullets to us."""
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
            inside = QTextCursor(block)
            inside.movePosition(
                QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor
            )
            inside.mergeCharFormat(_code_look(style))
        hide_bullet(block, known)
        QTextCursor(block).setBlockFormat(known)
        block = block.next()


def dress_spans(document: QTextDocument, source: str, style: Style) -> None:
    """Set the look of inline code and links, and put words where an image would be."""
    if not any(sign in source for sign in _SPAN_SIGNS):
        return
    for cursor, known in _spans(document):
        if known.isImageFormat():
            _describe_image(cursor, known, style)
        elif known.isAnchor():
            cursor.mergeCharFormat(_link_look(style))
        elif known.fontFixedPitch():
            cursor.mergeCharFormat(_code_look(style))


def _spans(
    document: QTextDocument, *, all_of_them: bool = False
) -> list[tuple[QTextCursor, QTextCharFormat]]:
    """Return a cursor on every span that needs a look of its own, the last one first."""
    found: list[tuple[QTextCursor, QTextCharFormat]] = []
    block = document.firstBlock()
    while block.isValid():
        at = block.begin()
        while not at.atEnd():
            fragment = at.fragment()
            known = fragment.charFormat()
            is_plain = not (known.isAnchor() or known.isImageFormat() or known.fontFixedPitch())
            if all_of_them or not is_plain:
                cursor = QTextCursor(document)
                cursor.setPosition(fragment.position())
                end = fragment.position() + fragment.length()
                cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
                found.append((cursor, known))
            at += 1
        block = block.next()
    return found[::-1]


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
    look.setProperty(QTextFormat.Property.FontSizeAdjustment, 0)
    return look


def quote_bars(document: QTextDocument) -> list[QRectF]:
    """Return the bars left of quoted text: one for each level, as long as its text."""
    layout = document.documentLayout()
    bars: dict[int, QRectF] = {}
    done: list[QRectF] = []
    block = document.firstBlock()
    while block.isValid():
        depth = block.blockFormat().intProperty(QTextFormat.Property.BlockQuoteLevel)
        rect = layout.blockBoundingRect(block)
        done += [bars.pop(level) for level in list(bars) if level >= depth]
        for level in range(depth):
            bar = QRectF(level * SPACE_L, rect.top(), _QUOTE_BAR, rect.height())
            bars[level] = bars[level].united(bar) if level in bars else bar
        block = block.next()
    return [*done, *bars.values()]
