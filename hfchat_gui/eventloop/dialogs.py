"""Dialogs as something to await, so that no nested loop ever freezes a running reply."""

from __future__ import annotations

import asyncio

from PySide6.QtWidgets import QDialog


async def finished(dialog: QDialog) -> int:
    """Open `dialog` and wait until it is closed; return its result code.

    Cancelling closes the dialog.
    """
    done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def on_finished(result: int) -> None:
        if not done.done():
            done.set_result(result)

    def on_destroyed() -> None:
        on_finished(QDialog.DialogCode.Rejected.value)

    dialog.finished.connect(on_finished)
    dialog.destroyed.connect(on_destroyed)
    dialog.open()
    try:
        return await done
    except asyncio.CancelledError:
        dialog.hide()  # to reject it may be to be asked something
        raise
