"""Reads the recordings of a folder: 0 if all are read right, 1 if not, 2 if there are none."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

from tests.recordings.played import faults_of
from tests.recordings.recorded import NoRecordings, recordings


async def main(arguments: list[str]) -> int:
    """Play each and say how it was read."""
    if len(arguments) != 1:
        print("Give the folder with the recordings.", file=sys.stderr)
        return 2
    try:
        found = recordings(Path(arguments[0]))
    except NoRecordings as missing:
        print(missing, file=sys.stderr)
        return 2
    wrong = 0
    for recording in found:
        faults = await faults_of(recording)
        wrong += bool(faults)
        print(f"{'WRONG' if faults else 'right'}  {recording.name}")
        for fault in faults:
            print(f"       {fault}")
    print(f"{len(found) - wrong} of {len(found)} recordings were read right.")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(sys.argv[1:])))
