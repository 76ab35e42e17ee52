"""What the mouse does in the chat pane: presses, selects, scrolls sideways, opens the menu."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QHelpEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.controls import Control, ControlKind
from hfchat_gui.ui.transcript.countdown import must_wait
from hfchat_gui.ui.transcript.pointer import Spot, spot_at
from hfchat_gui.ui.transcript.selection import Place, selected_text
from hfchat_gui.ui.transcript.turn_foot import VERSION_STEPS

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript

_OPENED = ("http://", "https://", "mailto:")


class Hands:
    """Turns what mouse and keyboard do into presses, selections and copies."""

    def __init__(self, transcript: Transcript) -> None:
        self._pane = transcript
        self._pressed = Spot()
        self._from: QPointF | None = None
        self.turn: int | None = None  # the turn that was clicked last

    # --- doing -----------------------------------------------------------------------------------

    def press(self, turn: int, control: Control) -> None:
        """Do what a control is for."""
        message = self._pane.column.messages[turn]
        match control.kind:
            case ControlKind.COPY_TURN:
                copy(message.sent_text)
            case ControlKind.COMMAND:
                self._pane.turn_command.emit(message.id, control.command)
            case ControlKind.COPY_ATTACHED:
                copy(message.attached[control.part].text)
            case ControlKind.COPY_CODE:
                self._copy_code(turn, control.part)
            case ControlKind.ACTION if message.error is not None:
                error = message.error
                action = error.other_action if control.part else error.action
                if not must_wait(error, action):
                    self._pane.action_requested.emit(message.id, action)
            case _:
                self._fold(turn, control)

    def copy(self) -> None:
        """Put the selected text on the clipboard."""
        text = selected_text(self._pane.selection, self._pane.column)
        if text:
            copy(text)

    def select_all(self) -> None:
        """Select the turn that was clicked last; all turns if it is selected already."""
        count = len(self._pane.column)
        if not count:
            return
        turn = min(self.turn if self.turn is not None else count - 1, count - 1)
        selection = self._pane.selection
        if selection.covers_turn(turn):
            selection.select_turns(0, count - 1)
        else:
            selection.select_turns(turn, turn)
        self._pane.viewport().update()

    def _fold(self, turn: int, control: Control) -> None:
        """Open or close a part without moving what is above it.

        Details alone stand above their own button: at the end it stays under the pointer.
        """
        folds = self._pane.column.view(turn).folds
        match control.kind:
            case ControlKind.DETAILS:
                folds.details = not folds.details
            case ControlKind.THINKING:
                folds.thinking = not folds.thinking
            case ControlKind.ATTACHED:
                folds.attached ^= {control.part}
        scroller = self._pane.scroller
        scroller.is_following &= control.kind is ControlKind.DETAILS
        self._pane.column.refold(turn)
        self._pane.refresh()
        self._pane.scroll_to(scroller.offset)

    def _copy_code(self, turn: int, part: int) -> None:
        for piece in self._pane.column.view(turn).pieces:
            if isinstance(piece, CodePiece) and piece.part == part:
                copy(piece.code)

    def take(self, event: QEvent) -> bool:
        """Handle an event of the window; return whether that is all there is to do."""
        match event.type():
            case QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                self.mouse_press(event)
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                self.mouse_move(event)
            case QEvent.Type.MouseButtonRelease if isinstance(event, QMouseEvent):
                self.mouse_release(event)
            case QEvent.Type.MouseButtonDblClick if isinstance(event, QMouseEvent):
                self.mouse_double_click(event)
            case QEvent.Type.ContextMenu if isinstance(event, QContextMenuEvent):
                self.context_menu(event)
            case QEvent.Type.ToolTip if isinstance(event, QHelpEvent):
                tip = self.tip(QPointF(event.pos()))
                QToolTip.showText(event.globalPos(), tip, self._pane)
            case QEvent.Type.Leave:
                self._hover(Spot())
                return False
            case _:
                return False
        return True

    # --- mouse -----------------------------------------------------------------------------------

    def mouse_press(self, event: QMouseEvent) -> None:
        """Begin a press, a click on a link or a selection."""
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._pressed = spot = self._spot(event.position())
        self._from = event.position()
        self.turn = spot.turn if spot.turn is not None else self.turn
        if spot.control is None:
            if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                self._pane.selection.extend(spot.place)
            else:
                self._pane.selection.begin(spot.place)
            self._pane.viewport().update()

    def mouse_move(self, event: QMouseEvent) -> None:
        """Extend a selection, or show what is under the pointer."""
        spot = self._spot(event.position())
        if self._from is not None and self._pressed.control is None:
            if self._is_drag(event.position()):
                self._pane.selection.extend(spot.place)
                self._drag_scroll(event.position())
                self._pane.viewport().update()
            return
        self._hover(spot)

    def mouse_release(self, event: QMouseEvent) -> None:
        """End a press: do it if the pointer is still where it began."""
        if self._from is None or event.button() != Qt.MouseButton.LeftButton:
            return
        pressed, is_drag = self._pressed, self._is_drag(event.position())
        self._pressed, self._from = Spot(), None
        spot = self._spot(event.position())
        if pressed.control is not None:
            if pressed.control.is_same(spot.control) and pressed.turn == spot.turn:
                if _leads_on(pressed.control):
                    self._pane.let_go.emit()
                self.press(pressed.place.turn, pressed.control)
        elif pressed.link and pressed.link == spot.link and not is_drag:
            self._open(pressed.link)

    def mouse_double_click(self, event: QMouseEvent) -> None:
        """Select the word under the pointer."""
        spot = self._spot(event.position())
        if spot.control is not None or spot.piece is None:
            self.mouse_press(event)
            return
        start, end = spot.piece.word_at(spot.place.position)
        turn, piece = spot.place.turn, spot.place.piece
        self._pane.selection.select(Place(turn, piece, start), Place(turn, piece, end))
        self._pane.viewport().update()

    def wheel(self, event: QWheelEvent) -> bool:
        """Scroll wide code sideways; return whether the wheel was meant for that."""
        delta = event.angleDelta()
        is_shifted = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        sideways = delta.x() or (delta.y() if is_shifted else 0)
        if not sideways or (abs(sideways) < abs(delta.y()) and not is_shifted):
            return False
        spot = self._spot(event.position())
        if spot.piece is not None and spot.piece.scroll_sideways(-sideways / 2):
            self._pane.update_turn(spot.place.turn)
        return True

    def tip(self, point: QPointF) -> str:
        """Return what a tooltip says at a point."""
        spot = self._spot(point)
        return spot.control.tip if spot.control else spot.link

    def context_menu(self, event: QContextMenuEvent) -> None:
        """Open the menu for what is under the pointer."""
        pane = self._pane
        spot = self._spot(QPointF(event.pos()))
        turn = spot.place.turn
        menu = QMenu(pane)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        chosen = menu.addAction("Copy", self.copy)
        chosen.setEnabled(not pane.selection.is_empty)
        if turn < len(pane.column):
            text = pane.column.messages[turn].sent_text
            menu.addAction("Copy turn", lambda: copy(text)).setEnabled(bool(text))
        if spot.link:
            menu.addAction("Copy link address", lambda: copy(spot.link))
        if turn < len(pane.column):
            self._offer_commands(menu, turn)
        menu.popup(event.globalPos())

    def _offer_commands(self, menu: QMenu, turn: int) -> None:
        """Put what can be asked for at the turn into the menu."""
        controls = [
            control
            for control in self._pane.column.view(turn).foot.controls
            if control.kind is ControlKind.COMMAND
        ]
        if controls:
            menu.addSeparator()
        for control in controls:
            menu.addAction(control.name, partial(self.press, turn, control))

    def _spot(self, point: QPointF) -> Spot:
        return spot_at(self._pane.column, self._pane.in_column(point))

    def _is_drag(self, point: QPointF) -> bool:
        far = QApplication.startDragDistance() / 2
        return self._from is not None and (point - self._from).manhattanLength() >= far

    def _drag_scroll(self, point: QPointF) -> None:
        height = self._pane.viewport().height()
        if point.y() < 0:
            self._pane.scroll_by(point.y())
        elif point.y() > height:
            self._pane.scroll_by(point.y() - height)

    def _hover(self, spot: Spot) -> None:
        highlights = self._pane.highlights
        same = spot.control is highlights.hovered or (
            spot.control is not None and spot.control.is_same(highlights.hovered)
        )
        if spot.turn != highlights.hovered_turn or not same:
            self._pane.update_turn(highlights.hovered_turn)
            highlights.hovered_turn, highlights.hovered = spot.turn, spot.control
            self._pane.update_turn(spot.turn)
        self._pane.viewport().setCursor(_shape(spot))

    def _open(self, address: str) -> None:
        if address.lower().startswith(_OPENED):
            self._pane.link_activated.emit(address)


def copy(text: str) -> None:
    """Put text on the clipboard."""
    QGuiApplication.clipboard().setText(text)


def _shape(spot: Spot) -> Qt.CursorShape:
    if spot.control is not None and not spot.control.is_usable:
        return Qt.CursorShape.ArrowCursor
    if spot.control is not None or spot.link.lower().startswith(_OPENED):
        return Qt.CursorShape.PointingHandCursor
    return Qt.CursorShape.IBeamCursor if spot.is_text else Qt.CursorShape.ArrowCursor


def _leads_on(control: Control) -> bool:
    """Whether one writes on after this; versions are walked on with the keyboard here."""
    is_command = control.kind is ControlKind.COMMAND and control.command not in VERSION_STEPS
    return is_command or (control.kind is ControlKind.ACTION and control.is_usable)
