"""The chat pane as screen readers and other tools see it: a list whose items are the turns.

A turn is an item although it is no widget: its name begins with who speaks, its text is all it
says, and its buttons are its children. Turns far outside the window are there like any other.

`interface_cast` must return a wrapper or a `VoidPtr`: with None or 0 PySide aborts the process.
Items are kept for good once they were asked for, because Qt holds bare pointers to them.
"""

from __future__ import annotations

from typing import Any, Protocol

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleActionInterface,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleObject,
    QAccessibleTextInterface,
    QWindow,
)
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import VoidPtr

from hfchat_gui.conversation.message import Message
from hfchat_gui.ui.transcript.controls import Control
from hfchat_gui.ui.transcript.safe_answers import answering
from hfchat_gui.ui.transcript.utf16 import encoded, part
from hfchat_gui.ui.transcript.wording import spoken_name, spoken_text

_NOTHING = VoidPtr(0)


class SpokenPane(Protocol):
    """What the items ask of the pane. Rectangles are in the screen's coordinates.

    Once `is_alive` says no there are no turns any more, and the rest must not be asked.
    """

    def is_alive(self) -> bool: ...
    def widget(self) -> QWidget: ...
    def turn_count(self) -> int: ...
    def turn_message(self, turn: int) -> Message: ...
    def turn_remark(self, turn: int) -> str: ...
    def turn_at(self, point: QPoint) -> int | None: ...
    def turn_rect(self, turn: int) -> QRect: ...
    def turn_controls(self, turn: int) -> list[Control]: ...
    def control_rect(self, turn: int, control: Control) -> QRect: ...
    def press(self, turn: int, control: Control) -> None: ...
    def child_widgets(self) -> list[QWidget]: ...


@answering
class _Item(QAccessibleInterface):
    """What turns and buttons have in common: no object of their own, a place in the pane."""

    def __init__(self, pane: SpokenPane) -> None:
        super().__init__()
        self._pane = pane

    def isValid(self) -> bool:
        """Say whether there is anything to ask: whoever still asks a turn or a button that is gone
        hears that it is not to be seen, since Qt complains aloud of one that is not valid.
        """
        return self._pane.is_alive()

    def object(self) -> Any:
        return None

    def window(self) -> Any:
        return window_of(self._pane)

    def child(self, index: int) -> Any:
        return None

    def childCount(self) -> int:
        return 0

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return -1

    def childAt(self, x: int, y: int) -> Any:
        for index in range(self.childCount()):
            child = self.child(index)
            if child.rect().contains(x, y):
                return child
        return None

    def setText(self, kind: QAccessible.Text, text: str) -> None:
        """Nothing here can be named anew from outside."""


@answering
class ButtonItem(_Item):
    """A button of a turn."""

    def __init__(self, pane: SpokenPane, turn: TurnItem, known: Control) -> None:
        super().__init__(pane)
        self._turn = turn
        self._known = known
        self._press = _Press(self)

    def control(self) -> Control | None:
        """Return the button as it is now, None while it is not offered."""
        return next((each for each in self._turn.controls() if each.is_same(self._known)), None)

    def press(self) -> None:
        """Do what a click does."""
        if control := self.control():
            self._pane.press(self._turn.turn, control)

    def parent(self) -> QAccessibleInterface:
        return self._turn

    def rect(self) -> QRect:
        control = self.control()
        return self._pane.control_rect(self._turn.turn, control) if control else QRect()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.Button

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        control = self.control()
        is_there = control is not None
        state.focusable = is_there
        state.disabled = control is not None and not control.is_usable
        state.invisible = not is_there
        return state

    def text(self, kind: QAccessible.Text) -> str:
        control = self.control()
        return control.name if control and kind == QAccessible.Text.Name else ""

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return self._press if kind == QAccessible.InterfaceType.ActionInterface else _NOTHING


class _Press(QAccessibleActionInterface):
    def __init__(self, button: ButtonItem) -> None:
        super().__init__()
        self._button = button

    def actionNames(self) -> list[str]:
        return [QAccessibleActionInterface.pressAction()]

    def doAction(self, name: str) -> None:
        if name == QAccessibleActionInterface.pressAction():
            self._button.press()

    def keyBindingsForAction(self, name: str) -> list[str]:
        control = self._button.control()
        return [control.keys] if control and control.keys else []


@answering
class TurnItem(_Item):
    """A turn."""

    def __init__(self, pane: SpokenPane, turn: int) -> None:
        super().__init__(pane)
        self.turn = turn
        self._buttons: dict[object, ButtonItem] = {}
        self._words = _Words(self)

    def exists(self) -> bool:
        """Whether there is such a turn now."""
        return self.turn < self._pane.turn_count()

    def controls(self) -> list[Control]:
        """Return the turn's buttons."""
        return self._pane.turn_controls(self.turn) if self.exists() else []

    def words(self) -> str:
        """Return all that the turn says."""
        return spoken_text(self._pane.turn_message(self.turn)) if self.exists() else ""

    def parent(self) -> Any:
        if not self._pane.is_alive():
            return None
        return QAccessible.queryAccessibleInterface(self._pane.widget())

    def rect(self) -> QRect:
        return self._pane.turn_rect(self.turn) if self.exists() else QRect()

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.ListItem

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        state.readOnly = True
        state.multiLine = True
        state.invisible = not self.exists()
        if self.exists():
            is_open = self._pane.turn_message(self.turn).state.is_open
            state.busy = is_open
            seen = (
                self._pane.widget().rect().translated(self._pane.widget().mapToGlobal(QPoint(0, 0)))
            )
            state.offscreen = not seen.intersects(self.rect())
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if not self.exists():
            return ""
        if kind == QAccessible.Text.Name:
            return spoken_name(self._pane.turn_message(self.turn))
        if kind == QAccessible.Text.Description:
            return self._pane.turn_remark(self.turn)
        return ""

    def childCount(self) -> int:
        return len(self.controls())

    def child(self, index: int) -> Any:
        controls = self.controls()
        if not 0 <= index < len(controls):
            return None
        control = controls[index]
        button = self._buttons.get(control.key)
        if button is None:
            button = self._buttons[control.key] = ButtonItem(self._pane, self, control)
            QAccessible.registerAccessibleInterface(button)
        return button

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        keys = [control.key for control in self.controls()]
        return next((at for at, key in enumerate(keys) if self._buttons.get(key) is child), -1)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:
        return self._words if kind == QAccessible.InterfaceType.TextInterface else _NOTHING


