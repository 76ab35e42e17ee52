"""The network's part of the settings: which way leads to other computers."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QVBoxLayout, QWidget

from hfchat_gui.conversation.errors import ProxyFailed
from hfchat_gui.conversation.ports import ProxyKeeper, TokenStatus
from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.announcing import announce
from hfchat_gui.ui.controls.buttons import Button
from hfchat_gui.ui.controls.choice_row import ChoiceRow
from hfchat_gui.ui.controls.sentence import Sentence
from hfchat_gui.ui.look.fonts import heading_font
from hfchat_gui.ui.look.palette import SPACE_M, SPACE_S, SPACE_XS
from hfchat_gui.ui.look.theme import keep_font
from hfchat_gui.ui.wording import where_kept

MODE_WORDS = {
    ProxyMode.SYSTEM: "As the system has it",
    ProxyMode.NONE: "None",
    ProxyMode.MANUAL: "By hand",
}
_WHY = (
    "A proxy stands between your network and the rest of the world. This computer is always "
    "reached without one."
)
_WAYS = {
    ProxyMode.SYSTEM: (
        "What HTTPS_PROXY and its like name, else this computer's settings. A proxy script (PAC) "
        "in these is not read: name its proxy by hand."
    ),
    ProxyMode.NONE: "Other computers are reached directly.",
    ProxyMode.MANUAL: "",
}


class NetworkSettings(QWidget):
    """System and none hold at once; a proxy by hand holds when it is saved."""

    changed = Signal()

    def __init__(self, proxy: ProxyKeeper, tasks: TaskScope, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._proxy = proxy
        self._tasks = tasks
        self._modes = ChoiceRow("Proxy", MODE_WORDS, proxy.choice.mode, self)
        self._way = Sentence("", "secondary", self)
        self._by_hand = QWidget(self)
        self._address = _field("Address of the proxy", "http://proxy:8080 or socks5://…", self)
        self._user = _field("Name", "If the proxy asks for one", self)
        self._password = _field("Password", "If the proxy asks for one", self)
        self._exceptions = _field("Reached directly", "localhost, .example.org", self)
        self._state = Sentence("", "secondary", self)
        self._problem = Sentence("", "danger", self)
        self._refused = Sentence("", "danger", self)
        self._saved = Sentence("", "success", self)
        self._save = Button("Save", kind="primary", tip="Use this proxy (Enter)", parent=self)
        self._remove = Button(
            "Remove password", tip="Remove the password from the system keyring", parent=self
        )
        self._build()
        self._show_choice()
        self.setFocusProxy(self._modes)
        tasks.start(self._ask(), "proxy status")

    @property
    def unkept(self) -> str:
        """What to say before what is typed is lost, "" where nothing is."""
        kept = self._proxy.choice
        texts = (kept.address, kept.user, kept.exceptions)
        typed = self._typed()
        is_same = (typed.address, typed.user, typed.exceptions) == texts
        if self._by_hand.isHidden() or (is_same and not self._password.text()):
            return ""
        return "The proxy that you have entered is not saved."

    def point_out(self) -> None:
        """Go on with what is typed."""
        self._address.setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._password.setEchoMode(QLineEdit.EchoMode.Password)
        self._password.setInputMethodHints(
            Qt.InputMethodHint.ImhSensitiveData | Qt.InputMethodHint.ImhNoPredictiveText
        )
        self._exceptions.setToolTip("Hosts that are reached without the proxy, between commas")
        self._modes.chosen.connect(self._on_mode)
        self._save.clicked.connect(self._on_save)
        self._remove.clicked.connect(self._on_remove)
        self._remove.hide()
        heading = QLabel("Proxy", self)
        keep_font(heading, lambda: heading_font(3))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(SPACE_S)
        for widget in (heading, Sentence(_WHY, "secondary", self), self._modes, self._way):
            column.addWidget(widget)
        column.addWidget(self._by_hand)
        column.addWidget(self._problem)
        column.addStretch(1)
        self._lay_out_fields()

    def _lay_out_fields(self) -> None:
        column = QVBoxLayout(self._by_hand)
        column.setContentsMargins(0, SPACE_S, 0, 0)
        column.setSpacing(SPACE_M)
        for field in (self._address, self._user, self._password, self._exceptions):
            field.returnPressed.connect(self._on_save)
            field.textChanged.connect(self._on_typed)
            label = QLabel(field.accessibleName(), self._by_hand)
            label.setBuddy(field)
            group = QVBoxLayout()
            group.setSpacing(SPACE_XS)
            group.addWidget(label)
            group.addWidget(field)
            if field is self._address:
                group.addWidget(self._refused)
            if field is self._password:
                group.addWidget(self._state)
            column.addLayout(group)
        row = QHBoxLayout()
        row.setSpacing(SPACE_S)
        row.addWidget(self._remove)
        row.addWidget(self._saved, 1)
        row.addStretch()
        row.addWidget(self._save)
        column.addLayout(row)

    def _show_choice(self) -> None:
        choice = self._proxy.choice
        self._modes.show_chosen(choice.mode)
        self._address.setText(choice.address)
        self._user.setText(choice.user)
        self._exceptions.setText(choice.exceptions)
        self._show_mode(choice.mode)

    def _show_mode(self, mode: ProxyMode) -> None:
        self._by_hand.setVisible(mode is ProxyMode.MANUAL)
        self._way.say(_WAYS[mode])
        for told in (self._problem, self._refused, self._saved):
            told.say("")

    def _typed(self) -> ProxyChoice:
        texts = (self._address, self._user, self._exceptions)
        address, user, exceptions = (field.text().strip() for field in texts)
        return ProxyChoice(ProxyMode.MANUAL, address, user, exceptions)

    def _on_mode(self, mode: ProxyMode) -> None:
        self._show_mode(mode)
        if mode is ProxyMode.MANUAL:
            self._address.setFocus()
        else:
            kept = self._proxy.choice
            choice = ProxyChoice(mode, kept.address, kept.user, kept.exceptions)
            self._tasks.start(self._keep(choice, None), "choose the proxy")

    def _on_typed(self) -> None:
        self._refused.say("")
        self._saved.say("")

    def _on_save(self) -> None:
        password = self._password.text() or None
        self._tasks.start(self._keep(self._typed(), password), "save the proxy")

    def _on_remove(self) -> None:
        self._tasks.start(self._keep(self._typed(), ""), "remove a password")

    async def _ask(self) -> None:
        self._show(await self._proxy.status())

    async def _keep(self, choice: ProxyChoice, password: str | None) -> None:
        try:
            status = await self._proxy.save(choice, password)
        except ProxyFailed as error:
            self._refused.say(error.user_text)
            self._address.setFocus()
            return
        self._password.clear()
        self._show_choice()
        self._show(status)
        if choice.mode is ProxyMode.MANUAL:
            place = self._proxy.choice.address
            words = f"Saved: from now on other computers are reached through {place}."
            self._saved.say(words)
            announce(self, words)
        self.changed.emit()

    def _show(self, status: TokenStatus) -> None:
        self._remove.setVisible(status.present)
        self._state.say(where_kept("password", status))
        self._problem.say(status.problem)


def _field(name: str, hint: str, parent: QWidget) -> QLineEdit:
    field = QLineEdit(parent)
    field.setAccessibleName(name)
    field.setToolTip(name)
    field.setPlaceholderText(hint)
    return field
