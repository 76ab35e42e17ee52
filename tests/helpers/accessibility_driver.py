"""Speaks AT-SPI for the tests: one JSON request a line in, one JSON answer a line out.

Run by the system's own Python, which has Debian's python3-gi; so it imports nothing of ours.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from typing import Any

_KEYS = {
    "BackSpace": 0xFF08,
    "Tab": 0xFF09,
    "Return": 0xFF0D,
    "Escape": 0xFF1B,
    "Space": 0x20,
    "Home": 0xFF50,
    "Left": 0xFF51,
    "Up": 0xFF52,
    "Right": 0xFF53,
    "Down": 0xFF54,
    "Page_Up": 0xFF55,
    "Page_Down": 0xFF56,
    "End": 0xFF57,
    "Delete": 0xFFFF,
    "F2": 0xFFBF,
}
_MODIFIERS = {"Shift": 50, "Control": 37, "Alt": 64}  # codes of a PC keyboard under X11
_TIMEOUT_MS = 5000
_TRIES, _PAUSE = 20, 0.05  # seconds


def _atspi() -> Any:
    importlib.import_module("gi").require_version("Atspi", "2.0")
    atspi = importlib.import_module("gi.repository.Atspi")
    atspi.init()
    atspi.set_timeout(_TIMEOUT_MS, _TIMEOUT_MS)
    return atspi


Atspi = _atspi()
GLib: Any = importlib.import_module("gi.repository.GLib")
_elements: dict[int, Any] = {}


def _remember(element: Any) -> int:
    _elements[len(_elements)] = element
    return len(_elements) - 1


def applications(pid: int) -> list[int]:
    """Handles of the applications of a process that have come to the bus."""
    desktop = Atspi.get_desktop(0)
    children = [desktop.get_child_at_index(i) for i in range(desktop.get_child_count())]
    ours = [child for child in children if child and child.get_process_id() == pid]
    for application in ours:
        application.set_cache_mask(Atspi.Cache.NONE)
    return [_remember(application) for application in ours]


def find(root: int, name: str | None, role: str | None, starts: str | None) -> list[int]:
    """Handles of what lies below an element and bears this name and role, in order.

    Where something goes while it is looked at, all is looked through again.
    """
    failed = 0
    while True:
        found: list[int] = []
        try:
            _search(_elements[root], (name, role, starts), found)
        except GLib.Error:
            failed += 1
            if failed == _TRIES:
                raise
            time.sleep(_PAUSE)
        else:
            return found


def _search(
    element: Any, wanted: tuple[str | None, str | None, str | None], found: list[int]
) -> None:
    name, role, starts = wanted
    for child in _children(element):
        matches = name is None or child.get_name() == name
        matches = matches and (role is None or child.get_role_name() == role)
        if matches and (starts is None or child.get_name().startswith(starts)):
            found.append(_remember(child))
        _search(child, wanted, found)


def _children(element: Any) -> list[Any]:
    children = [element.get_child_at_index(i) for i in range(element.get_child_count())]
    return [child for child in children if child]


def children(element: int) -> list[int]:
    """Handles of the elements directly below."""
    return [_remember(child) for child in _children(_elements[element])]


def info(element: int) -> dict[str, Any]:
    """Name, role, description and states."""
    it = _elements[element]
    states = sorted(state.value_nick for state in it.get_state_set().get_states())
    return {
        "name": it.get_name(),
        "role": it.get_role_name(),
        "description": it.get_description(),
        "states": states,
    }


def text(element: int) -> str | None:
    """The text of an element; None if it has none."""
    it = _elements[element]
    if "Text" not in it.get_interfaces():
        return None
    return str(Atspi.Text.get_text(it, 0, -1))


def set_text(element: int, content: str) -> bool:
    """Replace an element's text."""
    return bool(Atspi.EditableText.set_text_contents(_elements[element], content))


def actions(element: int) -> list[str]:
    """What an element can be made to do."""
    it = _elements[element]
    if "Action" not in it.get_interfaces():
        return []
    return [str(it.get_action_name(i)) for i in range(it.get_n_actions())]


def act(element: int, action: str) -> bool:
    """Make an element do one of its actions."""
    return bool(_elements[element].do_action(actions(element).index(action)))


def focus(element: int) -> bool:
    """Move the keyboard to an element."""
    return bool(_elements[element].grab_focus())


def place(element: int) -> list[int]:
    """Where an element is on the screen: x, y, width, height."""
    box = _elements[element].get_extents(Atspi.CoordType.SCREEN)
    return [box.x, box.y, box.width, box.height]


def select(element: int, index: int) -> bool:
    """Select a child of a list or a combo box."""
    return bool(_elements[element].select_child(index))


def type_text(content: str) -> bool:
    """Press the keys that write this text."""
    return bool(Atspi.generate_keyboard_event(0, content, Atspi.KeySynthType.STRING))


def press_key(keys: str) -> bool:
    """Press one key, perhaps with modifiers: `Return`, `Shift+Return`, `Control+n`."""
    *held, last = keys.split("+")
    for modifier in held:
        Atspi.generate_keyboard_event(_MODIFIERS[modifier], None, Atspi.KeySynthType.PRESS)
    symbol = _KEYS.get(last) or ord(last)
    pressed = Atspi.generate_keyboard_event(symbol, None, Atspi.KeySynthType.SYM)
    for modifier in reversed(held):
        Atspi.generate_keyboard_event(_MODIFIERS[modifier], None, Atspi.KeySynthType.RELEASE)
    return bool(pressed)


def click(x: int, y: int) -> bool:
    """Click a point of the screen with the first button."""
    return bool(Atspi.generate_mouse_event(x, y, "b1c"))


_CALLS = {
    call.__name__: call
    for call in (
        applications, find, children, info, text, set_text, actions, act, focus, place, select,
        type_text, press_key, click,
    )
}  # fmt: skip


def _answer(request: dict[str, Any]) -> dict[str, Any]:
    try:
        call: Any = _CALLS[request["call"]]
        return {"value": call(*request["arguments"])}
    except Exception as fault:  # noqa: BLE001 - the test gets it, whatever it is
        return {"fault": f"{type(fault).__name__}: {fault}"}


def main() -> None:
    """Answer until the test closes the pipe."""
    for line in sys.stdin:
        sys.stdout.write(json.dumps(_answer(json.loads(line))) + "\n")
        sys.stdout.flush()


main()
