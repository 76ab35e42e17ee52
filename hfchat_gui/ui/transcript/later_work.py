"""Does, a little at a time between two events, what the next frame can be drawn without."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from hfchat_gui.ui.transcript.code_piece import CodePiece

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript

_SLICE = 0.003  # seconds


class LaterWork:
    """Reads long texts on, measures what is near the window, colours code; then it is idle."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._timer = QTimer(transcript)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def wake(self) -> None:
        """Start if there is anything to do."""
        if not self._timer.isActive() and next(self._steps(), None):
            self._timer.start(0)

    def _steps(self) -> Iterator[Callable[[float], None]]:
        """Yield what is to be done, the most wanted first."""
        transcript = self._transcript
        column = transcript.column
        if column.is_behind:
            yield transcript.read_on
        if transcript.scroller.is_something_near:
            yield transcript.look_around
        if any(self._uncoloured()):
            yield self._colour

    def _work(self) -> None:
        until = perf_counter() + _SLICE
        while perf_counter() < until and (step := next(self._steps(), None)):
            step(until)
        self.wake()

    def _uncoloured(self) -> list[CodePiece]:
        alive = self._transcript.column.alive()
        return [piece for piece in alive if isinstance(piece, CodePiece) and piece.wants_colours]

    def _colour(self, until: float) -> None:
        for piece in self._uncoloured():
            while piece.colour_more():
                if perf_counter() > until:
                    return
        self._transcript.viewport().update()
