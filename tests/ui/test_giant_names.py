"""A name of a megabyte, from a file or a server, is cut before it is drawn and never freezes."""

from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QListView, QPlainTextEdit, QWidget

from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.servers import Server
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import named, press, until
from tests.ui.stand_ins import House

GIANT = "Größe-" * 170_000
SECONDS = 1.5

MODELS = [
    ModelRef(Source.LOCAL, GIANT),
    ModelRef(Source.ROUTER, f"org/{GIANT}"),
    ModelRef(Source.ADDRESS, GIANT, "http://localhost:8080"),
    ModelRef(Source.ADDRESS, "", f"http://{GIANT}:8080"),
]


def _longest(window: MainWindow) -> int:
    texts = [window.windowTitle()]
    for child in window.findChildren(QWidget):
        texts += [child.accessibleName(), child.accessibleDescription(), child.toolTip()]
        if isinstance(child, QLabel | QLineEdit):
            texts.append(child.text())
        elif isinstance(child, QPlainTextEdit):
            texts.append(child.placeholderText())
        elif isinstance(child, QListView):
            model = child.model()
            roles = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)
            rows = [model.index(row, 0) for row in range(model.rowCount())]
            texts += [str(row.data(role)) for row in rows for role in roles]
    return max(len(text) for text in texts)


@pytest.mark.parametrize("model", MODELS, ids=["local", "router", "server", "host"])
def test_no_widget_is_given_all_of_it(
    qt_run: Run, opened: Opened, house: House, model: ModelRef
) -> None:
    house.preferences.last_model = model
    house.preferences.router_models = [f"org/{GIANT}"]
    for one in MODELS:
        if one.source is Source.ADDRESS:
            house.servers.put(Server(f"S{GIANT}", one.address))
            house.servers.remember_model(one.address, one.name)
    key = house.conversation("T" + GIANT)

    async def scenario() -> None:
        async with opened() as window:
            started = time.thread_time()
            window.show_notice("any", ErrorRecord("storage", GIANT))
            window.grab()
            press(window, "Model")
            window.grab()
            assert _longest(window) <= 1_000
            assert time.thread_time() - started < SECONDS
            QTest.keyClick(named(window, "Find a model")[0], Qt.Key.Key_Return)
            chosen = window.session.conversation.model
            whole = chosen == model or model.source is Source.LOCAL  # which was never on this disk
            assert whole, "what is chosen is not what is drawn of it"
            window._chats.open(key)
            await until(lambda: window.session.conversation.id == key)
            assert _longest(window) <= 1_000

    qt_run(scenario())
