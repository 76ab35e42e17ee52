"""Temperature and longest reply: what makes sense holds at once, "" is the default."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.sampling_fields import SamplingFields, temperature_in, tokens_in


@pytest.mark.parametrize(
    ("text", "value"),
    [("0", 0.0), (" 0,7 ", 0.7), (".5", 0.5), ("1.", 1.0), ("2", 2.0)]
    + [(text, None) for text in ("", "2.1", "-1", "nan", "1e0", "1_0", "warm", "٣", ".")],
)
def test_a_temperature_is_a_number_from_0_to_2(text: str, value: float | None) -> None:
    assert temperature_in(text) == value


@pytest.mark.parametrize(
    ("text", "value"),
    [("1", 1), (" 512 ", 512), ("007", 7)]
    + [(text, None) for text in ("", "0", "-5", "1.5", "many", "²", "٣")],
)
def test_a_length_is_a_whole_number_from_1_up(text: str, value: int | None) -> None:
    assert tokens_in(text) == value


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
    fields.show_sampling(SamplingOptions())
    assert (temperature.text(), longest.text()) == ("", "")
    shown = [label.text() for label in fields.findChildren(QLabel) if label.isVisible()]
    assert not any("from 0 to 2" in line for line in shown)
