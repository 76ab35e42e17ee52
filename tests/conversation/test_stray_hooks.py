"""What nobody catches is told, from every thread and every finaliser, until it is undone."""

from __future__ import annotations

import gc
import sys
import threading

import pytest

from hfchat_gui.conversation.stray_hooks import hear_strays


class Breaks:
    """Fails where nobody can catch it."""

    def __del__(self) -> None:
        raise ValueError("in a finaliser")


def test_strays_are_heard_from_everywhere_until_it_is_undone() -> None:
    before = (sys.excepthook, threading.excepthook, sys.unraisablehook)
    heard: list[BaseException] = []
    undo = hear_strays(heard.append)
    try:
        sys.excepthook(KeyError, KeyError("x"), None)
        thread = threading.Thread(target=list[int]().pop)
        thread.start()
        thread.join()
        threading.excepthook(threading.ExceptHookArgs((SystemError, None, None, None)))
        Breaks()
        gc.collect()
    finally:
        undo()
    assert [type(error) for error in heard] == [KeyError, IndexError, ValueError]
    assert (sys.excepthook, threading.excepthook, sys.unraisablehook) == before


def test_an_interrupt_stays_the_interpreter_s(capsys: pytest.CaptureFixture[str]) -> None:
    heard: list[BaseException] = []
    undo = hear_strays(heard.append)
    try:
        sys.excepthook(KeyboardInterrupt, KeyboardInterrupt(), None)
    finally:
        undo()
    assert heard == []
    assert "KeyboardInterrupt" in capsys.readouterr().err
