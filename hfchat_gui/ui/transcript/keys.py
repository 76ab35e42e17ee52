"""What the keyboard does in the chat pane."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence

from hfchat_gui.ui.transcript.commands import TurnCommand
from hfchat_gui.ui.transcript.controls import Control, ControlKind
from hfchat_gui.ui.transcript.turn_foot import COPY_KEYS, KEYS, VERSION_STEPS

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
    if _ask(pane, hands, event):
        return True
    if event.key() == Qt.Key.Key_Escape and not pane.selection.is_empty:
        pane.selection.clear()
        pane.viewport().update()
        return True
    return _scroll(pane, event)


def _ask(pane: Transcript, hands: Hands, event: QKeyEvent) -> bool:
    """Do what the keys are for at the foot of the turn that the person is on."""
    pressed = QKeySequence(event.keyCombination())
    wanted = next(
        (command for command, keys in KEYS.items() if pressed == QKeySequence(keys)), None
    )
    is_copy = pressed == QKeySequence(COPY_KEYS)
    if wanted is None and not is_copy:
        return False
    for turn in _meant(pane, hands, needs_choice=wanted is TurnCommand.DELETE):
        for control in pane.column.view(turn).foot.controls:
            is_wanted = control.command is wanted and wanted is not None
            if is_wanted or (is_copy and control.kind is ControlKind.COPY_TURN):
                pane.press(turn, control)
                return True
    return False


def _meant(pane: Transcript, hands: Hands, *, needs_choice: bool) -> list[int]:
    """Return the turns that keys may be meant for: the one with the focus, or the one clicked last.

    Without either the last ones, unless a turn must have been chosen.
    """
    count = len(pane.column)
    for turn in (pane.highlights.focused_turn, hands.turn):
        if turn is not None and turn < count:
            return [turn]
    return [] if needs_choice else list(range(count - 1, max(-1, count - 4), -1))


def keep_focus(pane: Transcript) -> None:
    """Leave the keyboard on its control where that is still offered, or on the other arrow.

    Not on one that deletes: pressed again, it would delete what has come into its place.
    """
    highlights = pane.highlights
    turn, focused = highlights.focused_turn, highlights.focused
    if turn is None or focused is None:
        return
    offered: list[Control] = []
    if turn < len(pane.column):
        offered = [each.control for each in pane.column.view(turn).offered]
    is_deleting = focused.command is TurnCommand.DELETE
    same = [] if is_deleting else [control for control in offered if control.is_same(focused)]
    if not same and focused.command in VERSION_STEPS:
        same = [control for control in offered if control.command in VERSION_STEPS]
    highlights.focused = same[0] if same else None
    highlights.focused_turn = turn if same else None


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
