"""Whatever can be reached by the keyboard has a name and a tooltip, in every window and dialog."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QDialog, QWidget

from hfchat_gui.conversation.error_record import OPEN_PROXY, ErrorRecord, enter_key
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import FoundToken
from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.composer.attached_dialog import AttachedTextDialog
from hfchat_gui.ui.controls.fold import Fold
from hfchat_gui.ui.controls.sheet import Sheet
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import named, press, send, until
from tests.ui.stand_in_ports import PlainTokens
from tests.ui.stand_ins import House

_BOX = Server("Box", "http://far.example.org:8080")
_WAYS: dict[str, Callable[[MainWindow], None]] = {
    "general": lambda window: window._settings.open_general(),
    "token": lambda window: window._settings.open_token(),
    "servers": lambda window: window._settings.open_servers(),
    "server": lambda window: window._settings.follow(enter_key(_BOX.address)),
    "network": lambda window: window._settings.follow(OPEN_PROXY),
    "shortcuts": lambda window: window._help.open_shortcuts(),
    "about": lambda window: window._help.open_about(),
    "parameters": lambda window: window._pane._on_more_options(),
    "text": lambda window: AttachedTextDialog(AttachedText("a.txt", "one"), window).open(),
}


def _bare(window: QWidget) -> list[str]:
    """Return what is wrong with the controls that are seen in this window."""
    found = []
    for child in window.findChildren(QWidget):
        if not child.isVisibleTo(window) or child.window() is not window:
            continue
        if not child.focusPolicy() & Qt.FocusPolicy.TabFocus or child.focusProxy() is not None:
            continue
        text = child.text() if isinstance(child, QAbstractButton) else ""
        name = child.accessibleName() or text
        what = f"{type(child).__name__} {name!r}"
        found += [f"{what} has no name"] * (not name)
        is_text = isinstance(child, Transcript)  # one is read, and would lie under its tooltip
        found += [f"{what} has no tooltip"] * (not child.toolTip() and not is_text)
    return found


@pytest.fixture
def full(house: House) -> House:
    """A house with one of everything."""
    house.conversation("Old chat")
    house.servers.put(_BOX)
    house.server_keys.kept[_BOX.address] = "a-long-secret-key"
    house.proxy.choice = ProxyChoice(ProxyMode.MANUAL, "http://proxy.example.org:3128", "me")
    house.proxy.password = "of-the-proxy"
    house.tokens = PlainTokens(FoundToken("HF_TOKEN", "abcd"))
    return house


def test_in_an_empty_chat_and_in_one_with_turns(qt_run: Run, opened: Opened, full: House) -> None:
    async def scenario() -> None:
        full.preferences.last_model = ModelRef(Source.ROUTER, "org/model")
        async with opened() as window:
            await until(lambda: named(window, "Conversations"))
            assert _bare(window) == []
            await send(window, "hi")
            window.show_notice("disk", ErrorRecord("storage", "The disk is full."), print)
            window.say("word", "The address was replaced.")
            window._pane.offer_undo("Deleted", print)
            press(window, "Options of this chat")
            window._bar.title.begin()
            assert _bare(window) == []

    qt_run(scenario())


def test_in_the_picker(qt_run: Run, opened: Opened, full: House) -> None:
    async def scenario() -> None:
        full.preferences.last_model = ModelRef(Source.ADDRESS, "", _BOX.address)
        async with opened() as window:
            window._models.open()
            await until(lambda: named(window, "Key of this server"))
            assert _bare(window) == []

    qt_run(scenario())


@pytest.mark.parametrize("way", list(_WAYS))
def test_in_every_dialog(qt_run: Run, opened: Opened, full: House, way: str) -> None:
    async def scenario() -> None:
        async with opened() as window:
            _WAYS[way](window)
            await until(lambda: _open(window))
            (dialog,) = _open(window)
            await until(lambda: dialog.findChildren(QAbstractButton))
            for fold in dialog.findChildren(Fold):
                fold.open(is_open=True)
            if isinstance(dialog, Sheet):  # which asks before something typed is lost
                dialog._leaving.ask("Something is typed.", print)
            assert _bare(dialog) == []
            dialog.accept()
            await until(lambda: not _open(window))

    qt_run(scenario())


def _open(window: MainWindow) -> list[QDialog]:
    return [dialog for dialog in window.findChildren(QDialog) if dialog.isVisible()]
