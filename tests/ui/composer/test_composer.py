"""Text is announced once, stays until it is taken, and the button says what it does now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, QMimeData, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.choices import SendKey
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer.composer import Composer
from hfchat_gui.ui.composer.message_edit import MessageEdit


@pytest.fixture
def composer(qtbot: QtBot) -> Iterator[Composer]:
    window = QWidget()
    qtbot.addWidget(window)
    made = Composer(window)
    QVBoxLayout(window).addWidget(made)
    window.resize(500, 300)
    window.show()
    qtbot.waitExposed(window)
    yield made
    window.close()


def _button(composer: Composer) -> QPushButton:
    return next(
        button
        for button in composer.findChildren(QPushButton)
        if button.accessibleName() in ("Send", "Stop")
    )


def _edit(composer: Composer) -> MessageEdit:
    return composer.findChild(MessageEdit)  # type: ignore[return-value]


def test_the_names_are_those_that_others_rely_on(composer: Composer) -> None:
    assert _edit(composer).accessibleName() == "Message"
    assert _button(composer).accessibleName() == "Send"
    composer.set_replying(True)
    assert _button(composer).accessibleName() == "Stop"


def test_enter_and_the_button_announce_the_text_which_stays(
    composer: Composer, qtbot: QtBot
) -> None:
    composer.set_draft(Draft("hi"))
    with qtbot.waitSignal(composer.submitted) as by_key:
        QTest.keyClick(_edit(composer), Qt.Key.Key_Return)
    with qtbot.waitSignal(composer.submitted) as by_button:
        _button(composer).click()
    assert by_key.args == by_button.args == [Draft("hi")]
    assert composer.draft == Draft("hi")


@pytest.mark.parametrize("text", ["", "   ", "\n\t\n"])
def test_blank_text_is_not_announced(composer: Composer, qtbot: QtBot, text: str) -> None:
    composer.set_draft(Draft(text))
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(_edit(composer), Qt.Key.Key_Return)
        _button(composer).click()


def test_nothing_is_announced_while_a_reply_is_open(composer: Composer, qtbot: QtBot) -> None:
    composer.set_draft(Draft("next question"))
    composer.set_replying(True)
    with qtbot.assertNotEmitted(composer.submitted):
        QTest.keyClick(_edit(composer), Qt.Key.Key_Return)
    assert composer.draft == Draft("next question")


def test_the_button_stops_an_open_reply(composer: Composer, qtbot: QtBot) -> None:
    composer.set_replying(True)
    qtbot.wait(20)
    with qtbot.waitSignal(composer.stop_requested), qtbot.assertNotEmitted(composer.submitted):
        _button(composer).click()


def test_a_click_meant_for_send_does_not_stop(composer: Composer, qtbot: QtBot) -> None:
    composer.submitted.connect(lambda _text: composer.set_replying(True))
    composer.set_draft(Draft("hi"))
    with qtbot.assertNotEmitted(composer.stop_requested):
        QTest.mouseClick(_button(composer), Qt.MouseButton.LeftButton)
        QTest.mouseClick(_button(composer), Qt.MouseButton.LeftButton)
        qtbot.wait(20)
        QTest.mouseDClick(_button(composer), Qt.MouseButton.LeftButton)


def test_the_button_keeps_its_place_and_width(composer: Composer) -> None:
    before = _button(composer).geometry()
    composer.set_replying(True)
    composer.layout().activate()  # type: ignore[union-attr]
    assert _button(composer).geometry() == before


def test_a_megabyte_in_one_line_stands_folded(composer: Composer) -> None:
    source = QMimeData()
    source.setText("x" * 1_000_000)
    _edit(composer).setPlainText("Sum up:")
    _edit(composer).insertFromMimeData(source)
    assert composer.draft == Draft("Sum up:", (AttachedText("", "x" * 1_000_000),))


def test_a_draft_that_the_field_could_not_take_stands_folded(composer: Composer) -> None:
    composer.set_draft(Draft("y" * 1_000_000, (AttachedText("a.txt", "a"),)))
    assert composer.draft == Draft(
        "", (AttachedText("", "y" * 1_000_000), AttachedText("a.txt", "a"))
    )
    composer.clear()
    assert composer.draft == Draft()


def test_what_is_added_or_put_in_place_can_be_undone(composer: Composer) -> None:
    QTest.keyClicks(_edit(composer), "typed")
    composer.add(Draft("added"))
    assert composer.draft.text == "typed\n\nadded"
    composer.replace_text("an example")
    assert composer.draft.text == "an example"
    _edit(composer).undo()
    _edit(composer).undo()
    assert composer.draft.text == "typed"


def test_half_a_surrogate_pair_is_no_text(composer: Composer) -> None:
    _edit(composer).setPlainText("a\ud83d")
    composer.draft.text.encode()


@pytest.mark.parametrize(
    ("key", "hint", "tip"),
    [
        (SendKey.ENTER, "Enter sends · Shift+Enter breaks the line", "Send (Enter)"),
        (SendKey.CTRL_ENTER, "Ctrl+Enter sends · Enter breaks the line", "Send (Ctrl+Enter)"),
    ],
)
def test_the_hint_and_the_tooltip_name_the_key_that_sends(
    composer: Composer, key: SendKey, hint: str, tip: str
) -> None:
    composer.set_send_key(key)
    assert [label for label in composer.findChildren(QLabel) if label.accessibleName() == hint]
    assert _button(composer).toolTip() == tip
    composer.set_replying(True)
    assert _button(composer).toolTip() == "Stop the reply (Esc)"


def test_the_model_is_named_in_the_empty_field(composer: Composer) -> None:
    composer.set_model_name("SmolLM2")
    assert _edit(composer).placeholderText() == "Message SmolLM2…"


def test_it_grows_no_higher_than_its_room(composer: Composer) -> None:
    composer.set_room(200)
    composer.set_draft(Draft("\n".join("line" for _ in range(100))))
    assert composer.sizeHint().height() <= 200


def test_a_click_beside_the_text_goes_to_the_field(composer: Composer) -> None:
    QTest.mouseClick(composer, Qt.MouseButton.LeftButton, pos=QPoint(3, 3))
    assert composer.window().focusWidget() is _edit(composer)


class _Paints(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.rects: list[QRect] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.rects.append(event.rect())
        return False


def test_the_ring_comes_and_goes_with_the_keyboard(composer: Composer, qtbot: QtBot) -> None:
    paints = _Paints()
    composer.installEventFilter(paints)
    for widget in (_button(composer), _edit(composer), _button(composer)):
        paints.rects.clear()
        widget.setFocus()
        qtbot.waitUntil(lambda: composer.rect() in paints.rects)


def test_send_looks_idle_while_there_is_nothing_to_send(composer: Composer) -> None:
    looks = []
    for text, replying in (
        *(("", False), (" \n", False), ("hi", False), ("", True), ("x" * 1_000_000, False)),
        ("", False),
    ):
        composer.set_draft(Draft(text))
        composer.set_replying(replying)
        looks.append(bool(_button(composer).property("idle")))
        assert _button(composer).isEnabled()
        assert _button(composer).focusPolicy() & Qt.FocusPolicy.TabFocus
    assert looks == [True, True, False, False, False, True]
