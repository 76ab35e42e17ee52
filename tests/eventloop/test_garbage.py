"""Cyclic garbage goes on Qt's thread, and never on another."""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from hfchat_gui.eventloop import garbage
from hfchat_gui.eventloop.garbage import Collector, collected_here


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
        patch.setattr(garbage, "LOOKS_AT_MOST", 2)
        yield


@pytest.fixture
def automatic() -> Iterator[None]:
    """Let Python collect by itself, as it does in a program that has just started."""
    gc.enable()
    yield
    gc.disable()


def allocate(count: int) -> None:
    """Make as many tracked objects as would start a collection, were it switched on."""
    assert len([[number] for number in range(count)]) == count


def test_a_thread_that_allocates_collects_nothing_and_the_timer_does(
    qtbot: QtBot, collects_often: None, automatic: None
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
    assert gc.get_freeze_count() == 0


def test_automatic_collection_stays_off_where_it_was_off(qtbot: QtBot) -> None:
    assert not gc.isenabled()
    with collected_here():
        pass
    assert not gc.isenabled()


@pytest.fixture
def by_hand() -> Iterator[None]:
    """Let only the test collect, and forget what it froze."""
    gc.collect()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(garbage, "SECONDS", 1.0)
        yield
    gc.unfreeze()


def work() -> None:
    """Use as much of the processor as an answer that is being drawn."""
    end = time.thread_time() + 0.05
    while time.thread_time() < end:
        pass


def old_cycle(seen: list[threading.Thread]) -> None:
    """Leave a cycle behind that only a full collection finds."""
    cycle = Cycle(seen)
    gc.collect(0)
    gc.collect(1)
    del cycle


def test_old_objects_wait_until_nothing_goes_on(by_hand: None) -> None:
    seen: list[threading.Thread] = []
    collector = Collector()
    old_cycle(seen)
    work()
    collector.look()
    assert seen == []
    collector.look()
    assert len(seen) == 1


def test_without_an_idle_moment_old_objects_go_at_last(
    by_hand: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "LOOKS_AT_MOST", 3)
    seen: list[threading.Thread] = []
    collector = Collector()
    old_cycle(seen)
    counts = []
    for _ in range(3):
        work()
        collector.look()
        counts.append(len(seen))
    assert counts == [0, 0, 1]


def test_what_was_there_at_the_first_idle_moment_is_not_looked_at_again(by_hand: None) -> None:
    collector = Collector()
    collector.look()
    frozen = gc.get_freeze_count()
    assert frozen > 10_000
    kept = [[number] for number in range(garbage.OBJECTS + 1_000)]
    collector.look()
    assert gc.get_freeze_count() == frozen
    assert len(gc.get_objects()) < len(kept) + 10_000


def test_nothing_new_means_nothing_to_do(by_hand: None) -> None:
    seen: list[threading.Thread] = []
    collector = Collector()
    collector.look()
    old_cycle(seen)
    collector.look()
    assert seen == []
