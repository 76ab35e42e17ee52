"""The picker: a card that floats in the window, with a filter, the models, and server options.

It is a child of the window and no window of its own: no grab, no nested loop, the same on every
platform, and drawn with everything else.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import ModelCatalogue, Preferences
from hfchat_gui.ui.floating_card import FloatingCard
from hfchat_gui.ui.icons import icon
from hfchat_gui.ui.model_picker.address_options import AddressOptions
from hfchat_gui.ui.model_picker.offer_list import OfferList
from hfchat_gui.ui.model_picker.offers import Offer, Shelf
from hfchat_gui.ui.palette import SPACE_S
from hfchat_gui.ui.theme import theme

WIDTH = 620


class ModelPicker(QWidget):
    """Covers the window while it is open, so that a click beside the card closes it."""

    chosen = Signal(object)  # ModelRef
    closed = Signal()

    def __init__(
        self, window: QWidget, catalogue: ModelCatalogue, preferences: Preferences
    ) -> None:
        super().__init__(window)
        self._window = window
        self._catalogue = catalogue
        self._preferences = preferences
        self._shelf: Shelf | None = None
        self._corner = QPoint()
        self._is_open = False
        self._card = FloatingCard(self)
        self._column = QVBoxLayout(self._card.content)
        self._filter = QLineEdit(self._card)
        self._list = OfferList(self._card)
        self._problem = QLabel(self._card)
        self._options = AddressOptions(preferences, self._card)
        self._build()
        self.hide()
        window.installEventFilter(self)

    def open_at(self, corner: QPoint, current: ModelRef) -> None:
        """Show the picker with its upper left corner there (in the window), `current` marked."""
        self._corner = corner
        self._shelf = Shelf(self._catalogue, self._preferences, current)
        self._filter.clear()
        self._refresh(current)
        self._cover()
        self._is_open = True
        self.show()
        self.raise_()
        self._place()
        self._filter.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_picker(self) -> None:
        """Close without choosing."""
        if self.isVisible():
            # While it hides, Qt asks `focusNextPrevChild` for another place: none of these now.
            self._is_open = False
            self.hide()
            self.closed.emit()

    def _build(self) -> None:
        self._filter.setAccessibleName("Find a model")
        self._filter.setPlaceholderText("Find a model, or type org/model or an address")
        self._mark = self._filter.addAction(
            icon("search", theme().palette.text_secondary.name()),
            QLineEdit.ActionPosition.LeadingPosition,
        )
        self._problem.setProperty("tone", "danger")
        self._problem.setWordWrap(True)
        self._problem.setTextFormat(Qt.TextFormat.PlainText)
        column = self._column
        column.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        column.setSpacing(0)
        column.addWidget(self._filter)
        column.addWidget(self._list, 1)
        column.addWidget(self._problem)
        column.addWidget(self._options)
        self._filter.textChanged.connect(self._on_typed)
        self._filter.returnPressed.connect(self._list.choose_current)
        self._filter.installEventFilter(self)
        self._list.current_changed.connect(self._on_current_changed)
        self._list.chosen.connect(self._choose)
        self._options.confirmed.connect(self._list.choose_current)
        self._options.forgotten.connect(self._on_forgotten)
        theme().changed.connect(self._tint)

    def _tint(self) -> None:
        self._mark.setIcon(icon("search", theme().palette.text_secondary.name()))

    def _refresh(self, current: ModelRef | None = None) -> None:
        if self._shelf is None:  # not opened yet
            return
        found = self._shelf.offers_for(self._filter.text())
        marked = next((row for row in found.offers if row.model == current), found.likely)
        self._list.show_offers(found.offers, marked)
        nothing = "" if found.offers else "Nothing matches. Type org/model, or a server's address."
        self._problem.setText(found.problem or nothing)
        self._problem.setVisible(bool(self._problem.text()))
        self._place()

    def _on_typed(self) -> None:
        self._refresh()

    def _on_current_changed(self, offer: Offer | None) -> None:
        self._options.show_offer(offer)
        self._place()

    def _on_forgotten(self, address: str) -> None:
        self._preferences.forget_address(address)
        self._refresh()
        self._filter.setFocus()

    def _choose(self, offer: Offer) -> None:
        is_server = offer.model.source is Source.ADDRESS
        model = self._options.model() if is_server else offer.model
        self.close_picker()
        self.chosen.emit(model)

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())

    def _place(self) -> None:
        self._list.setFixedHeight(0)
        self._column.activate()
        room = self.rect().adjusted(SPACE_S, 0, -SPACE_S, -SPACE_S)
        fixed = self._column.minimumSize().height()
        height = min(fixed + self._list.wanted_height(), room.bottom() - self._corner.y())
        self._list.setFixedHeight(max(height - fixed, 0))
        width = min(WIDTH, room.width())
        left = max(room.left(), min(self._corner.x(), room.right() - width))
        self._card.place(QRect(left, self._corner.y(), width, height))

    # Qt's own names.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._filter and isinstance(event, QKeyEvent):
            steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
            key = Qt.Key(event.key())
            if event.type() == QEvent.Type.KeyPress and key in steps:
                self._list.move(steps[key])
                return True
        elif event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
            self._place()
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_picker()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close_picker()

    def focusNextPrevChild(self, forward: bool) -> bool:
        if not self._is_open:
            return super().focusNextPrevChild(forward)
        places = [
            widget
            for widget in self.findChildren(QWidget)
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        now = self.focusWidget()
        number = places.index(now) if now in places else 0
        places[(number + (1 if forward else -1)) % len(places)].setFocus(
            Qt.FocusReason.TabFocusReason
        )
        return True
