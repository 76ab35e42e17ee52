"""The system prompt: one quiet line that opens into an editor below it when it is entered."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QMimeData, QObject, QRect, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QFocusEvent,
    QFontMetrics,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
)
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QVBoxLayout, QWidget

from hfchat_gui.ui.composer.handed_over import is_for_the_pane
from hfchat_gui.ui.composer.message_edit import fits
from hfchat_gui.ui.controls.exact_text import ExactText
from hfchat_gui.ui.look.fonts import small_font, with_text
from hfchat_gui.ui.look.icons import paint_icon
from hfchat_gui.ui.look.palette import (
    FOCUS_RING,
    ICON_SIZE,
    RADIUS_CARD,
    SPACE_M,
    SPACE_S,
    SPACE_XS,
)
from hfchat_gui.ui.look.theme import keep_font, theme
from hfchat_gui.ui.shortcuts import Command, with_keys

_PAUSE = 400  # milliseconds without a key press until the text is handed on
_OPEN_LINES = 5
_GAP = SPACE_XS  # below the open editor
_INSET = SPACE_XS  # above the title
_TITLE = "System prompt"
_HINT = "Esc closes"
_NONE = "none"
_TIP = "What every reply should keep to"


class SystemPrompt(QWidget):
    """Hands on what was written when it is left, and after a pause in typing.

    Esc leaves it, and so does a click anywhere else in the window.
    """

    edited = Signal(str)
    left = Signal()
    paste_refused = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._edit = _Editor(self)
        self._typed = ExactText(self._edit.document())
        self._line = _Line(self)
        self._is_open = False
        self._shown = ""
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE)
        self._pause.timeout.connect(self.hand_on)
        self._edit.textChanged.connect(self._on_typed)
        self._edit.folded.connect(self._on_folded)
        self._edit.left.connect(self.left)
        self._edit.focus_changed.connect(self.update)
        self._edit.paste_refused.connect(self.paste_refused)
        self._line.pressed.connect(self._on_line_pressed)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self._edit)
        self._on_folded(True)
        theme().changed.connect(self._on_theme_changed)
        self.setFocusProxy(self._edit)

    def show_text(self, text: str) -> None:
        """Show the prompt of another conversation, or of this one changed elsewhere."""
        if text != self._typed.text:
            self._edit.setPlainText(text)
            self._typed.note(text)
        self._shown = text
        self._line.show_text(text)
        self._pause.stop()

    def hand_on(self) -> None:
        """Announce the text now, if it is another one than was shown or announced last."""
        self._pause.stop()
        text = self._typed.text
        self._line.show_text(text)
        if text != self._shown:
            self._shown = text
            self.edited.emit(text)

    def _on_typed(self) -> None:
        self._pause.start()

    def _on_folded(self, folded: bool) -> None:
        self._is_open = not folded
        self._line.show_open(is_open=self._is_open)
        app = QApplication.instance()
        if app is not None:
            (app.removeEventFilter if folded else app.installEventFilter)(self)
        if folded:
            self._column.setContentsMargins(0, 0, 0, 0)
            self.hand_on()
        else:
            top = _INSET + self._line.wanted_height
            self._column.setContentsMargins(SPACE_M, top, SPACE_S, SPACE_S + _GAP)
        self._place_line()
        self.update()

    def _on_theme_changed(self) -> None:
        if self._is_open:  # its title has another height now
            top = _INSET + self._line.wanted_height
            self._column.setContentsMargins(SPACE_M, top, SPACE_S, SPACE_S + _GAP)
        self._place_line()

    def _place_line(self) -> None:
        if self._is_open:
            width = self.width() - 2 * SPACE_S
            self._line.setGeometry(QRect(SPACE_S, _INSET, width, self._line.wanted_height))
        else:
            self._line.setGeometry(self.rect())

    def _on_line_pressed(self) -> None:
        if self._is_open:
            self.left.emit()
        else:
            self._edit.setFocus(Qt.FocusReason.MouseFocusReason)

    def _on_clicked_elsewhere(self) -> None:
        if self._edit.hasFocus():  # else what was clicked has taken it, or opened something
            self.left.emit()

    # Qt's own names.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Buttons take no focus by the mouse. Later: what is clicked must not move under the click.
        if (
            event.type() == QEvent.Type.MouseButtonRelease
            and isinstance(watched, QWidget)
            and watched.window() is self.window()
            and watched is not self
            and not self.isAncestorOf(watched)
        ):
            QTimer.singleShot(0, self._on_clicked_elsewhere)
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._place_line()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_open:
            return
        palette = theme().palette
        focused = self._edit.hasFocus()
        width = FOCUS_RING if focused else 1
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(palette.accent if focused else palette.control_border, width))
        painter.setBrush(palette.card if palette.is_dark else palette.window)
        inset = width / 2
        frame = QRectF(self.rect()).adjusted(inset, inset, -inset, -inset - _GAP)
        painter.drawRoundedRect(frame, RADIUS_CARD, RADIUS_CARD)
        painter.end()


class _Editor(QPlainTextEdit):
    """One line high and blank while it has no focus, a plain editor while it has."""

    folded = Signal(bool)
    focus_changed = Signal()
    left = Signal()
    paste_refused = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._is_folded = True
        self.setAccessibleName("System prompt")
        self.setToolTip(with_keys(_TIP, Command.SYSTEM_PROMPT))
        self.setTabChangesFocus(True)
        self.setProperty("kind", "bare")
        self.document().setDocumentMargin(0)
        self.document().clearUndoRedoStacks()  # the margin is nothing that a person did
        self.setPlaceholderText("How should the model answer? It holds from the next reply on.")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._fold(True)
        theme().changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        self._fold(self._is_folded)

    def _fold(self, folded: bool) -> None:
        self._is_folded = folded
        policy = Qt.ScrollBarPolicy
        self.setVerticalScrollBarPolicy(
            policy.ScrollBarAlwaysOff if folded else policy.ScrollBarAsNeeded
        )
        line = self.fontMetrics().lineSpacing()
        low = QFontMetrics(small_font()).lineSpacing() + SPACE_S
        self.setFixedHeight(low if folded else _OPEN_LINES * line + SPACE_XS)

    # Qt's own names.

    def event(self, event: QEvent) -> bool:
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Escape  # ours, though it also stops a reply
        ):
            event.accept()
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self._is_folded:
            self._fold(False)
            self.moveCursor(QTextCursor.MoveOperation.End)
            self.folded.emit(False)
        super().focusInEvent(event)
        self.focus_changed.emit()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.focus_changed.emit()
        stays = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
        if event.reason() not in stays:
            self._fold(True)
            self.folded.emit(True)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return source.hasText() and not is_for_the_pane(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        if fits(source.text(), self.document().characterCount()):
            self.insertPlainText(source.text())
        else:
            self.paste_refused.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._is_folded:
            super().paintEvent(event)


class _Line(QWidget):
    """The folded prompt: what can be read of it in one line; the title above the open one."""

    pressed = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._text = _NONE
        self._is_open = False
        keep_font(self, small_font)
        self.setToolTip(with_keys(_TIP, Command.SYSTEM_PROMPT))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme().changed.connect(self.update)

    @property
    def wanted_height(self) -> int:
        """The height in pixels that the title needs."""
        return self.fontMetrics().height() + SPACE_S

    def show_open(self, *, is_open: bool) -> None:
        """Be the title of the open prompt, or the folded one."""
        self._is_open = is_open
        self.update()

    def show_text(self, text: str) -> None:
        """Show the beginning of `text`."""
        self._text = " ".join(text[:500].split()) or _NONE
        self.update()

    # Qt's own names.

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.pressed.emit()

    def paintEvent(self, event: QPaintEvent) -> None:
        palette = theme().palette
        painter = QPainter(self)
        side = with_text(ICON_SIZE)
        mark = QRectF(SPACE_XS, (self.height() - side) / 2, side, side)
        arrow = "chevron-down" if self._is_open else "chevron-right"
        paint_icon(painter, arrow, mark, palette.text_secondary)
        painter.setPen(palette.text_secondary)
        room = self.rect().adjusted(side + SPACE_S + SPACE_XS, 0, -SPACE_XS, 0)
        line = _TITLE if self._is_open else f"{_TITLE}: {self._text}"
        line = self.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, room.width())
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter), line)
        if self._is_open:
            right = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
            painter.drawText(room, int(right), _HINT)
        painter.end()
