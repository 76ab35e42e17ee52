"""This release of PySide6 keeps its references to None, which 6.12.0 does not on Python 3.11."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

_CALLS = 3000
_IMMORTAL = (3, 12)


@pytest.mark.skipif(sys.version_info >= _IMMORTAL, reason="None is immortal from Python 3.12 on")
def test_calls_that_return_nothing_do_not_use_up_none(qapp: QApplication) -> None:
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QLabel

    label = QLabel()
    timer = QTimer()
    before = sys.getrefcount(None)
    for _ in range(_CALLS):
        timer.setInterval(1)
        label.setText("x")
        label.update()
    assert sys.getrefcount(None) > before - _CALLS // 10
