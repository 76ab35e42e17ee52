"""What is typed holds for this chat once it makes sense, and an empty field is the default."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.composer.chat_options import ChatOptions, in_words
from hfchat_gui.ui.controls import parameters
from hfchat_gui.ui.look.theme import theme
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.pane_driving import open_pane
from tests.ui.stand_ins import House

TEMPERATURE, LONGEST = parameters.TEMPERATURE.label, parameters.LONGEST.label
_DEFAULTS = SamplingOptions(max_tokens=500, temperature=0.7)


@pytest.fixture
def options(qtbot: QtBot, qapp: QApplication) -> Iterator[ChatOptions]:
    made = ChatOptions(lambda: _DEFAULTS)
    qtbot.addWidget(made)
    theme().dress(qapp)
    made.show_sampling(SamplingOptions(seed=7))
    made.show()
    made.activateWindow()
    qtbot.waitExposed(made)
    yield made
    made.close()
    theme().set_text_size(100)


def _field(options: ChatOptions, name: str) -> QLineEdit:
    fields = options.findChildren(QLineEdit)
    return next(field for field in fields if field.accessibleName() == name)


def _problem(options: ChatOptions) -> str:
    shown = [label.text() for label in options.findChildren(QLabel) if label.isVisible()]
    return next((text for text in shown if text.startswith("Enter ")), "")


def test_numbers_are_handed_on_and_the_rest_of_the_sampling_stays(options: ChatOptions) -> None:
    edited: list[SamplingOptions] = []
    options.edited.connect(edited.append)
    QTest.keyClicks(_field(options, TEMPERATURE), "0,5")
    assert edited[-1] == SamplingOptions(temperature=0.5, seed=7)
    QTest.keyClicks(_field(options, LONGEST), "100")
    assert edited[-1] == SamplingOptions(max_tokens=100, temperature=0.5, seed=7)


def test_what_comes_back_of_a_change_leaves_what_is_being_typed(options: ChatOptions) -> None:
    options.edited.connect(options.show_sampling)
    QTest.keyClicks(_field(options, TEMPERATURE), "0.")
    assert _field(options, TEMPERATURE).text() == "0."


@pytest.mark.parametrize(
    ("name", "text"),
    [
        (TEMPERATURE, "2.1"),
        (TEMPERATURE, "-1"),
        (TEMPERATURE, "hot"),
        (TEMPERATURE, "nan"),
        (LONGEST, "0"),
        (LONGEST, "1.5"),
        (LONGEST, "-3"),
    ],
)
def test_what_makes_no_sense_is_said_and_not_handed_on(
    options: ChatOptions, name: str, text: str
) -> None:
    edited: list[SamplingOptions] = []
    options.edited.connect(edited.append)
    _field(options, name).setText(text)
    _field(options, name).textEdited.emit(text)
    assert _problem(options)
    assert edited == []
    _field(options, name).clear()
    _field(options, name).textEdited.emit("")
    assert not _problem(options)


def test_an_emptied_field_is_the_default_which_it_names(options: ChatOptions, qtbot: QtBot) -> None:
    options.show_sampling(_DEFAULTS)
    assert _field(options, TEMPERATURE).text() == "0.7"
    assert _field(options, TEMPERATURE).placeholderText() == "Default"
    _field(options, TEMPERATURE).selectAll()
    with qtbot.waitSignal(options.edited) as edited:
        QTest.keyClick(_field(options, TEMPERATURE), Qt.Key.Key_Backspace)
    assert edited.args == [SamplingOptions(max_tokens=500)]


def test_the_defaults_for_new_chats_can_be_taken(options: ChatOptions, qtbot: QtBot) -> None:
    reset = next(one for one in options.findChildren(QPushButton) if one.text() == "Use defaults")
    with qtbot.waitSignal(options.edited) as edited:
        reset.click()
    assert edited.args == [SamplingOptions(max_tokens=500, temperature=0.7, seed=7)]
    assert _field(options, LONGEST).text() == "500"


def test_escape_leaves_it(options: ChatOptions, qtbot: QtBot) -> None:
    with qtbot.waitSignal(options.left):
        QTest.keyClick(_field(options, TEMPERATURE), Qt.Key.Key_Escape)


def test_the_options_are_said_in_one_line() -> None:
    assert in_words(SamplingOptions()) == "temperature default, longest reply default"
    assert in_words(_DEFAULTS) == "temperature 0.7, longest reply 500 tokens"
    more = SamplingOptions(seed=0, stop=("END",))
    assert in_words(more) == "temperature default, longest reply default, 2 more set"


@pytest.mark.parametrize(
    ("width", "size", "is_broken"), [(760, 100, False), (400, 100, True), (700, 200, True)]
)
def test_the_buttons_stand_below_the_fields_where_there_is_no_room_beside_them(
    options: ChatOptions, qtbot: QtBot, width: int, size: int, is_broken: bool
) -> None:
    options.resize(width, 80)
    theme().set_text_size(size)
    reset = next(one for one in options.findChildren(QPushButton) if one.text() == "Use defaults")
    field = _field(options, LONGEST)

    def is_below() -> bool:
        top = reset.mapTo(options, QPoint()).y()
        return top > field.mapTo(options, field.rect().bottomLeft()).y()

    qtbot.waitUntil(lambda: is_below() is is_broken, timeout=20_000)


def test_another_chat_does_not_show_what_was_refused_in_this_one(options: ChatOptions) -> None:
    QTest.keyClicks(_field(options, TEMPERATURE), "9")
    options.hide()
    options.show()
    assert _field(options, TEMPERATURE).text() == "9"
    options.show_chat(SamplingOptions())
    assert _field(options, TEMPERATURE).text() == ""
    assert not _problem(options)


def test_each_chat_has_its_own_options(qt_run: Run, house: House) -> None:
    other = house.conversation("Other chat")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            mine = opened.session
            opened.press("Options of this chat")
            field = _field(opened.pane.findChild(ChatOptions), TEMPERATURE)  # type: ignore[arg-type]
            await until(field.hasFocus)
            QTest.keyClicks(field, "0.3")
            opened.pane.show_session(await opened.chats.open(other))
            assert mine.conversation.details.sampling.temperature == 0.3
            assert field.text() == ""
            opened.press("Options of this chat")
            assert not field.isVisible()
            assert opened.session.conversation.details.sampling == SamplingOptions()

    qt_run(scenario())


@pytest.mark.parametrize("size", [100, 200])
def test_nothing_of_it_is_cut_in_the_narrowest_window_beside_the_panel(
    options: ChatOptions, qtbot: QtBot, size: int
) -> None:
    theme().set_text_size(size)
    around = QWidget()
    options.setParent(around)
    options.show_sampling(SamplingOptions(top_p=0.5, stop=("a",)))
    options.resize(420, 600)
    options.show()
    around.show()
    qtbot.waitUntil(lambda: _all_fit(options), timeout=20_000)
    options.setParent(None)


def _all_fit(options: ChatOptions) -> bool:
    written: list[QPushButton | QLabel] = [
        *options.findChildren(QPushButton),
        *options.findChildren(QLabel),
    ]
    return all(
        one.width() >= one.minimumSizeHint().width()
        and options.rect().contains(QRect(one.mapTo(options, QPoint()), one.size()))
        for one in written
        if one.text() and one.isVisible()
    )
