"""The chat pane: reads a conversation, draws its turns, and decides nothing."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QWidget

from hfchat_gui.conversation.changes import (
    ConversationChange,
    DetailsChanged,
    MessageAdded,
    PathChanged,
    ReplyGrew,
    ReplySettled,
)
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.message import Message
from hfchat_gui.ui.look import theme
from hfchat_gui.ui.look.palette import COLUMN_WIDTH, FOCUS_RING, SPACE_M, Palette
from hfchat_gui.ui.transcript import accessible, keys
from hfchat_gui.ui.transcript.column import Column
from hfchat_gui.ui.transcript.controls import Control, paint_ring
from hfchat_gui.ui.transcript.following import Following
from hfchat_gui.ui.transcript.hands import Hands
from hfchat_gui.ui.transcript.jump_button import JumpButton
from hfchat_gui.ui.transcript.later_work import LaterWork
from hfchat_gui.ui.transcript.painting import Highlights, Painter
from hfchat_gui.ui.transcript.scroller import Scroller
from hfchat_gui.ui.transcript.selection import Selection
from hfchat_gui.ui.transcript.shown_path import ShownPath
from hfchat_gui.ui.transcript.spoken import Spoken
from hfchat_gui.ui.transcript.standing import ALONE, Standing, standing_of
from hfchat_gui.ui.transcript.style import Style
from hfchat_gui.ui.transcript.waiting_clock import WaitingClock
from hfchat_gui.ui.transcript.warm_up import warm_up

_INSET = 20  # the column's text stands this far inside `COLUMN_WIDTH`


class Transcript(QAbstractScrollArea):
    """Shows one conversation. It listens by itself from `show_conversation` on.

    `action_requested` carries a message's id and the `Action` of its error card, whose button was
    pressed; `turn_command` a message's id and the `TurnCommand` that was asked for; and
    `link_activated` an http, https or mailto address that was clicked. Before what is asked for by
    the mouse, `let_go` says that the keyboard is not needed here.
    """

    action_requested = Signal(str, object)
    turn_command = Signal(str, object)
    link_activated = Signal(str)
    let_go = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        accessible.install()
        super().__init__(parent)
        self._palette = theme.current()
        self._conversation: Conversation | None = None
        self._first_sent: str | None = None
        self._following = Following(self, self._on_change)
        self.column = Column(Style.made(self._palette), self._standing)
        self.scroller = Scroller(self.column)
        self._path = ShownPath(self.column, self.scroller)
        self.selection = Selection()
        self.highlights = Highlights()
        self._painter = Painter(self.column, self.selection, self.highlights)
        self._spoken = Spoken(self)
        self._hands = Hands(self)
        self._jump = JumpButton(self, self.column.style)
        self._jump.clicked.connect(self.jump_to_end)
        self._later = LaterWork(self)
        self._is_syncing = False
        self._shows_ring = False
        self._bar_timer = QTimer(self)
        self._bar_timer.setSingleShot(True)
        self._bar_timer.timeout.connect(self._sync_bar)
        self._clock = WaitingClock(self)
        self._set_up()

    def _set_up(self) -> None:
        self.setAccessibleName("Transcript")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setViewportMargins(FOCUS_RING, FOCUS_RING, 0, FOCUS_RING)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        viewport = self.viewport()
        viewport.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        viewport.setMouseTracking(True)
        self.verticalScrollBar().setSingleStep(40)
        warm_up(self.column.style)

    # --- what is shown ---------------------------------------------------------------------------

    def show_conversation(self, conversation: Conversation | None) -> None:
        """Show another conversation from its end, or none."""
        self._conversation = conversation
        self._following.follow(conversation)
        self.selection.clear()
        self.highlights.clear()
        self._path.show(conversation)
        self._first_sent = conversation.details.first_sent if conversation else None
        self.refresh()

    def set_palette(self, palette: Palette) -> None:
        """Draw in other colours from now on."""
        self._palette = palette
        self._restyle()

    def jump_to_end(self) -> None:
        """Go to the end and follow it."""
        self.scroller.follow()
        self.refresh()

    def _restyle(self) -> None:
        style = Style.made(self._palette)
        self.scroller.settle_after(lambda: self.column.resize(self.column.width, style))
        self._jump.take_style(style)
        self.refresh()

    def _standing(self, message: Message) -> Standing:
        return standing_of(self._conversation, message) if self._conversation else ALONE

    # --- changes ---------------------------------------------------------------------------------

    def _on_change(self, change: ConversationChange) -> None:
        if self._conversation is None:
            return
        match change:
            case MessageAdded(message_id):
                self._add(self._conversation, self._conversation.message(message_id))
            case ReplyGrew(message_id) | ReplySettled(message_id):
                self._take(self._conversation.message(message_id))
            case PathChanged():
                self._follow_path(self._conversation)
            case DetailsChanged() if self._first_sent != self._conversation.details.first_sent:
                self._first_sent = self._conversation.details.first_sent
                self._stand_anew()
            case _:
                pass

    def _add(self, conversation: Conversation, message: Message) -> None:
        if self._path.add(conversation, message):
            keys.keep_focus(self)
            self.refresh()
            accessible.tell(self._spoken, len(self.column) - 1, QAccessible.Event.ObjectShow)

    def _follow_path(self, conversation: Conversation) -> None:
        kept = self._path.follow(conversation)
        if not self.selection.is_empty and self.selection.ends[1].turn >= kept:
            self.selection.clear()
        keys.keep_focus(self)
        self.refresh()
        if kept < len(self.column):
            accessible.tell(self._spoken, kept, QAccessible.Event.NameChanged)

    def _stand_anew(self) -> None:
        """Offer at every turn what can be done there now."""
        self.scroller.settle_after(self.column.stand_anew)
        keys.keep_focus(self)
        self.refresh()

    def _take(self, message: Message) -> None:
        turn = self.column.place_of(message.id)
        if turn is None:
            return
        was_open = self.column.messages[turn].state.is_open
        changed = self.column.change(message)
        self._show_growth(changed)
        if was_open and not message.state.is_open:
            self._stand_anew()
            accessible.tell(self._spoken, turn, QAccessible.Event.NameChanged)

    def _show_growth(self, changed: float | None) -> None:
        """Draw what lies below `changed`; move what is above it by a blit."""
        scroller = self.scroller
        before = scroller.offset
        if changed is not None and changed < before + scroller.height + 400:
            top = max(changed, before)
            self.column.measure(top, top + scroller.height + 400)
        moved = scroller.settle()
        if moved or changed is None:
            self.viewport().update()
        else:
            self._blit(before - scroller.offset)
            top = int(changed - scroller.offset) - 2
            if top < scroller.height:
                self.viewport().update(0, top, self.viewport().width(), scroller.height - top)
        self._after_move()

    def refresh(self) -> None:
        """Measure, place and draw all that can be seen."""
        self.scroller.settle()
        self.viewport().update()
        self._after_move()
        self._sync_bar()

    def read_on(self, until: float) -> None:
        """Read more of long texts, until a time of `perf_counter`."""
        self._do_later(lambda: self.column.read_on(until))

    def look_around(self, until: float) -> None:
        """Measure what is just outside the window, until a time of `perf_counter`."""
        self._do_later(lambda: self.scroller.look_around(until))

    def _do_later(self, work: Callable[[], None]) -> None:
        before = self.scroller.offset, self.column.total
        self.scroller.settle_after(work)
        if (self.scroller.offset, self.column.total) != before:
            self.viewport().update()
            self._after_move()

    def _blit(self, distance: int) -> None:
        if not distance:
            return
        if abs(distance) < self.scroller.height:
            self.viewport().scroll(0, distance)
        else:
            self.viewport().update()

    def _after_move(self) -> None:
        scroller = self.scroller
        self._jump.setVisible(not scroller.is_following and not scroller.is_at_end)
        if scroller.bar_is_due():
            self._sync_bar()
        elif not self._bar_timer.isActive():
            self._bar_timer.start(250)
        self._clock.run()

    def redraw(self, message: Message) -> None:
        """Draw what has changed of a turn with the time alone."""
        self._show_growth(self.column.change(message))

    # --- scrolling -------------------------------------------------------------------------------

    def scroll_by(self, distance: float) -> None:
        """Move the window down the column."""
        self.scroll_to(self.scroller.offset + distance)

    def scroll_to(self, offset: float) -> None:
        """Move the window to a place in the column."""
        distance = self.scroller.go(offset)
        if self.scroller.settle():
            self.viewport().update()
        else:
            self._blit(distance)
        self._after_move()
        self._sync_bar()

    def _sync_bar(self) -> None:
        """Move the scroll bar, and do the rest that need not be done in each frame."""
        self._bar_timer.stop()
        offset, height = self.scroller.offset, self.scroller.height
        self.column.release(offset, offset + height)
        self._later.wake()
        self.scroller.bar_is_due(at_once=True)
        bar = self.verticalScrollBar()
        self._is_syncing = True
        bar.setRange(0, max(0, self.scroller.last))
        bar.setPageStep(self.scroller.height)
        bar.setValue(max(0, self.scroller.offset))
        self._is_syncing = False

    # --- places ----------------------------------------------------------------------------------

    @property
    def left(self) -> int:
        """Where the column begins in the window: in the same place with a scroll bar."""
        return (self.width() - self.column.width) // 2 - self.viewport().x()

    def in_column(self, point: QPointF) -> QPointF:
        """Return a point of the window in the column's coordinates."""
        return point + QPointF(-self.left, self.scroller.offset)

    def visible_controls(self) -> list[tuple[int, Control]]:
        """Return what can be pressed now, from top to bottom."""
        top = self.scroller.offset
        bottom = top + self.scroller.height
        found = []
        for turn, view in self.column.between(top, bottom):
            start = self.column.top(turn)
            for placed in view.controls():
                rect = placed.rect.translated(0, start)
                if rect.bottom() > top and rect.top() < bottom:
                    found.append((turn, placed.control))
        return found

    def update_turn(self, turn: int | None) -> None:
        """Draw a turn anew."""
        if turn is not None and turn < len(self.column):
            top = self.column.top(turn) - self.scroller.offset
            rect = QRect(0, top - 2, self.viewport().width(), self.column.height(turn) + 4)
            self.viewport().update(rect)

    def press(self, turn: int, control: Control) -> None:
        """Do what a control is for."""
        self._hands.press(turn, control)

    def spoken_pane(self) -> Spoken:
        """Return what the accessibility items ask."""
        return self._spoken

    @property
    def jump_button(self) -> JumpButton:
        """The button that appears when the end is not followed."""
        return self._jump

    # --- Qt --------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        region = event.rect()
        painter.fillRect(region, self._palette.window)
        offset = self.scroller.offset
        painter.translate(0, -offset)
        self._painter.paint(painter, self.left, QRectF(region).translated(0, offset))
        painter.end()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Paint:
            self._paint_frame()
            return True
        return super().event(event)

    def _paint_frame(self) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), self._palette.window)
        if self._shows_ring and self.hasFocus() and self.highlights.focused is None:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_ring(painter, QRectF(self.rect()), self.column.style)
        painter.end()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        if not self._is_syncing:
            self.scroll_to(self.verticalScrollBar().value())

    def resizeEvent(self, event: QResizeEvent) -> None:
        viewport = self.viewport()
        width = max(80, min(COLUMN_WIDTH, self.width() - 2 * SPACE_M) - 2 * _INSET)
        self.scroller.set_pixel_ratio(self.devicePixelRatioF())
        self.scroller.height = viewport.height()
        if width != self.column.width:
            self.scroller.settle_after(lambda: self.column.resize(width, self.column.style))
        self._jump.place()
        self.refresh()
        self.scroller.is_following |= self.scroller.is_at_end  # the window may have grown

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._clock.run()

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._hands.wheel(event):
            self._sync_bar()
            super().wheelEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not keys.press(self, self._hands, event):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        return keys.move_focus(self, forward=forward) or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if event.reason() is not Qt.FocusReason.ActiveWindowFocusReason:
            self._shows_ring = event.reason() is not Qt.FocusReason.MouseFocusReason
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.highlights.focused = None
        self.update_turn(self.highlights.focused_turn)
        self.highlights.focused_turn = None
        self.update()

    def viewportEvent(self, event: QEvent) -> bool:
        return self._hands.take(event) or super().viewportEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange:
            self._restyle()

    def global_rect(self, rect: QRectF) -> QRect:
        """Return a rectangle of the column on the screen."""
        inside = rect.translated(self.left, -self.scroller.offset).toRect()
        return inside.translated(self.viewport().mapToGlobal(QPoint(0, 0)))
