"""The panel's edge is dragged with the mouse and moved with the keyboard."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from hfchat_gui.ui.look.theme import theme
from hfchat_gui.ui.side_panel.panel_edge import PanelEdge

_LEFT = Qt.MouseButton.LeftButton


class Edge:
    """An edge on a panel that is as wide as it is dragged."""

    def __init__(self, parent: QWidget) -> None:
        self.window = parent
        self.panel = QFrame(parent)
        self.edge = PanelEdge(self.panel)
        self.widths: list[int] = []
        self.events: list[str] = []
        self.edge.dragged.connect(self._on_dragged)
        self.edge.settled.connect(lambda: self.events.append("settled"))
        self.edge.reset.connect(lambda: self.events.append("reset"))
        self._on_dragged(260)
        self.widths.clear()

    def _on_dragged(self, width: int) -> None:
        self.widths.append(width)
        self.panel.setFixedSize(width, 300)
        self.edge.place()


@pytest.fixture
def edge(qtbot: QtBot) -> Edge:
    window = QWidget()
    window.resize(800, 300)
    qtbot.addWidget(window)
    made = Edge(window)
    window.show()
    qtbot.waitExposed(window)
    return made


def test_it_follows_the_pointer_until_it_is_let_go(edge: Edge) -> None:
    QTest.mousePress(edge.edge, _LEFT, pos=QPoint(3, 100))
    for to in (40, -10):
        QTest.mouseMove(edge.edge, QPoint(3 + to, 100))
    QTest.mouseRelease(edge.edge, _LEFT, pos=QPoint(3, 100))
    QTest.mouseMove(edge.edge, QPoint(90, 100))
    assert edge.widths[:2] == [300, 290]
    assert edge.events == ["settled"]
    assert len(edge.widths) == 2


def test_another_button_does_nothing(edge: Edge) -> None:
    QTest.mousePress(edge.edge, Qt.MouseButton.RightButton, pos=QPoint(3, 100))
    QTest.mouseMove(edge.edge, QPoint(40, 100))
    QTest.mouseRelease(edge.edge, Qt.MouseButton.RightButton, pos=QPoint(3, 100))
    assert edge.widths == []
    assert edge.events == []


def test_the_arrow_keys_move_it_and_others_do_not(edge: Edge) -> None:
    QTest.keyClick(edge.edge, Qt.Key.Key_Right)
    QTest.keyClick(edge.edge, Qt.Key.Key_Left)
    QTest.keyClick(edge.edge, Qt.Key.Key_A)
    assert edge.widths == [276, 260]
    assert edge.events == ["settled", "settled"]


def test_a_double_click_asks_for_the_usual_width(edge: Edge) -> None:
    QTest.mouseDClick(edge.edge, _LEFT, pos=QPoint(3, 100))
    assert edge.events == ["reset"]


def test_it_is_seen_while_it_has_the_keyboard(edge: Edge, qtbot: QtBot) -> None:
    def line() -> QColor:
        image = edge.edge.grab().toImage()
        return image.pixelColor(image.width() - 1, image.height() // 2)

    other = QLineEdit(edge.panel)
    other.setFocus()
    before = line()
    with qtbot.waitActive(edge.panel.window()):
        edge.panel.window().activateWindow()
    edge.edge.setFocus()
    qtbot.waitUntil(edge.edge.hasFocus)
    assert line() == theme().palette.accent
    other.setFocus()
    assert line() == before
