"""Runs the benchmarks that are named, or all of them, and prints one table; 1 if one is over."""

from __future__ import annotations

import sys
from collections.abc import Callable

from tests.bench import (
    embedded_model,
    package_size,
    window_close,
    window_memory,
    window_start,
    wire_life,
    wire_speed,
)
from tests.bench.measured import Measured, table

BENCHES: dict[str, Callable[[], list[Measured]]] = {
    "start": window_start.measure,
    "close": window_close.measure,
    "model": embedded_model.measure,
    "memory": window_memory.measure,
    "size": package_size.measure,
    "wire": wire_speed.measure,
    "wire-pace": wire_speed.measure_paced,
    "wire-stop": wire_life.measure_stop,
    "wire-memory": wire_life.measure_memory,
}


def main(names: list[str]) -> int:
    """Measure and print; 2 for a name that is not known."""
    if unknown := [name for name in names if name not in BENCHES]:
        print(f"There is no benchmark {', '.join(unknown)}: there are {', '.join(BENCHES)}.")
        return 2
    results: list[Measured] = []
    for name in names or BENCHES:
        print(f"Measuring {name} …", file=sys.stderr, flush=True)
        results += BENCHES[name]()
    print(table(results))
    return 1 if any(result.is_over for result in results) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
