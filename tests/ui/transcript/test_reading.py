"""What a reader does with the pane: copying, selecting, links and keys."""

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import ReplyState
from hfchat_gui.ui.look.palette import DARK, LIGHT
from hfchat_gui.ui.transcript.code_piece import CodePiece
from hfchat_gui.ui.transcript.controls import ControlKind
from hfchat_gui.ui.transcript.selection import Place
from tests.ui.transcript.conftest import Chat

LONG = "A line of the reply that is long enough to be read.\n\n"


def clipboard() -> str:
    return QGuiApplication.clipboard().text()


# --- copying and selecting -----------------------------------------------------------------------


def test_a_turn_is_copied_as_its_source(chat: Chat) -> None:
    source = "# Title\n\n- *one*\n- two\n"
    chat.reply(source)
    chat.click(0, ControlKind.COPY_TURN)
    assert clipboard() == source


def test_code_is_copied_as_it_was_written(chat: Chat) -> None:
    turned = "rm -rf \u202e/emoh/ # safe\u202c"
    chat.reply(f"One\n\n```sh\n{turned}\n```\n\n```\nother\n```\n")
    pieces = [p for p in chat.pane.column.view(0).pieces if isinstance(p, CodePiece)]
    chat.click(0, ControlKind.COPY_CODE, pieces[0].part)
    assert clipboard() == turned
    chat.click(0, ControlKind.COPY_CODE, pieces[1].part)
    assert clipboard() == "other"


