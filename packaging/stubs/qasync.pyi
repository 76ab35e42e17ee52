# The part of qasync 0.28 that we use; it ships no types.
from asyncio import SelectorEventLoop

from PySide6.QtCore import QCoreApplication

class QEventLoop(SelectorEventLoop):
    def __init__(
        self,
        app: QCoreApplication | None = None,
        set_running_loop: bool = False,
        already_running: bool = False,
    ) -> None: ...
