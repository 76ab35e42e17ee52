"""The engine gets one thread for each real core that the process may use."""

from __future__ import annotations

import os
from pathlib import Path

from hfchat_gui.local.processor import usable_cores, writing_threads


def cpus(tmp_path: Path, siblings: list[str]) -> Path:
    for number, cores in enumerate(siblings):
        topology = tmp_path / f"cpu{number}" / "topology"
        topology.mkdir(parents=True)
        (topology / "core_cpus_list").write_text(cores + "\n")
    return tmp_path


def test_this_machine_has_at_least_one() -> None:
    assert 1 <= usable_cores() <= (os.cpu_count() or 1)


def test_two_threads_of_one_core_count_once(tmp_path: Path) -> None:
    folder = cpus(tmp_path, ["0,2", "1,3", "0,2", "1,3"])
    assert usable_cores(folder, frozenset({0, 1, 2, 3})) == 2
    assert usable_cores(folder, frozenset({0, 2})) == 1


def test_an_unknown_layout_counts_every_processor(tmp_path: Path) -> None:
    assert usable_cores(tmp_path, frozenset({0, 1, 2})) == 3


def test_neither_none_nor_too_many(tmp_path: Path) -> None:
    assert usable_cores(tmp_path, frozenset()) == 1
    assert usable_cores(tmp_path, frozenset(range(64))) == 16


def test_writing_leaves_a_core_to_the_window() -> None:
    assert [writing_threads(cores) for cores in (1, 2, 8)] == [1, 1, 7]
