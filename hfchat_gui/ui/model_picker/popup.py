"""The picker: a card that floats in the window, with a field, the models, and server options.

It is a child of the window and no window of its own: no grab, no nested loop, the same on every
platform, and drawn with everything else.
"""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.origin import origin_or_none
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.floating_card import FloatingCard
from hfchat_gui.ui.controls.search_field import SearchField
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.palette import SPACE_S
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.address_options import AddressOptions
from hfchat_gui.ui.model_picker.offer_list import OfferList
from hfchat_gui.ui.model_picker.offers import ROUTER_KEY, Offer
from hfchat_gui.ui.model_picker.shelf import Shelf
from hfchat_gui.ui.model_picker.stock import Stock
from hfchat_gui.ui.ports import WindowPorts

WIDTH = 660
_NOTHING = "Nothing matches. Type owner/model, or a server's address."


class ModelPicker(QWidget):
    """Covers the window while it is open, so that a click beside the card closes it."""

    chosen = Signal(object, bool)  # ModelRef, and whether its place lists it
    closed = Signal()
    manage_servers_requested = Signal()
    key_not_kept = Signal(str)  # a sentence that says why

    def __init__(self, window: QWidget, ports: WindowPorts, tasks: TaskScope) -> None:
        super().__init__(window)
        self._window = window
        self._ports = ports
        self._tasks = tasks
        self._stock = Stock(ports.catalogue, tasks, self._on_answered)
        self._shelf: Shelf | None = None
        self._corner = QPoint()
        self._is_open = False
        self._card = FloatingCard(self)
        self._column = QVBoxLayout(self._card.content)
        self._filter = SearchField(self._card)
        self._list = OfferList(self._card)
        self._note = Sentence("", "secondary", self._card)
        self._problem = Sentence("", "danger", self._card)
        self._options = AddressOptions(ports, tasks, self._card)
        self._manage = Button(
            "Manage servers…",
            kind="quiet",
            icon_name="settings",
            tip="Add, change and test servers in the settings",
            parent=self._card,
        )
        self._build()
        self.hide()
        window.installEventFilter(self)

    def open_at(self, corner: QPoint, current: ModelRef) -> None:
        """Show the picker with its upper left corner there (in the window), `current` marked.

        Must be called while the loop runs: the places far away are asked.
        """
        self._corner = corner
        self._stock.ask_router()
        for server in self._ports.servers.all:
            self._stock.ask_server(server.address)
        if current.source is Source.ADDRESS:
            self._stock.ask_server(current.address)
        self._shelf = Shelf(self._ports, self._stock, current)
        self._list.close_all()
        self._cover()
        self._is_open = True
        self.show()
        self.raise_()
        self._filter.clear()
        self._refresh(current)
        self._filter.setFocus(Qt.FocusReason.PopupFocusReason)

    def close_picker(self) -> None:
        """Close without choosing."""
        if self.isVisible():
            # While it hides, Qt asks `focusNextPrevChild` for another place: none of these now.
            self._is_open = False
            self.hide()
            self._options.show_offer(None)
            self.closed.emit()

    def _build(self) -> None:
        self._filter.setAccessibleName("Find a model")
        self._filter.setPlaceholderText("A name, owner/model, or an address")
        self._filter.setToolTip(
            "Up and Down choose, Right shows a model's providers, Enter takes it"
        )
        column = self._column
        column.setContentsMargins(SPACE_S, SPACE_S, SPACE_S, SPACE_S)
        column.setSpacing(0)
        for widget in (self._filter, self._list, self._note, self._problem, self._options):
            column.addWidget(widget)
        column.addWidget(self._manage, 0, Qt.AlignmentFlag.AlignRight)
        for words in (self._note, self._problem):
            words.setContentsMargins(SPACE_S, SPACE_S // 2, SPACE_S, 0)
        self._filter.textChanged.connect(self._on_typed)
        self._filter.returnPressed.connect(self._list.choose_current)
        self._filter.installEventFilter(self)
        self._list.current_changed.connect(self._on_current_changed)
        self._list.chosen.connect(self._choose)
        self._list.retry_requested.connect(self._on_retry)
        self._list.size_changed.connect(self._place)
        self._options.confirmed.connect(self._list.choose_current)
        self._options.changed.connect(self._on_retry)
        self._options.grew.connect(self._place)
        self._manage.clicked.connect(self._on_manage)
        theme().changed.connect(self._on_theme_changed)

    def _on_theme_changed(self) -> None:
        if self._is_open:
            self._place()  # the text may have another size

    def _refresh(self, wanted: ModelRef | None = None) -> None:
        if self._shelf is None:  # not opened yet
            return
        found = self._shelf.found(self._filter.text())
        likely = found.likely.model if found.likely else None
        words = found.problem or ("" if found.rows else _NOTHING)
        self._problem.say(words, "danger" if found.problem else "secondary")
        self._list.show_rows(found.rows, wanted or likely)  # which places the card
        self._list.reveal()

    # What the person does.

    def _on_typed(self) -> None:
        self._refresh()

    def _on_current_changed(self, offer: Offer | None) -> None:
        self._note.say(self._list.current_note)
        self._options.show_offer(offer)
        self._place()
        self._list.scrollTo(self._list.currentIndex())

    def _on_retry(self, key: str) -> None:
        self._stock.forget(key)
        if key == ROUTER_KEY:
            self._stock.ask_router(fresh=True)
        else:
            self._stock.ask_server(key)
        self._on_answered()

    def _on_manage(self) -> None:
        self.close_picker()
        self.manage_servers_requested.emit()

    def _choose(self, offer: Offer) -> None:
        if offer.model.source is Source.ADDRESS:
            self._tasks.start(self._choose_at_server(offer), "choose a model")
        else:
            self._take(offer.model, is_listed=offer.is_listed)

    async def _choose_at_server(self, offer: Offer) -> None:
        model = await self._options.keep()
        if model is None or not self._is_open:
            return
        if problem := self._options.key_problem:
            self.key_not_kept.emit(problem)
        place = origin_or_none(model.address)
        if self._ports.servers.server(model.address) is None and place is not None:
            self._ports.servers.put(Server(place.place, model.address))
        listing = self._stock.listing(model.address)
        if model.name and (listing is None or model.name not in listing.names):
            self._ports.servers.remember_model(model.address, model.name)
        self._take(model, is_listed=offer.is_listed)

    def _take(self, model: ModelRef, *, is_listed: bool) -> None:
        self.close_picker()
        self.chosen.emit(model, is_listed)

    # What changes.

    def _on_answered(self) -> None:
        """Show what has come, leaving the person's place where it was."""
        if not self._is_open:
            return
        current = self._list.current
        place = self._list.verticalScrollBar().value()
        self._refresh(current.model if current else None)
        self._list.verticalScrollBar().setValue(place)

    def _cover(self) -> None:
        self.setGeometry(self._window.rect())

    def _place(self) -> None:
        """Give the card the room that it needs, and the list what the window leaves of it."""
        room = self.rect().adjusted(SPACE_S, 0, -SPACE_S, -SPACE_S)
        width = min(WIDTH, room.width())
        self._options.settle()
        fixed = max(self._column.heightForWidth(width), self._column.minimumSize().height())
        fixed -= self._list.minimumHeight()
        height = min(fixed + self._list.wanted_height(), room.bottom() - self._corner.y())
        self._list.setFixedHeight(max(height - fixed, 0))
        left = max(room.left(), min(self._corner.x(), room.right() - width))
        self._card.place(QRect(left, self._corner.y(), width, height))
        self._column.activate()  # what is scrolled to next must know its room

    # Qt's own names.

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._filter and isinstance(event, QKeyEvent):
            return event.type() == QEvent.Type.KeyPress and self._on_key(event)
        if event.type() == QEvent.Type.Resize and self.isVisible():
            self._cover()
            self._place()
        return False

    def _on_key(self, event: QKeyEvent) -> bool:
        """Move through the list while the cursor stays in the field; the rest is the field's."""
        key = Qt.Key(event.key())
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        if key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self._list.step(1 if key == Qt.Key.Key_Down else -1)
            return True
        if key == Qt.Key.Key_Right and self._filter.cursorPosition() == len(self._filter.text()):
            return self._list.open_current(True)
        return key == Qt.Key.Key_Left and self._list.open_current(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_picker()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.close_picker()

    def focusNextPrevChild(self, forward: bool) -> bool:
        places = [
            widget
            for widget in self.findChildren(QWidget)
            if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ]
        if not self._is_open or not places:  # it is being hidden
            return super().focusNextPrevChild(forward)
        now = self.focusWidget()
        number = places.index(now) if now in places else 0
        places[(number + (1 if forward else -1)) % len(places)].setFocus(
            Qt.FocusReason.TabFocusReason
        )
        return True
