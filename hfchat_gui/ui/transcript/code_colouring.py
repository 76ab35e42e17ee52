"""Gives complete code its exact colours a little at a time, between two events."""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from hfchat_gui.ui.transcript.code_piece import CodePiece

if TYPE_CHECKING:
    from hfchat_gui.ui.transcript.transcript import Transcript

_SLICE = 0.003  # seconds


class CodeColouring:
    """Works through the code blocks that are alive; idle when all have their colours."""

    def __init__(self, transcript: Transcript) -> None:
        self._transcript = transcript
        self._timer = QTimer(transcript)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def wake(self) -> None:
        """Start if there is anything to do."""
        if not self._timer.isActive() and any(self._waiting()):
            self._timer.start(0)

    def _waiting(self) -> list[CodePiece]:
        alive = self._transcript.column.alive()
        return [piece for piece in alive if isinstance(piece, CodePiece) and piece.wants_colours]

    def _work(self) -> None:
        until = perf_counter() + _SLICE
        for piece in self._waiting():
            while piece.colour_more():
                if perf_counter() > until:
                    self._timer.start(0)
                    return
            self._transcript.viewport().update()