def test_a_drag_selects_across_turns(chat: Chat) -> None:
    chat.say("First turn")
    chat.reply("Second turn\n\nand more")
    pane = chat.pane
    view, last = pane.column.view(0), pane.column.view(1)
    start = chat.in_window(0, QPointF(view.inset, view.tops[0] + 8))
    end = chat.in_window(1, QPointF(700, last.tops[-1] + 8))
    QTest.mousePress(pane.viewport(), Qt.MouseButton.LeftButton, pos=start)
    QTest.mouseMove(pane.viewport(), end)
    QTest.mouseRelease(pane.viewport(), Qt.MouseButton.LeftButton, pos=end)
    QTest.keyClick(pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "First turn\n\nTiny-1B\n\nSecond turn\n\nand more"


@pytest.mark.parametrize(
    "source",
    [
        "| a | b |\n|---|---|\n" + "".join(f"| {n} | words |\n" for n in range(40)),
        "".join(f"> paragraph {n} {'words ' * 20}\n>\n" for n in range(20)),
        "words " * 2500,
    ],
    ids=["table", "quote", "paragraph"],
)
def test_what_is_cut_into_parts_is_copied_in_one_piece(chat: Chat, source: str) -> None:
    chat.reply(source)
    last = len(chat.pane.column.view(0).pieces) - 1
    assert last > 2
    chat.pane.selection.select(Place(0, 1, 0), Place(0, last, 1 << 60))
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == source.rstrip()


def test_a_double_click_selects_a_word(chat: Chat) -> None:
    chat.reply("Alpha beta gamma")
    view = chat.pane.column.view(0)
    spot = chat.in_window(0, QPointF(10, view.tops[1] + 10))
    QTest.mouseDClick(chat.pane.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "Alpha"


def test_control_a_selects_a_turn_and_then_all(chat: Chat) -> None:
    chat.say("One")
    chat.reply("*Two*")
    for expected in ("*Two*", "One\n\n*Two*"):
        QTest.keyClick(chat.pane, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
        QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
        assert clipboard() == expected
    QTest.keyClick(chat.pane, Qt.Key.Key_Escape)
    assert chat.pane.selection.is_empty


def test_a_selection_outlives_growth(chat: Chat) -> None:
    reply = chat.reply("Alpha beta\n\n" + LONG * 30, ReplyState.STREAMING)
    chat.pane.scroll_to(0)
    view = chat.pane.column.view(0)
    spot = chat.in_window(0, QPointF(10, view.tops[1] + 10))
    QTest.mouseDClick(chat.pane.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    for _ in range(10):
        reply = chat.grow(reply, LONG)
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard() == "Alpha"


# --- links, images, keys -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "opens"),
    [
        ("https://example.org/a", True),
        ("mailto:a@b.example", True),
        ("file:///etc/x", False),
    ],
)
def test_links_go_out_by_the_signal_only(chat: Chat, address: str, opens: bool) -> None:
    chat.reply(f"[site]({address}) and text")
    opened: list[str] = []
    chat.pane.link_activated.connect(opened.append)
    before = chat.drawn_text(0)
    chat.click_at(0, QPointF(8, chat.pane.column.view(0).tops[1] + 10))
    assert opened == ([address] if opens else [])
    assert chat.drawn_text(0) == before


def test_pictures_are_named_and_not_loaded(chat: Chat) -> None:
    chat.reply("ok ![a cat](http://127.0.0.1:9/p.png) ![](file:///etc/hostname)")
    assert chat.drawn_text(0) == (
        "ok Image: a cat (http://127.0.0.1:9/p.png) Image: picture (file:///etc/hostname)"
    )
    document = chat.pane.column.view(0).pieces[1]._document  # type: ignore[attr-defined]
    assert document.loadResource(2, "file:///etc/hostname") is None


def test_link_targets_below_reach_the_text_above(chat: Chat) -> None:
    reply = chat.reply("See [there][a].\n\nMore.\n\n", ReplyState.STREAMING)
    assert chat.drawn_text(0).startswith("See [there][a].")
    chat.settle(chat.grow(reply, "[a]: https://example.org\n"))
    assert chat.drawn_text(0) == "See there.\nMore."


def test_tab_goes_through_the_buttons_and_enter_presses(chat: Chat, qtbot: QtBot) -> None:
    error = ErrorRecord("busy", "Busy.", "", TRY_AGAIN)
    chat.reply("", ReplyState.FAILED, error=error)
    chat.pane.setFocus()
    QTest.keyClick(chat.pane, Qt.Key.Key_Tab)
    assert chat.pane.highlights.focused is not None
    with qtbot.waitSignal(chat.pane.action_requested):
        QTest.keyClick(chat.pane, Qt.Key.Key_Return)


def test_the_arrows_move_the_code_whose_button_has_the_focus(chat: Chat) -> None:
    chat.reply("```py\n" + "x = 1; " * 60 + "\n```\n")
    code = next(p for p in chat.pane.column.view(0).pieces if isinstance(p, CodePiece))
    QTest.keyClick(chat.pane, Qt.Key.Key_Right)
    assert not code.scroll_sideways(-1)
    chat.pane.setFocus()
    QTest.keyClick(chat.pane, Qt.Key.Key_Tab)
    QTest.keyClick(chat.pane, Qt.Key.Key_Right)
    QTest.keyClick(chat.pane, Qt.Key.Key_Right)
    QTest.keyClick(chat.pane, Qt.Key.Key_Left)
    chat.pane.grab()
    assert code.scroll_sideways(-1)
    QTest.keyClick(chat.pane, Qt.Key.Key_Backtab)
    assert chat.pane.highlights.focused is None


def test_keys_scroll(chat: Chat) -> None:
    chat.fill(60)
    pane = chat.pane
    for key, way in [
        (Qt.Key.Key_PageUp, -1),
        (Qt.Key.Key_Up, -1),
        (Qt.Key.Key_Down, 1),
        (Qt.Key.Key_PageDown, 1),
    ]:
        before = pane.scroller.offset
        QTest.keyClick(pane, key)
        assert (pane.scroller.offset - before) * way > 0


def test_wide_code_scrolls_by_itself(chat: Chat) -> None:
    chat.reply("```py\n" + "x = 1; " * 60 + "\n```\n")
    pane = chat.pane
    code = next(p for p in pane.column.view(0).pieces if isinstance(p, CodePiece))
    spot = QPointF(chat.in_window(0, QPointF(50, pane.column.view(0).tops[1] + 50)))
    wheel = QWheelEvent(
        spot,
        pane.viewport().mapToGlobal(spot),
        QPoint(),
        QPoint(-240, 0),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QGuiApplication.sendEvent(pane.viewport(), wheel)
    assert code.scroll_sideways(-1)


def test_the_other_palette_is_drawn_at_once(chat: Chat) -> None:
    chat.reply("Text\n\n```py\nx = 1\n```\n")
    assert chat.pane.grab().toImage().pixelColor(400, 100) == LIGHT.window
    chat.pane.set_palette(DARK)
    assert chat.pane.grab().toImage().pixelColor(400, 100) == DARK.window


def test_a_reply_is_copied_whole_before_all_of_it_has_been_read(chat: Chat) -> None:
    source = "words " * 5000 + "\n\n" + "- item\n" * 3000
    chat.reply(source)
    assert chat.pane.column.is_behind
    last = len(chat.pane.column.view(0).pieces) - 1
    chat.pane.selection.select(Place(0, 1, 0), Place(0, last, 1 << 60))
    QTest.keyClick(chat.pane, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert clipboard().rstrip() == source.rstrip()
