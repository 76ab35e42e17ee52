"""What the keyboard does in the chat pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.hands import Hands
    from hfchat_gui.ui.transcript.transcript import Transcript

_LINE = 40
_SIDEWAYS = 60
_PRESSING = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space)


def press(pane: Transcript, hands: Hands, event: QKeyEvent) -> bool:
    """Do what a key is for; return whether it has a meaning here."""
    if event.matches(QKeySequence.StandardKey.Copy):
        hands.copy()
        return True
    if event.matches(QKeySequence.StandardKey.SelectAll):
        hands.select_all()
        return True
    highlights = pane.highlights
    if event.key() in _PRESSING and highlights.focused and highlights.focused_turn is not None:
        pane.press(highlights.focused_turn, highlights.focused)
        return True
    if event.key() == Qt.Key.Key_Escape and not pane.selection.is_empty:
        pane.selection.clear()
        pane.viewport().update()
        return True
    return _scroll(pane, event)


def _scroll(pane: Transcript, event: QKeyEvent) -> bool:
    page = pane.scroller.height - _LINE
    match event.key():
        case Qt.Key.Key_Up:
            pane.scroll_by(-_LINE)
        case Qt.Key.Key_Down:
            pane.scroll_by(_LINE)
        case Qt.Key.Key_PageUp:
            pane.scroll_by(-page)
        case Qt.Key.Key_PageDown:
            pane.scroll_by(page)
        case Qt.Key.Key_Home:
            pane.scroll_to(0)
        case Qt.Key.Key_End:
            pane.jump_to_end()
        case Qt.Key.Key_Left:
            return _sideways(pane, -_SIDEWAYS)
        case Qt.Key.Key_Right:
            return _sideways(pane, _SIDEWAYS)
        case _:
            return False
    return True


def _sideways(pane: Transcript, distance: int) -> bool:
    """Scroll the code block whose button has the focus."""
    highlights = pane.highlights
    if highlights.focused is None or highlights.focused_turn is None:
        return False
    for placed in pane.column.view(highlights.focused_turn).controls():
        if placed.control.is_same(highlights.focused) and placed.piece:
            placed.piece.scroll_sideways(distance)
            pane.update_turn(highlights.focused_turn)
            return True
    return False


def move_focus(pane: Transcript, *, forward: bool) -> bool:
    """Move the focus to the next control in view; return whether there is one."""
    highlights = pane.highlights
    controls = pane.visible_controls()
    at = next(
        (
            index
            for index, (turn, control) in enumerate(controls)
            if turn == highlights.focused_turn and control.is_same(highlights.focused)
        ),
        None,
    )
    to = (0 if forward else -1) if at is None else at + (1 if forward else -1)
    before = highlights.focused_turn
    if 0 <= to < len(controls):
        highlights.focused_turn, highlights.focused = controls[to]
    else:
        highlights.focused_turn = highlights.focused = None
    pane.update_turn(before)
    pane.update_turn(highlights.focused_turn)
    pane.update()
    return highlights.focused is not None or (at is not None and not forward)
