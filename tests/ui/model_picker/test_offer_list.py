"""The list is moved through by keys or mouse; a model is opened by its arrow."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.model_ref import Offer as ProviderOffer
from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.model_picker.offer_list import OfferList
from hfchat_gui.ui.model_picker.offers import Heading, Line, Offer, Row, listed
from tests.ui.stand_in_ports import LOCAL

_PROVIDERS = (ProviderOffer("one", 131_072, 0.1, 0.2, 99.0, has_tools=True), ProviderOffer("two"))
_CLOUD = ModelInfo(ModelRef(Source.ROUTER, "a/b"), None, _PROVIDERS, reads_images=True)
_ROWS: tuple[Row, ...] = (
    *(Heading("On this computer"), Offer(LOCAL, "SmolLM2", "8k"), Heading("Box", "localhost:1")),
    *(Line("Asking…"), Line("Nothing answers.", "http://localhost:1")),
    *(Heading("Hugging Face"), listed(_CLOUD)),
)


@pytest.fixture
def models(qtbot: QtBot) -> OfferList:
    theme()
    made = OfferList()
    qtbot.addWidget(made)
    made.resize(600, 600)
    made.show_rows(_ROWS)
    made.show()
    qtbot.waitExposed(made)
    return made


def _names(models: OfferList) -> str:
    return models.current.model.name if models.current else ""


def _row_rect(models: OfferList, *numbers: int) -> QRect:
    index = models.rootIndex()
    for number in numbers:
        index = models.model().index(number, 0, index)
    return models.visualRect(index)


def test_the_first_offer_is_current_and_headings_are_passed_over(
    models: OfferList, qtbot: QtBot
) -> None:
    assert _names(models) == LOCAL.name
    models.step(-1)
    assert _names(models) == LOCAL.name
    models.step(1)
    assert _names(models) == ""  # the line that asks again
    assert models.current_note == "Nothing answers."
    with qtbot.waitSignal(models.retry_requested) as asked:
        models.choose_current()
    assert asked.args == ["http://localhost:1"]
    models.step(1)
    assert _names(models) == "a/b"
    models.step(1)
    assert _names(models) == "a/b"


def test_a_model_is_opened_and_closed_and_its_choices_are_chosen(
    models: OfferList, qtbot: QtBot
) -> None:
    models.show_rows(_ROWS, _CLOUD.ref)
    closed = models.wanted_height()
    with qtbot.waitSignal(models.size_changed):
        assert models.open_current(True)
    assert models.wanted_height() > closed
    assert not models.open_current(True)
    for _ in range(3):
        models.step(1)
    with qtbot.waitSignal(models.chosen) as chosen:
        QTest.keyClick(models, Qt.Key.Key_Return)
    assert chosen.args[0].model.name == "a/b:cheapest"
    assert models.open_current(False)
    assert _names(models) == "a/b"
    assert models.wanted_height() == closed
    assert not models.open_current(False)


def test_what_is_open_and_current_outlives_new_rows(models: OfferList) -> None:
    models.show_rows(_ROWS, _CLOUD.ref)
    models.open_current(True)
    models.step(1)
    models.step(1)
    assert models.current is not None
    wanted = models.current.model
    models.show_rows((Heading("Before"), *_ROWS), wanted)
    assert models.current is not None
    assert models.current.model == wanted
    models.close_all()
    models.show_rows(_ROWS, wanted)
    assert models.current.model == LOCAL


def test_the_arrow_keys_of_the_list_itself_open_and_close(models: OfferList) -> None:
    models.show_rows(_ROWS, _CLOUD.ref)
    models.setFocus()
    QTest.keyClick(models, Qt.Key.Key_Right)
    assert models.isExpanded(models.currentIndex())
    QTest.keyClick(models, Qt.Key.Key_Left)
    assert not models.isExpanded(models.currentIndex())


def test_a_click_on_the_arrow_opens_and_a_click_beside_it_chooses(
    models: OfferList, qtbot: QtBot
) -> None:
    rect = _row_rect(models, 6)
    arrow = QPoint(models.viewport().width() - 8, rect.center().y())
    with qtbot.assertNotEmitted(models.chosen):
        QTest.mouseClick(models.viewport(), Qt.MouseButton.LeftButton, pos=arrow)
    with qtbot.waitSignal(models.chosen) as chosen:
        place = _row_rect(models, 6, 4).center()
        QTest.mouseClick(models.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert chosen.args[0].model.name == "a/b:one"
    with qtbot.assertNotEmitted(models.chosen):
        QTest.mouseClick(models.viewport(), Qt.MouseButton.RightButton, pos=rect.center())
        QTest.mouseClick(models.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(5, 595))


@pytest.mark.parametrize("width", [60, 200, 700])
def test_every_kind_of_row_is_drawn_at_every_width(models: OfferList, width: int) -> None:
    models.show_rows((*_ROWS, Offer(LOCAL, "名前 " * 60, "اسم " * 60, ("images",))), _CLOUD.ref)
    models.open_current(True)
    models.resize(width, 500)
    assert not models.grab().isNull()
    theme().changed.emit()
