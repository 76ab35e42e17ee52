"""A dialog is awaited while the rest of the program goes on."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtWidgets import QDialog

from hfchat_gui.eventloop.dialogs import finished
from tests.helpers.running import Run


def test_other_tasks_run_while_a_dialog_is_open(qt_run: Run) -> None:
    async def scenario() -> tuple[int, int]:
        dialog = QDialog()
        ticks = 0
        waiting = asyncio.ensure_future(finished(dialog))
        for _ in range(10):
            await asyncio.sleep(0.005)
            ticks += 1
        assert dialog.isVisible()
        dialog.accept()
        return await waiting, ticks

    assert qt_run(scenario()) == (QDialog.DialogCode.Accepted.value, 10)


def test_cancelling_the_wait_closes_the_dialog(qt_run: Run) -> None:
    async def scenario() -> bool:
        dialog = QDialog()
        waiting = asyncio.ensure_future(finished(dialog))
        await asyncio.sleep(0.01)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return dialog.isVisible()

    assert qt_run(scenario()) is False


def test_a_dialog_that_is_deleted_counts_as_refused(qt_run: Run) -> None:
    async def scenario() -> int:
        dialog = QDialog()
        waiting = asyncio.ensure_future(finished(dialog))
        await asyncio.sleep(0.01)
        dialog.deleteLater()
        return await waiting

    assert qt_run(scenario()) == QDialog.DialogCode.Rejected.value
