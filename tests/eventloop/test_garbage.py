"""Cyclic garbage goes on Qt's thread, and never on another."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from hfchat_gui.eventloop import garbage
from hfchat_gui.eventloop.garbage import collected_here


class Cycle:
    """Refers to itself, and tells on which thread it was collected."""

    def __init__(self, seen: list[threading.Thread]) -> None:
        self.itself = self
        self._seen = seen

    def __del__(self) -> None:
        self._seen.append(threading.current_thread())


@pytest.fixture
def collects_often() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(garbage, "SECONDS", 0.02)
        patch.setattr(garbage, "OBJECTS", 10)
        patch.setattr(garbage, "FULL_EVERY", 2)
        yield


def allocate(count: int) -> None:
    """Make as many tracked objects as would start a collection, were it switched on."""
    assert len([[number] for number in range(count)]) == count


def test_a_thread_that_allocates_collects_nothing_and_the_timer_does(
    qtbot: QtBot, collects_often: None
) -> None:
    seen: list[threading.Thread] = []
    with collected_here():
        Cycle(seen)
        worker = threading.Thread(target=allocate, args=(200_000,))
        worker.start()
        worker.join()
        assert seen == []
        kept = [[number] for number in range(100)]
        qtbot.waitUntil(lambda: bool(seen))
        assert len(kept) == 100
    assert seen == [threading.main_thread()]
    assert gc.isenabled()


def test_automatic_collection_stays_off_where_it_was_off(qtbot: QtBot) -> None:
    gc.disable()
    try:
        with collected_here():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()
