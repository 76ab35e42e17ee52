"""The picker is used by keys or mouse, and says in place what each place answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.offer_list import OfferList
from hfchat_gui.ui.model_picker.popup import ModelPicker
from hfchat_gui.ui.server_names import read_names_from
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House

_SAFE = "https://gpu.example.org"
_QWEN = ModelRef(Source.ROUTER, "Qwen/Qwen3-32B")
Opened = Callable[[], AbstractAsyncContextManager[ModelPicker]]


@pytest.fixture
def opened(house: House, qapp: object) -> Opened:
    """Open the picker in a window of 720 × 480, and see what it chooses in `chosen`."""
    offers = (Offer("groq", 131_072), Offer("novita", 8_192))
    house.catalogue.of_router = RouterModels((ModelInfo(_QWEN, None, offers),), 1.0)
    house.servers.put(Server("gpu.example.org", _SAFE))

    @asynccontextmanager
    async def open_picker() -> AsyncIterator[ModelPicker]:
        theme()
        tasks = TaskScope(house.reported.append)
        window = QWidget()
        window.resize(720, 480)
        window.show()
        window.activateWindow()
        picker = ModelPicker(window, house.ports(), tasks)
        picker.open_at(QPoint(40, 48), LOCAL)
        await settle()
        try:
            yield picker
        finally:
            await tasks.aclose()
            window.close()
            window.deleteLater()
        assert house.reported == []

    return open_picker


def _field(picker: ModelPicker, name: str = "Find a model") -> QLineEdit:
    fields = picker.findChildren(QLineEdit)
    return next(field for field in fields if field.accessibleName() == name)


def _list(picker: ModelPicker) -> OfferList:
    return picker.findChild(OfferList)  # type: ignore[return-value]


def _token(picker: ModelPicker) -> QCheckBox:
    return picker.findChild(QCheckBox)  # type: ignore[return-value]


def _texts(picker: ModelPicker) -> str:
    return " ".join(label.text() for label in picker.findChildren(QLabel) if label.isVisible())


def _rows(picker: ModelPicker) -> list[str]:
    model = _list(picker).model()
    return [str(model.index(row, 0).data()) for row in range(model.rowCount())]


def _heard(picker: ModelPicker) -> list[object]:
    heard: list[object] = []
    picker.chosen.connect(lambda model, _is_listed: heard.append(model))
    return heard


async def _enter(picker: ModelPicker, name: str = "Find a model") -> None:
    QTest.keyClick(_field(picker, name), Qt.Key.Key_Return)
    await settle()


def test_it_opens_with_the_model_in_use_current_and_the_field_ready(
    qt_run: Run, opened: Opened
) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            assert picker.window().focusWidget() is _field(picker)
            assert _list(picker).current.model == LOCAL  # type: ignore[union-attr]
            assert "Qwen/Qwen3-32B" in _rows(picker)

    qt_run(scenario())


def test_the_model_in_use_keeps_its_place_when_answers_come(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            picker.close_picker()
            picker.open_at(QPoint(40, 48), ModelRef(Source.ROUTER, "Qwen/Qwen3-32B:groq"))
            await settle()
            current = _list(picker).current
            assert current is not None
            assert current.model.name == "Qwen/Qwen3-32B:groq"
            assert "Sent as Qwen/Qwen3-32B:groq" in _texts(picker)

    qt_run(scenario())


def test_keys_alone_choose_how_a_provider_is_found(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> list[object]:
        async with opened() as picker:
            heard = _heard(picker)
            QTest.keyClicks(_field(picker), "qwen")
            QTest.keyClick(_field(picker), Qt.Key.Key_Left)  # moves the cursor: nothing is open
            QTest.keyClick(_field(picker), Qt.Key.Key_Right)
            QTest.keyClick(_field(picker), Qt.Key.Key_Right)
            for _ in range(4):
                QTest.keyClick(_field(picker), Qt.Key.Key_Down)
            QTest.keyClick(_field(picker), Qt.Key.Key_Up)
            assert "Sent as Qwen/Qwen3-32B:cheapest" in _texts(picker)
            await _enter(picker)
            assert not picker.isVisible()
            return heard

    assert qt_run(scenario()) == [ModelRef(Source.ROUTER, "Qwen/Qwen3-32B:cheapest")]


def test_left_closes_the_choices_again(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            QTest.keyClicks(_field(picker), "qwen")
            for key in (Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_Left):
                QTest.keyClick(_field(picker), key)
            current = _list(picker).current
            assert current is not None
            assert current.model == _QWEN
            assert not _list(picker).isExpanded(_list(picker).currentIndex())
            assert _field(picker).cursorPosition() == 4
            shift = Qt.KeyboardModifier.ShiftModifier
            QTest.keyClick(_field(picker), Qt.Key.Key_Left, shift)
            assert _field(picker).selectedText() == "n"

    qt_run(scenario())


def test_a_typed_model_id_is_chosen(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> list[object]:
        async with opened() as picker:
            heard = _heard(picker)
            QTest.keyClicks(_field(picker), "org/model:groq")
            await _enter(picker)
            return heard

    assert qt_run(scenario()) == [ModelRef(Source.ROUTER, "org/model:groq")]


@pytest.mark.parametrize("how", ["escape", "click"])
def test_escape_and_a_click_beside_it_close(qt_run: Run, opened: Opened, how: str) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            heard = _heard(picker)
            if how == "escape":
                QTest.keyClick(_field(picker), Qt.Key.Key_Escape)
            else:
                QTest.mouseClick(picker, Qt.MouseButton.LeftButton, pos=QPoint(5, 470))
            assert not picker.isVisible()
            assert heard == []

    qt_run(scenario())


def test_a_bad_address_says_why_and_enter_chooses_nothing(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            heard = _heard(picker)
            QTest.keyClicks(_field(picker), "ftp://example.org")
            assert "An address starts with http://" in _texts(picker)
            await _enter(picker)
            assert picker.isVisible()
            assert heard == []
            _field(picker).setText("no such thing")
            assert "Nothing matches." in _texts(picker)

    qt_run(scenario())


def test_a_typed_server_joins_the_list_with_its_model_and_key(
    qt_run: Run, opened: Opened, house: House
) -> None:
    address = "http://localhost:8080"

    async def scenario() -> list[object]:
        async with opened() as picker:
            heard = _heard(picker)
            QTest.keyClicks(_field(picker), address)
            QTest.keyClicks(_field(picker, "Model name at this server"), "Qwen/Qwen3-Coder")
            QTest.keyClicks(_field(picker, "Key of this server"), "short")
            await _enter(picker, "Key of this server")
            assert "The key is too short." in _texts(picker)
            assert house.servers.server(address) is None
            QTest.keyClicks(_field(picker, "Key of this server"), "-but-longer")
            await _enter(picker, "Model name at this server")
            return heard

    assert qt_run(scenario()) == [ModelRef(Source.ADDRESS, "Qwen/Qwen3-Coder", address)]
    assert house.servers.server(address) == Server("localhost:8080", address)
    assert house.servers.typed_models(address) == ["Qwen/Qwen3-Coder"]
    assert house.server_keys.kept == {address: "short-but-longer"}


def test_a_key_that_is_typed_goes_to_no_other_server(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            QTest.keyClicks(_field(picker), "http://localhost:8080")
            QTest.keyClicks(_field(picker, "Key of this server"), "long-enough-key")
            _field(picker).setText("http://localhost:9090")
            assert _field(picker, "Key of this server").text() == ""
            await _enter(picker)

    qt_run(scenario())
    assert house.server_keys.kept == {}


def test_the_token_is_agreed_to_by_a_tick_and_only_when_the_server_is_chosen(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            QTest.keyClicks(_field(picker), "http://localhost:8080")
            await settle()
            assert not _token(picker).isChecked()
            _token(picker).click()
            assert house.preferences.allowed == set()
            await _enter(picker)

    qt_run(scenario())
    assert house.preferences.allowed == {"http://localhost:8080"}


def test_the_token_is_not_offered_over_plain_http(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            QTest.keyClicks(_field(picker), "http://10.0.0.5")
            assert not _token(picker).isVisible()
            assert "never sent over plain http" in _texts(picker)

    qt_run(scenario())


def test_the_agreement_with_a_listed_server_is_given_and_withdrawn_at_once(
    qt_run: Run, opened: Opened, house: House
) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            QTest.keyClicks(_field(picker), "gpu")
            await settle()
            _token(picker).click()
            assert house.preferences.allowed == {_SAFE}
            _token(picker).click()
            assert house.preferences.allowed == set()

    qt_run(scenario())


def test_a_server_that_failed_is_asked_again_on_demand(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.catalogue.of_servers[_SAFE] = Unreachable("Nothing answers there.")

    async def scenario() -> None:
        async with opened() as picker:
            assert "Nothing answers there." in _rows(picker)
            at = ModelRef(Source.ADDRESS, "served", _SAFE)
            house.catalogue.of_servers[_SAFE] = [ModelInfo(at)]
            QTest.keyClick(_field(picker), Qt.Key.Key_Down)
            await _enter(picker)
            assert picker.isVisible()
            await until(lambda: "served" in _rows(picker))

    qt_run(scenario())


def test_hugging_faces_list_is_read_anew_on_demand(
    qt_run: Run, opened: Opened, house: House
) -> None:
    house.catalogue.of_router = RouterModels((), 0.0, Unreachable("No network.").record())

    async def scenario() -> None:
        async with opened() as picker:
            house.catalogue.of_router = RouterModels((ModelInfo(_QWEN),), 1.0)
            assert _rows(picker)[-1] == "No network."
            for _ in range(3):
                QTest.keyClick(_field(picker), Qt.Key.Key_Down)
            await _enter(picker)
            await until(lambda: "Qwen/Qwen3-32B" in _rows(picker))

    qt_run(scenario())


def test_the_servers_can_be_managed(qt_run: Run, opened: Opened, qtbot: QtBot) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            asked: list[bool] = []
            picker.manage_servers_requested.connect(lambda: asked.append(picker.isVisible()))
            buttons = picker.findChildren(QPushButton)
            next(one for one in buttons if one.text() == "Manage servers…").click()
            assert asked == [False]

    qt_run(scenario())


def test_tab_stays_inside(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            window = picker.window()
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
            assert window.focusWidget() is _list(picker)
            for _ in range(6):
                QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
                assert picker.isAncestorOf(window.focusWidget())
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Backtab)
            assert picker.isAncestorOf(window.focusWidget())

    qt_run(scenario())


def test_it_follows_the_size_of_the_window(qt_run: Run, opened: Opened) -> None:
    async def scenario() -> None:
        async with opened() as picker:
            picker.window().resize(900, 700)
            assert picker.size() == picker.window().size()
            theme().changed.emit()

    qt_run(scenario())


def test_the_fields_of_a_server_say_whose_they_are(
    opened: Opened, house: House, qt_run: Run
) -> None:
    house.servers.put(Server("Locked", "http://localhost:18103"))
    read_names_from(house.servers)

    async def scenario() -> None:
        async with opened() as picker:
            for typed, whose in (
                ("locked", "Server: Locked (localhost:18103)"),
                ("localhost:8080", "Server: localhost:8080"),
            ):
                _field(picker, "Find a model").setText(typed)
                assert whose in [label.text() for label in picker.findChildren(QLabel)]
                assert _field(picker, "Key of this server").accessibleDescription() == whose

    try:
        qt_run(scenario())
    finally:
        read_names_from(None)
