"""A file that can be had again: read and written off the loop, and no harm where that fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from hfchat_gui.settings.errands import Errand
from hfchat_gui.settings.private_files import read_file, replace_file

log = logging.getLogger(__name__)

T = TypeVar("T")

LARGEST = 8 * 1024 * 1024  # bytes
PATIENCE_SECONDS = 2.0


class CacheFile:
    """One file in the cache folder, for its owner only; a disk that hangs is not waited for."""

    def __init__(self, file: Path) -> None:
        self._file = file

    async def read(self) -> bytes | None:
        """Return what the file holds, or None where it is missing, too large or not readable."""
        return await self._done(lambda: read_file(self._file, LARGEST), "read")

    async def write(self, content: bytes) -> None:
        """Replace what the file holds; the old content stays where that fails."""
        await self._done(lambda: replace_file(self._file, content), "written")

    async def _done(self, work: Callable[[], T], deed: str) -> T | None:
        try:
            return await Errand(work, "hfchat-cache").wait(PATIENCE_SECONDS)
        except FileNotFoundError:
            return None
        except OSError as error:  # TimeoutError among them
            log.info("%s could not be %s: %s", self._file.name, deed, type(error).__name__)
            return None
