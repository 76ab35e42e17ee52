"""The picker is used by keys or mouse, and says in place what is wrong with an address."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QCheckBox, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.model_picker.offer_list import OfferList
from hfchat_gui.ui.model_picker.popup import ModelPicker
from hfchat_gui.ui.theme import theme
from tests.ui.stand_in_ports import LOCAL, PlainCatalogue, PlainPreferences

_SAFE = "https://gpu.example.org"


@pytest.fixture
def preferences() -> PlainPreferences:
    return PlainPreferences(
        addresses=[ModelRef(Source.ADDRESS, "", _SAFE)], router_models=["Qwen/Qwen3-32B"]
    )


@pytest.fixture
def picker(preferences: PlainPreferences, qtbot: QtBot) -> Iterator[ModelPicker]:
    theme()
    window = QWidget()
    qtbot.addWidget(window)
    window.resize(720, 480)
    window.show()
    window.activateWindow()
    qtbot.waitExposed(window)
    made = ModelPicker(window, PlainCatalogue(), preferences)
    made.open_at(QPoint(40, 48), LOCAL)
    yield made
    window.close()


def _filter(picker: ModelPicker) -> QLineEdit:
    return next(
        field
        for field in picker.findChildren(QLineEdit)
        if field.accessibleName() == "Find a model"
    )


def _name(picker: ModelPicker) -> QLineEdit:
    return next(
        field
        for field in picker.findChildren(QLineEdit)
        if field.accessibleName() == "Model name at this server"
    )


def _token(picker: ModelPicker) -> QCheckBox:
    return picker.findChild(QCheckBox)  # type: ignore[return-value]


def _texts(picker: ModelPicker) -> str:
    return " ".join(label.text() for label in picker.findChildren(QLabel) if label.isVisible())


def test_it_opens_with_the_model_in_use_current_and_the_filter_ready(picker: ModelPicker) -> None:
    assert picker.window().focusWidget() is _filter(picker)
    current = picker.findChild(OfferList).current  # type: ignore[union-attr]
    assert current is not None
    assert current.model == LOCAL


def test_keys_alone_choose_a_model(picker: ModelPicker, qtbot: QtBot) -> None:
    QTest.keyClick(_filter(picker), Qt.Key.Key_Down)
    QTest.keyClick(_filter(picker), Qt.Key.Key_Down)
    QTest.keyClick(_filter(picker), Qt.Key.Key_Up)
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(_filter(picker), Qt.Key.Key_Return)
    assert chosen.args == [ModelRef(Source.ROUTER, "Qwen/Qwen3-32B")]
    assert not picker.isVisible()


def test_the_first_and_the_last_row_hold(picker: ModelPicker) -> None:
    QTest.keyClick(_filter(picker), Qt.Key.Key_Up)
    assert picker.findChild(OfferList).current.model == LOCAL  # type: ignore[union-attr]


def test_a_typed_model_id_is_chosen(picker: ModelPicker, qtbot: QtBot) -> None:
    QTest.keyClicks(_filter(picker), "org/model")
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(_filter(picker), Qt.Key.Key_Return)
    assert chosen.args == [ModelRef(Source.ROUTER, "org/model")]


def test_a_click_chooses(picker: ModelPicker, qtbot: QtBot) -> None:
    rows = picker.findChild(OfferList)
    assert rows is not None
    place = rows.visualRect(rows.model().index(3, 0)).center()
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.mouseClick(rows.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args == [ModelRef(Source.ROUTER, "Qwen/Qwen3-32B")]


@pytest.mark.parametrize("how", ["escape", "click"])
def test_escape_and_a_click_beside_it_close(picker: ModelPicker, qtbot: QtBot, how: str) -> None:
    with qtbot.waitSignal(picker.closed), qtbot.assertNotEmitted(picker.chosen):
        if how == "escape":
            QTest.keyClick(_filter(picker), Qt.Key.Key_Escape)
        else:
            QTest.mouseClick(picker, Qt.MouseButton.LeftButton, pos=QPoint(5, 470))
    assert not picker.isVisible()


def test_a_bad_address_says_why_and_enter_chooses_nothing(
    picker: ModelPicker, qtbot: QtBot
) -> None:
    QTest.keyClicks(_filter(picker), "ftp://example.org")
    assert "An address starts with http://" in _texts(picker)
    with qtbot.assertNotEmitted(picker.chosen):
        QTest.keyClick(_filter(picker), Qt.Key.Key_Return)
    assert picker.isVisible()


def test_words_that_match_nothing_say_what_could_be_typed(picker: ModelPicker) -> None:
    QTest.keyClicks(_filter(picker), "no such thing")
    assert "Nothing matches." in _texts(picker)


def test_a_typed_server_can_be_given_a_model_name(picker: ModelPicker, qtbot: QtBot) -> None:
    QTest.keyClicks(_filter(picker), "http://localhost:8080/v1")
    QTest.keyClick(_filter(picker), Qt.Key.Key_Tab)
    QTest.keyClick(_filter(picker), Qt.Key.Key_Tab)
    assert picker.window().focusWidget() is _name(picker)
    QTest.keyClicks(_name(picker), "Qwen/Qwen3-Coder")
    with qtbot.waitSignal(picker.chosen) as chosen:
        QTest.keyClick(_name(picker), Qt.Key.Key_Return)
    wanted = ModelRef(Source.ADDRESS, "Qwen/Qwen3-Coder", "http://localhost:8080/v1")
    assert chosen.args == [wanted]


def test_the_token_is_agreed_to_by_a_tick_and_only_when_the_server_is_chosen(
    picker: ModelPicker, preferences: PlainPreferences
) -> None:
    QTest.keyClicks(_filter(picker), "http://localhost:8080")
    assert not _token(picker).isChecked()
    _token(picker).click()
    assert preferences.allowed == set()
    QTest.keyClick(_filter(picker), Qt.Key.Key_Return)
    assert preferences.allowed == {"http://localhost:8080"}


def test_the_token_is_not_offered_over_plain_http(picker: ModelPicker) -> None:
    QTest.keyClicks(_filter(picker), "http://10.0.0.5")
    assert not _token(picker).isVisible()
    assert "never sent over plain http" in _texts(picker)


def test_what_was_agreed_is_withdrawn_at_once(
    picker: ModelPicker, preferences: PlainPreferences
) -> None:
    preferences.allow_token(_SAFE, True)
    QTest.keyClicks(_filter(picker), "gpu")
    assert _token(picker).isChecked()
    _token(picker).click()
    assert preferences.allowed == set()


def test_a_server_can_be_forgotten(picker: ModelPicker, preferences: PlainPreferences) -> None:
    preferences.allow_token(_SAFE, True)
    QTest.keyClicks(_filter(picker), "gpu")
    picker.findChild(QPushButton).click()  # type: ignore[union-attr]
    assert preferences.addresses == []
    assert preferences.allowed == set()
    assert picker.isVisible()


def test_tab_stays_inside(picker: ModelPicker) -> None:
    for _ in range(7):
        QTest.keyClick(picker.window().focusWidget(), Qt.Key.Key_Tab)
        assert picker.isAncestorOf(picker.window().focusWidget())
    QTest.keyClick(picker.window().focusWidget(), Qt.Key.Key_Backtab)
    assert picker.isAncestorOf(picker.window().focusWidget())


def test_it_follows_the_size_of_the_window(picker: ModelPicker) -> None:
    picker.window().resize(900, 700)
    assert picker.size() == picker.window().size()
    theme().changed.emit()
