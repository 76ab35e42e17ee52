"""Temperature and longest reply: what makes sense holds at once, "" is the default."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.parameters import MORE, TEMPERATURE
from hfchat_gui.ui.controls.sampling_fields import SamplingFields

SEED = next(one for one in MORE if one.name == "seed")


def _fields(fields: SamplingFields) -> tuple[QLineEdit, QLineEdit]:
    temperature, longest = fields.findChildren(QLineEdit)
    return temperature, longest


def test_each_change_is_said_and_an_empty_field_means_the_default(qtbot: QtBot) -> None:
    fields = SamplingFields(SamplingOptions(top_p=0.9, temperature=1.0, max_tokens=64))
    qtbot.addWidget(fields)
    said: list[SamplingOptions] = []
    fields.changed.connect(said.append)
    temperature, longest = _fields(fields)
    assert (temperature.text(), longest.text()) == ("1", "64")
    temperature.selectAll()
    QTest.keyClicks(temperature, "0.5")
    assert said[-1] == SamplingOptions(top_p=0.9, temperature=0.5, max_tokens=64)
    longest.selectAll()
    QTest.keyClick(longest, Qt.Key.Key_Backspace)
    assert said[-1] == SamplingOptions(top_p=0.9, temperature=0.5)


def test_a_number_is_shown_in_full_however_long_it_is(qtbot: QtBot) -> None:
    options = SamplingOptions(temperature=1.2345678901234566e-07, max_tokens=2**63 - 1)
    fields = SamplingFields(options)
    qtbot.addWidget(fields)
    temperature, longest = _fields(fields)
    assert (temperature.text(), longest.text()) == ("0.00000012345678901234566", str(2**63 - 1))


def test_what_makes_no_sense_is_named_and_changes_nothing(qtbot: QtBot) -> None:
    fields = SamplingFields(SamplingOptions(temperature=1.0))
    qtbot.addWidget(fields)
    fields.show()
    said: list[SamplingOptions] = []
    fields.changed.connect(said.append)
    temperature, longest = _fields(fields)
    for field, text, words in ((temperature, "9", "from 0 to 2"), (longest, "few", "from 1 up")):
        field.selectAll()
        QTest.keyClicks(field, text)
        field.editingFinished.emit()
        shown = [label.text() for label in fields.findChildren(QLabel) if label.isVisible()]
        assert any(words in line for line in shown)
    assert said == []
    fields.show_sampling(SamplingOptions(), anew=True)
    assert (temperature.text(), longest.text()) == ("", "")
    shown = [label.text() for label in fields.findChildren(QLabel) if label.isVisible()]
    assert not any("from 0 to 2" in line for line in shown)


def test_no_beginning_of_what_is_refused_is_left_behind(qtbot: QtBot) -> None:
    fields = SamplingFields(SamplingOptions(temperature=0.5), parameters=(TEMPERATURE, SEED))
    qtbot.addWidget(fields)
    said: list[SamplingOptions] = []
    fields.changed.connect(said.append)
    temperature, seed = _fields(fields)
    temperature.selectAll()
    QTest.keyClicks(temperature, "15")
    QTest.keyClicks(seed, "1.5")
    assert said[-1] == fields.sampling == SamplingOptions(temperature=0.5)
    assert (temperature.text(), seed.text()) == ("15", "1.5")
    assert "Temperature" in fields.unkept


def test_what_was_left_with_a_good_value_is_what_a_refused_one_falls_back_to(qtbot: QtBot) -> None:
    fields = SamplingFields(SamplingOptions(temperature=0.5))
    qtbot.addWidget(fields)
    temperature, _ = _fields(fields)
    temperature.selectAll()
    QTest.keyClicks(temperature, "1")
    QTest.keyClick(temperature, Qt.Key.Key_Return)
    QTest.keyClicks(temperature, "5")
    assert fields.sampling == SamplingOptions(temperature=1.0)
    fields.show_sampling(SamplingOptions(temperature=1.0), anew=True)
    assert temperature.text() == "1"
