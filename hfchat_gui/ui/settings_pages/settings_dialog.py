"""The settings: pages of which each is made when it is looked at first.

What was entered on one and is not saved is asked about before the dialog closes.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QStackedWidget, QTabBar, QWidget

from hfchat_gui.conversation.error_record import PROXY, Action
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.sheet import Sheet, scrolling
from hfchat_gui.ui.look.palette import FOCUS_RING, RADIUS_CONTROL
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.ports import WindowPorts
from hfchat_gui.ui.settings_pages.general_settings import GeneralSettings
from hfchat_gui.ui.settings_pages.network_settings import NetworkSettings
from hfchat_gui.ui.settings_pages.token_settings import TokenSettings

if TYPE_CHECKING:
    from hfchat_gui.ui.server_settings.page import ServerSettings

_Page: TypeAlias = "GeneralSettings | TokenSettings | ServerSettings | NetworkSettings"

_HEIGHT = 640  # pixels; all pages have one, so that turning them moves nothing


class SettingsPage(Enum):
    """The pages, by the words on their tabs."""

    GENERAL = "General"
    TOKEN = "Hugging Face token"  # noqa: S105 - the words on a tab
    SERVERS = "Servers"
    NETWORK = "Network"


class SettingsDialog(Sheet):
    """Open it with `eventloop.dialogs.finished`; `tasks` carries what it asks of the keyring."""

    send_key_chosen = Signal(object)  # SendKey

    def __init__(
        self, ports: WindowPorts, tasks: TaskScope, parent: QWidget, page: SettingsPage
    ) -> None:
        super().__init__("Settings", parent, height=_HEIGHT)
        self._ports = ports
        self._tasks = tasks
        self._token: TokenSettings | None = None
        self._servers: ServerSettings | None = None
        self._is_network_changed = False
        self._pages: dict[SettingsPage, _Page] = {}
        self._shown: dict[SettingsPage, QWidget] = {}
        self._tabs = _Tabs(self)
        self._stack = QStackedWidget(self)
        self.head.addWidget(self._tabs)
        self.body.addWidget(self._stack, 1)
        for one in SettingsPage:
            self._tabs.addTab(one.value)
        self._tabs.currentChanged.connect(self._on_tab)
        self.show_page(page)
        self.fit()

    @property
    def token_changed(self) -> bool:
        """Whether a token was saved, replaced or removed in here."""
        return self._token is not None and self._token.changed

    @property
    def token_present(self) -> bool:
        """Whether there is a token, as far as the keyring was asked and has answered."""
        return self._token is not None and self._token.present

    def show_page(self, page: SettingsPage) -> None:
        """Turn to this page and put the keyboard into it."""
        self._tabs.setCurrentIndex(list(SettingsPage).index(page))
        self._show(page)
        self._pages[page].setFocus(Qt.FocusReason.OtherFocusReason)

    def follow(self, action: Action) -> None:
        """Turn to the page that an action is about, and there to the server that it names."""
        page = page_of(action)
        self.show_page(page)
        if page is SettingsPage.SERVERS and self._servers is not None:
            self._servers.follow(action)

    def unkept(self) -> str:
        """Say what was entered on a page and is not saved."""
        page = self._begun()
        return self._pages[page].unkept if page is not None else ""

    def point_out(self) -> None:
        """Turn to what was entered and is not saved."""
        page = self._begun()
        if page is not None:
            self.show_page(page)
            self._pages[page].point_out()

    def _begun(self) -> SettingsPage | None:
        """Return the page in front, if something was begun there, else the first such page."""
        front = list(SettingsPage)[self._tabs.currentIndex()]
        pages = [front, *self._pages]
        return next((one for one in pages if self._pages[one].unkept), None)

    def has_settled(self, action: Action) -> bool:
        """Whether what this action asks for was entered in here."""
        page = page_of(action)
        if page is SettingsPage.NETWORK:
            return self._is_network_changed
        if page is SettingsPage.TOKEN:
            return self.token_changed
        return self._servers is not None and self._servers.has_saved(action.target)

    def _on_network_changed(self) -> None:
        self._is_network_changed = True

    def _on_tab(self, index: int) -> None:
        self._show(list(SettingsPage)[index])

    def _show(self, page: SettingsPage) -> None:
        if page not in self._pages:
            self._pages[page] = made = self._made(page)
            # The servers' page scrolls by itself, since its form stands in front of its list.
            is_plain = page is not SettingsPage.SERVERS
            self._shown[page] = scrolling(made, self) if is_plain else made
            self._stack.addWidget(self._shown[page])
        self._stack.setCurrentWidget(self._shown[page])

    def _made(self, page: SettingsPage) -> _Page:
        if page is SettingsPage.GENERAL:
            general = GeneralSettings(self._ports.preferences, self)
            general.send_key_chosen.connect(self.send_key_chosen)
            return general
        if page is SettingsPage.TOKEN:
            self._token = TokenSettings(
                self._ports.tokens, self._ports.preferences, self._tasks, self
            )
            return self._token
        if page is SettingsPage.NETWORK:
            network = NetworkSettings(self._ports.proxy, self._tasks, self)
            network.changed.connect(self._on_network_changed)
            return network
        from hfchat_gui.ui.server_settings.page import ServerSettings

        self._servers = ServerSettings(self._ports, self._tasks, self)
        self._servers.action_requested.connect(self.follow)
        self._servers.asks_before.connect(self.ask_before)
        return self._servers


def page_of(action: Action) -> SettingsPage:
    """Return the page that an action of the settings is about."""
    if action.target == PROXY:
        return SettingsPage.NETWORK
    return SettingsPage.SERVERS if action.target else SettingsPage.TOKEN


class _Tabs(QTabBar):
    """Tabs whose ring shows that the arrow keys turn the pages."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Pages of the settings")
        self.setToolTip("Turn the pages with the arrow keys")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)

    # Qt's own names.

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme().palette.accent, FOCUS_RING))
        ring = QRectF(self.tabRect(self.currentIndex())).adjusted(1, 1, -1, -1)
        painter.drawRoundedRect(ring, RADIUS_CONTROL, RADIUS_CONTROL)
        painter.end()
