"""Who joins hears until the one who joined leaves, and only that one leaves."""

from __future__ import annotations

from hfchat_gui.conversation.listeners import joined


def test_each_leaves_by_itself_and_once() -> None:
    listeners = list[str]()
    leave = joined(listeners, "a")
    joined(listeners, "a")
    joined(listeners, "b")
    leave()
    assert listeners == ["a", "b"]
    joined(listeners, "c")()
    assert listeners == ["a", "b"]
    listeners.clear()
    leave()
    assert listeners == []