@answering
class _Words(QAccessibleTextInterface):
    """The turn's text, which can be read but not selected from outside."""

    def __init__(self, item: TurnItem) -> None:
        super().__init__()
        self._item = item
        self._read, self._encoded = "", b""

    def characterCount(self) -> int:
        return len(self._units()) // 2

    def text(self, start: int, end: int) -> str:
        return part(self._units(), start, end)

    def _units(self) -> bytes:
        words = self._item.words()
        if words != self._read:
            self._read, self._encoded = words, encoded(words)
        return self._encoded

    def characterRect(self, offset: int) -> QRect:
        return self._item.rect()

    def cursorPosition(self) -> int:
        return 0

    def offsetAtPoint(self, point: QPoint) -> int:
        return 0

    def selectionCount(self) -> int:
        return 0

    def addSelection(self, start: int, end: int) -> None: ...
    def removeSelection(self, index: int) -> None: ...
    def setSelection(self, index: int, start: int, end: int) -> None: ...
    def setCursorPosition(self, position: int) -> None: ...
    def scrollToSubstring(self, start: int, end: int) -> None: ...


@answering
class PaneItem(QAccessibleObject):
    """The pane itself, named `Transcript`."""

    def __init__(self, pane: SpokenPane) -> None:
        super().__init__(pane.widget())
        self._pane = pane
        self._turns: dict[int, TurnItem] = {}

    def window(self) -> Any:
        return window_of(self._pane)

    def parent(self) -> Any:
        if not self._pane.is_alive():
            return None
        above = self._pane.widget().parentWidget() or QApplication.instance()
        return QAccessible.queryAccessibleInterface(above) if above else None

    def childCount(self) -> int:
        return self._pane.turn_count() + len(self._pane.child_widgets())

    def child(self, index: int) -> Any:
        turns = self._pane.turn_count()
        if not 0 <= index < self.childCount():
            return None
        if index >= turns:
            return QAccessible.queryAccessibleInterface(self._pane.child_widgets()[index - turns])
        return self.turn(index)

    def turn(self, index: int) -> TurnItem:
        """Return a turn's item, made at the first call and kept."""
        item = self._turns.get(index)
        if item is None:
            item = self._turns[index] = TurnItem(self._pane, index)
            QAccessible.registerAccessibleInterface(item)
        return item

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        if isinstance(child, TurnItem):
            return child.turn
        for at, widget in enumerate(self._pane.child_widgets()):
            if child.object() is widget:
                return self._pane.turn_count() + at
        return -1

    def childAt(self, x: int, y: int) -> Any:
        if not self._pane.is_alive():
            return None
        for widget in self._pane.child_widgets():
            item = QAccessible.queryAccessibleInterface(widget)
            if item.rect().contains(x, y):
                return item
        turn = self._pane.turn_at(QPoint(x, y))
        return self.turn(turn) if turn is not None else None

    def rect(self) -> QRect:
        if not self._pane.is_alive():
            return QRect()
        widget = self._pane.widget()
        return QRect(widget.mapToGlobal(QPoint(0, 0)), widget.size())

    def role(self) -> QAccessible.Role:
        return QAccessible.Role.List

    def state(self) -> QAccessible.State:
        state = QAccessible.State()
        if not self._pane.is_alive():
            return state
        widget = self._pane.widget()
        state.focusable = True
        state.focused = widget.hasFocus()
        state.invisible = not widget.isVisible()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        if kind != QAccessible.Text.Name or not self._pane.is_alive():
            return ""
        return self._pane.widget().accessibleName()


def window_of(pane: SpokenPane) -> QWindow | None:
    """Return the system's window that the pane is in."""
    return pane.widget().window().windowHandle() if pane.is_alive() else None


def install() -> None:
    """Let Qt ask us for the pane's item; call it before the first pane is made."""
    if not _installed:
        QAccessible.installFactory(_factory)
        _installed.append(True)


def tell(pane: SpokenPane, turn: int, event: QAccessible.Event) -> None:
    """Tell whoever listens that something about a turn is different."""
    if not QAccessible.isActive():
        return
    item = QAccessible.queryAccessibleInterface(pane.widget())
    if isinstance(item, PaneItem):
        QAccessible.updateAccessibility(QAccessibleEvent(item.turn(turn), event))


_installed: list[bool] = []
_kept: list[PaneItem] = []


def _factory(_key: str, thing: QObject) -> QAccessibleInterface | None:
    pane = getattr(thing, "spoken_pane", None)
    if pane is None:
        return None
    item = PaneItem(pane())
    _kept.append(item)
    return item
