"""Free memory is what the system and every control group around the process still allow."""

from __future__ import annotations

from pathlib import Path

from hfchat_gui.local.memory import available_memory

GIB = 1024**3


def write(root: Path, files: dict[str, str]) -> None:
    for name, content in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)


def machine(root: Path, cgroup: str) -> None:
    meminfo = f"MemTotal: 9999 kB\nMemAvailable:   {8 * GIB // 1024} kB\n"
    write(root, {"proc/meminfo": meminfo, "proc/self/cgroup": cgroup})


def test_this_machine_says_how_much_is_free() -> None:
    free = available_memory()
    assert free is not None
    assert free > 100 * 1024**2


def test_a_machine_without_limits_gives_what_is_available(tmp_path: Path) -> None:
    machine(tmp_path, "0::/user.slice\n")
    write(tmp_path, {"sys/fs/cgroup/user.slice/memory.max": "max\n"})
    assert available_memory(tmp_path) == 8 * GIB


def test_a_limit_of_version_2_counts_with_what_can_be_freed(tmp_path: Path) -> None:
    machine(tmp_path, "0::/a/b\n")
    group = "sys/fs/cgroup/a/b/"
    write(
        tmp_path,
        {
            group + "memory.max": f"{2 * GIB}\n",
            group + "memory.current": f"{GIB}\n",
            group + "memory.stat": f"anon 1\ninactive_file {GIB // 2}\n",
        },
    )
    assert available_memory(tmp_path) == GIB + GIB // 2


def test_a_limit_further_up_counts_too(tmp_path: Path) -> None:
    machine(tmp_path, "0::/a/b\n")
    write(
        tmp_path,
        {"sys/fs/cgroup/a/memory.max": f"{GIB}\n", "sys/fs/cgroup/a/memory.current": "0\n"},
    )
    assert available_memory(tmp_path) == GIB


def test_a_limit_of_version_1_is_found_under_its_controller(tmp_path: Path) -> None:
    machine(tmp_path, "5:cpu,cpuacct:/x\n4:memory:/docker/1\n")
    group = "sys/fs/cgroup/memory/"  # inside a container the host's path is not there
    write(
        tmp_path,
        {
            group + "memory.limit_in_bytes": f"{3 * GIB}\n",
            group + "memory.usage_in_bytes": f"{4 * GIB}\n",
            group + "memory.stat": f"total_inactive_file {2 * GIB}\n",
        },
    )
    assert available_memory(tmp_path) == GIB


def test_a_group_over_its_limit_has_no_room(tmp_path: Path) -> None:
    machine(tmp_path, "0::/\n")
    write(
        tmp_path,
        {"sys/fs/cgroup/memory.max": "1000\n", "sys/fs/cgroup/memory.current": "2000\n"},
    )
    assert available_memory(tmp_path) == 0


def test_a_system_that_says_nothing_is_not_guessed_at(tmp_path: Path) -> None:
    assert available_memory(tmp_path) is None
