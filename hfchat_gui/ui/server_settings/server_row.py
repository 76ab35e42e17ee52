"""A server in the settings' list: what it is, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QGridLayout, QHBoxLayout, QWidget

from hfchat_gui.conversation.servers import Server, ServerCheck
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.buttons import Button, IconButton
from hfchat_gui.ui.controls.elided_label import ElidedLabel
from hfchat_gui.ui.look.fonts import small_font, strong_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.server_settings.check_line import CheckLine, kind_name
from hfchat_gui.ui.wording import cut


class ServerRow(QFrame):
    """Tests in place; the rest it asks of the page."""

    edit_requested = Signal(object)  # Server
    remove_requested = Signal(object)  # Server
    action_requested = Signal(object, object)  # Server, Action

    def __init__(
        self, server: Server, check: ServerCheck, tasks: TaskScope, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self.setObjectName("found")
        self.server = server
        self._name = ElidedLabel(cut(server.name), parent=self)
        keep_font(self._name, strong_font)
        self._place = ElidedLabel(_place(server), parent=self)
        keep_font(self._place, small_font)
        self._place.setProperty("tone", "secondary")
        self.check = CheckLine(check, tasks, self)
        self.check.retry_requested.connect(self.test)
        self.check.action_requested.connect(self._on_check_action)
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
        for line in (self._name, self._place):  # an Arabic name too stands over its address
            line.setAlignment(left | Qt.AlignmentFlag.AlignVCenter)
        self._lay_out()
        self.setAccessibleName(f"{cut(server.name)}, {_place(server)}")

    def test(self) -> None:
        """Ask the server what it is."""
        self.check.start(self.server)

    def focus_edit(self) -> None:
        """Put the keyboard on the first of the buttons."""
        self._test.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        name = cut(self.server.name)
        self._test = Button("Test", tip=f"Ask {name} what it is", parent=self)
        edit = Button("Edit", tip=f"Change {name}", parent=self)
        remove = IconButton(f"Remove {name}", "trash-2", tip=f"Remove {name}", parent=self)
        self._test.setAccessibleName(f"Test {name}")
        edit.setAccessibleName(f"Edit {name}")
        self._test.clicked.connect(self.test)
        edit.clicked.connect(self._on_edit)
        remove.clicked.connect(self._on_remove)
        buttons = QHBoxLayout()
        buttons.setSpacing(SPACE_S)
        for button in (self._test, edit, remove):
            buttons.addWidget(button)
        grid = QGridLayout(self)
        grid.setContentsMargins(SPACE_M, SPACE_S, SPACE_S, SPACE_S)
        grid.setHorizontalSpacing(SPACE_M)
        grid.setVerticalSpacing(SPACE_XS)
        grid.setColumnStretch(0, 1)
        grid.addWidget(self._name, 0, 0)
        grid.addWidget(self._place, 1, 0)
        grid.addLayout(buttons, 0, 1, 2, 1, Qt.AlignmentFlag.AlignVCenter)
        grid.addWidget(self.check, 2, 0, 1, 2)

    def _on_edit(self) -> None:
        self.edit_requested.emit(self.server)

    def _on_remove(self) -> None:
        self.remove_requested.emit(self.server)

    def _on_check_action(self, action: object) -> None:
        self.action_requested.emit(self.server, action)


def _place(server: Server) -> str:
    address = cut(server.address)
    return f"{address} · {kind_name(server.kind)}" if server.kind else address
