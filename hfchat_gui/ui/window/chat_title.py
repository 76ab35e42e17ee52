"""The open chat's title in the bar, which becomes a field when it is to be changed."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QWidget

from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.title_field import TitleField
from hfchat_gui.ui.look.palette import SPACE_M
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.shortcuts import Command, with_keys
from hfchat_gui.ui.wording import cut

_LEAST_IN_LETTERS, _FIELD_IN_LETTERS, _WIDEST_IN_LETTERS = 8, 24, 48


class ChatTitle(QWidget):
    """A double click, or `begin`, opens the field; Enter and leaving it keep, Esc drops the change.

    An empty title is a wish too: it goes back to the one that was made from the chat.
    """

    renamed = Signal(str, str)  # conversation id, title

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._conversation_id = ""
        self._title = ""
        self._is_editing = False
        self._button = _TitleButton(self)
        self._field = TitleField(self)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._button)
        self._stack.addWidget(self._field)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._button.clicked.connect(self._on_clicked)
        self._button.double_clicked.connect(self.begin)
        self._field.kept.connect(self._on_kept)
        self._field.dropped.connect(self._on_dropped)
        theme().changed.connect(self._fit)

    @property
    def last_part(self) -> QWidget:
        """What comes last in here for the Tab key."""
        return self._field

    def show_title(self, conversation_id: str, title: str) -> None:
        """Show the title of this chat; what is being typed for another one is kept as its name."""
        if conversation_id != self._conversation_id:
            self._on_kept()
            self._conversation_id = conversation_id
        if title != self._title:
            self._title = title
            self._button.show_title(title)
            self._fit()

    def begin(self) -> None:
        """Open the field, all of the title selected."""
        if self.isHidden():
            return
        self._is_editing = True
        self._field.setText(self._title)
        self._fit()
        self._stack.setCurrentWidget(self._field)
        self._field.selectAll()
        self._field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _on_clicked(self) -> None:
        if self._button.hasFocus():  # pressed by a key; a single click does nothing
            self.begin()

    def _on_kept(self) -> None:
        if not self._is_editing:
            return  # the field lost the keyboard because it is being closed
        text = " ".join(self._field.text().split())
        self._show_button()
        if text != self._title:
            self.renamed.emit(self._conversation_id, text)

    def _on_dropped(self) -> None:
        self._show_button()
        self._button.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_button(self) -> None:
        self._is_editing = False
        self._fit()
        self._stack.setCurrentWidget(self._button)

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        widest = metrics.averageCharWidth() * _WIDEST_IN_LETTERS
        wanted = metrics.horizontalAdvance(cut(self._title)) + 3 * SPACE_M
        self.updateGeometry()
        self.setMaximumWidth(widest if self._is_editing else min(wanted, widest))

    # Qt's own names.

    def sizeHint(self) -> QSize:
        """Ask for little, so that the model's name comes first; `_fit` says how much is of use."""
        letters = _FIELD_IN_LETTERS if self._is_editing else _LEAST_IN_LETTERS
        width = self.fontMetrics().averageCharWidth() * letters
        return QSize(width, self._field.sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()


class _TitleButton(Button):
    double_clicked = Signal()

    def __init__(self, parent: QWidget) -> None:
        super().__init__("", kind="quiet", parent=parent)
        self._title = ""
        self.setAccessibleName("Title")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setProperty("tone", "secondary")

    def show_title(self, title: str) -> None:
        """Show as much of the title as there is room for."""
        self._title = title
        self.setAccessibleDescription(cut(title))
        tip = with_keys("Rename it with a double click", Command.RENAME_CHAT)
        self.setToolTip(f"{cut(title)}\n{tip}")
        self._elide()

    def _elide(self) -> None:
        room = self.width() - 2 * SPACE_M
        metrics = self.fontMetrics()
        shown = metrics.elidedText(cut(self._title), Qt.TextElideMode.ElideRight, max(room, 0))
        self.setText(shown.replace("&", "&&"))

    # Qt's own names.

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.double_clicked.emit()
