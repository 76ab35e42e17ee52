"""An empty chat says who will answer and offers three ways to begin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.chat.empty_state import EXAMPLES, EmptyState, ExampleCard
from hfchat_gui.ui.controls.link_label import LinkLabel
from hfchat_gui.ui.look.theme import theme
from tests.ui.stand_in_ports import LOCAL


@pytest.fixture
def empty(qtbot: QtBot) -> Iterator[EmptyState]:
    widget = EmptyState()
    qtbot.addWidget(widget)
    widget.resize(720, 400)
    widget.show_model(LOCAL)
    widget.show()
    qtbot.waitExposed(widget)
    yield widget
    widget.close()


def _texts(empty: EmptyState) -> str:
    return " ".join(label.text() for label in empty.findChildren(QLabel))


def test_it_names_the_model_and_where_it_runs(empty: EmptyState) -> None:
    assert "Ask SmolLM2 anything" in _texts(empty)
    assert "It runs on this computer" in _texts(empty)
    empty.show_model(ModelRef(Source.ROUTER, "Qwen/Qwen3-32B"))
    assert "Ask Qwen3 anything" in _texts(empty)
    assert "through Hugging Face" in _texts(empty)


def test_a_name_with_markup_is_shown_as_it_is(empty: EmptyState) -> None:
    empty.show_model(ModelRef(Source.ADDRESS, "<img src=x>", "http://localhost:1"))
    assert "&lt;img src=x&gt; answers at localhost:1." in _texts(empty)


def test_an_example_is_chosen_by_mouse_or_key(empty: EmptyState, qtbot: QtBot) -> None:
    cards = empty.findChildren(ExampleCard)
    assert tuple(card.text() for card in cards) == EXAMPLES
    with qtbot.waitSignal(empty.example_chosen) as by_mouse:
        QTest.mouseClick(cards[0], Qt.MouseButton.LeftButton)
    with qtbot.waitSignal(empty.example_chosen) as by_enter:
        QTest.keyClick(cards[1], Qt.Key.Key_Return)
    with qtbot.waitSignal(empty.example_chosen) as by_space:
        QTest.keyClick(cards[2], Qt.Key.Key_Space)
    chosen = [signal.args[0] for signal in (by_mouse, by_enter, by_space) if signal.args]
    assert tuple(chosen) == EXAMPLES


def test_a_narrow_card_grows_for_its_text(empty: EmptyState, qtbot: QtBot) -> None:
    card = empty.findChildren(ExampleCard)[0]
    low = card.minimumHeight()
    empty.resize(420, 400)
    qtbot.waitUntil(lambda: card.minimumHeight() > low)


def test_the_link_asks_for_the_settings(empty: EmptyState, qtbot: QtBot) -> None:
    line = next(label for label in empty.findChildren(QLabel) if "href" in label.text())
    assert isinstance(line, LinkLabel)
    line.clearFocus()
    with qtbot.waitSignal(empty.settings_requested):
        QTest.mouseClick(line, Qt.MouseButton.LeftButton, pos=_on_the_link(line))
    line.setFocus()
    with qtbot.waitSignal(empty.settings_requested):
        QTest.keyClick(line, Qt.Key.Key_Return)


def _on_the_link(line: LinkLabel) -> QPoint:
    accent = theme().palette.accent.rgb()
    image = line.grab().toImage()
    drawn = [
        QPoint(x, y)
        for y in range(image.height())
        for x in range(image.width())
        if image.pixel(x, y) == accent
    ]
    return drawn[len(drawn) // 2]


def test_the_keyboard_comes_by_the_line_only_while_it_has_a_link(empty: EmptyState) -> None:
    line = empty.findChild(LinkLabel)
    assert line is not None
    assert line.focusPolicy() & Qt.FocusPolicy.TabFocus
    empty.show_token(expected=True)
    empty.show_model(ModelRef(Source.ROUTER, "Qwen/Qwen3-32B"))
    assert line.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_a_model_that_needs_a_token_says_so_until_there_is_one(empty: EmptyState) -> None:
    empty.show_model(ModelRef(Source.ROUTER, "Qwen/Qwen3-32B"))
    assert "which needs a token: <a" in _texts(empty)
    assert "with your token" not in _texts(empty)
    empty.show_token(expected=True)
    assert "Qwen/Qwen3-32B answers through Hugging Face, with your token." in _texts(empty)
    empty.show_token(expected=False)
    empty.show_model(ModelRef(Source.ADDRESS, "tiny", "http://localhost:1"))
    assert "token" not in _texts(empty)


def test_who_has_a_token_is_not_asked_to_add_one(empty: EmptyState) -> None:
    empty.show_model(LOCAL)
    assert "add a Hugging Face token" in _texts(empty)
    empty.show_token(expected=True)
    assert "add a Hugging Face token" not in _texts(empty)
    assert "Larger models answer through Hugging Face: choose one above." in _texts(empty)


def test_what_has_no_room_is_left_out_the_examples_first(empty: EmptyState) -> None:
    card = empty.findChildren(ExampleCard)[0]
    line = empty.findChildren(QLabel)[0]
    for height, seen in ((400, (True, True)), (140, (False, True)), (60, (False, False))):
        empty.resize(720, height)
        assert (card.isVisible(), line.isVisible()) == seen
    empty.resize(720, 400)
    assert card.isVisible()
