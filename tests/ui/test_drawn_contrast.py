"""What is really drawn can be read: pixels of the window are sampled, in both schemes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLabel,
    QListView,
    QPlainTextEdit,
    QScrollArea,
    QWidget,
)

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import FoundToken, TokenStatus
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.chat.empty_state import EXAMPLES
from hfchat_gui.ui.controls.sheet import Sheet
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog, SettingsPage
from hfchat_gui.ui.window.main_window import MainWindow
from hfchat_gui.ui.window.window_place import WANTED
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.contrast import drawn_contrast
from tests.ui.driving import press, text_of, until
from tests.ui.settings_driving import close_settings, token_page
from tests.ui.stand_ins import House

_SCHEMES = [Qt.ColorScheme.Light, Qt.ColorScheme.Dark]


@pytest.fixture(params=_SCHEMES, ids=["light", "dark"], autouse=True)
def _scheme(request: pytest.FixtureRequest, qapp: QApplication) -> Iterator[None]:
    theme().set_scheme(request.param)
    yield
    theme().set_scheme(Qt.ColorScheme.Unknown)


def _pale(root: MainWindow | SettingsDialog) -> dict[str, float]:
    """Return what is drawn with too little contrast, by what it says."""
    pictures: dict[str, QPixmap] = {}
    for widget in (*root.findChildren(QLabel), *root.findChildren(QAbstractButton)):
        said = text_of(widget) or widget.accessibleName()
        if widget.isVisible() and widget.isEnabled() and said:
            pictures[said] = _picture(root, widget.rect(), widget)
    for rows in root.findChildren(QListView):
        model = rows.model()
        for row in range(model.rowCount() if rows.isVisible() else 0):
            index = model.index(row, 0)
            pictures[str(index.data())] = _picture(root, rows.visualRect(index), rows.viewport())
    for field in (one for one in root.findChildren(QPlainTextEdit) if one.isVisible()):
        pictures[field.accessibleName()] = _picture(root, field.rect(), field)
    ratios = {text: drawn_contrast(picture) for text, picture in pictures.items()}
    assert ratios
    return {text: ratio for text, ratio in ratios.items() if ratio < 4.5}


def _pale_in(root: QWidget, seen: QWidget) -> dict[str, float]:
    """Return the lines too pale to be read of those that are in sight."""
    whole = QRect(seen.mapTo(root, seen.rect().topLeft()), seen.size())
    ratios = {
        label.text(): drawn_contrast(_picture(root, label.rect(), label))
        for label in root.findChildren(QLabel)
        if whole.contains(QRect(label.mapTo(root, label.rect().topLeft()), label.size()))
    }
    assert ratios
    return {text: ratio for text, ratio in ratios.items() if ratio < 4.5}


def _picture(root: QWidget, rect: QRect, widget: QWidget) -> QPixmap:
    inner = rect.adjusted(4, 4, -4, -4)  # without a border or ring, which would pass for text
    return root.grab(QRect(widget.mapTo(root, inner.topLeft()), inner.size()))


def test_the_empty_window_and_its_notice(qt_run: Run, opened: Opened, house: House) -> None:
    house.conversation("Today's chat")
    house.conversation("An old chat", age=86_400 * 9)

    async def scenario() -> dict[str, float]:
        async with opened() as window:
            window.show_notice("disk", ErrorRecord("storage", "The disk is full."))
            await settle(0.05)
            return _pale(window)

    assert qt_run(scenario()) == {}


def test_the_open_picker(qt_run: Run, opened: Opened, house: House) -> None:
    house.preferences.router_models = ["org/model"]
    house.servers.put(Server("At work", "https://gpu.example.org"))

    async def scenario() -> dict[str, float]:
        async with opened() as window:
            window.resize(WANTED)  # what the card covers is known for this size
            window.session.set_model(ModelRef(Source.ADDRESS, "", house.servers.all[0].address))
            press(window, "Model")
            await settle(0.05)
            return _pale(window)

    pale = qt_run(scenario())
    assert pale.keys() <= set(EXAMPLES)  # the card may lie on a part of them


def test_the_settings(qt_run: Run, opened: Opened, house: House) -> None:
    house.tokens.now = TokenStatus(present=True, ending="abcd", problem="There is no keyring.")
    house.tokens.found_tokens = (FoundToken("HF_TOKEN", "abcd"),)

    async def scenario() -> dict[str, float]:
        async with opened() as window:
            dialog = await token_page(window)
            pale: dict[str, float] = {}
            for page in SettingsPage:
                dialog.show_page(page)
                await settle(0.05)
                pale |= _pale(dialog)
            await close_settings(window)
            return pale

    assert qt_run(scenario()) == {}


def test_about_and_the_list_of_shortcuts(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> dict[str, float]:
        pale: dict[str, float] = {}
        async with opened() as window:
            for way in (window._help.open_about, window._help.open_shortcuts):
                way()
                await until(lambda: window.findChildren(Sheet))
                sheet = window.findChildren(Sheet)[0]
                await until(sheet.isVisible)
                seen = sheet.findChildren(QScrollArea)[0].viewport()
                pale |= _pale_in(sheet, seen)
                sheet.reject()
                await until(lambda: not window.findChildren(Sheet))
        return pale

    assert qt_run(scenario()) == {}
