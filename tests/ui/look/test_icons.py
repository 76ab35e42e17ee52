"""Icons are drawn from their SVG at the size, scale and colour that are asked for."""

from __future__ import annotations

import gc
import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QImage, QPainter
from PySide6.QtWidgets import QApplication

from hfchat_gui.conversation.resources import resources_of
from hfchat_gui.ui.look.icons import icon, paint_icon

_PACKAGE = Path(__file__).parents[3] / "hfchat_gui"


@pytest.mark.parametrize("scale", [1.0, 1.25, 2.0])
def test_an_icon_is_as_sharp_as_the_screen(qapp: QApplication, scale: float) -> None:
    pixmap = icon("cpu", "#ff0000").pixmap(QSize(16, 16), scale)
    assert pixmap.size() == QSize(round(16 * scale), round(16 * scale))


def test_an_icon_has_the_colour_that_was_asked_for(qapp: QApplication) -> None:
    image = icon("square", "#ff0000").pixmap(QSize(64, 64), 1.0).toImage()
    seen = {image.pixelColor(x, 32).name() for x in range(64) if image.pixelColor(x, 32).alpha()}
    assert seen == {"#ff0000"}


def test_a_disabled_icon_is_paler(qapp: QApplication) -> None:
    disabled = icon("square", "#ff0000").pixmap(QSize(64, 64), 1.0, QIcon.Mode.Disabled)
    image = disabled.toImage()
    assert max(image.pixelColor(x, 32).alpha() for x in range(64)) < 140


def test_a_wide_icon_keeps_its_shape_and_leaves_room_behind(qapp: QApplication) -> None:
    image = icon("square", "#ff0000").pixmap(QSize(64, 32), 1.0).toImage()
    assert max(image.pixelColor(x, 16).alpha() for x in range(32)) == 255
    assert all(image.pixelColor(x, 16).alpha() == 0 for x in range(34, 64))


def test_icons_survive_copies_and_the_end_of_the_original(qapp: QApplication) -> None:
    icon.cache_clear()
    copy = QIcon(icon("search", "#123456"))
    icon.cache_clear()
    gc.collect()
    assert not copy.pixmap(QSize(16, 16)).isNull()


def test_an_icon_is_painted_into_a_rectangle(qapp: QApplication) -> None:
    image = QImage(20, 20, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_icon(painter, "check", QRectF(2, 2, 16, 16), QColor("#00ff00"))
    painter.end()
    assert any(image.pixelColor(x, y).alpha() for x in range(20) for y in range(20))


def test_a_name_that_is_not_there_is_an_error(qapp: QApplication) -> None:
    with pytest.raises(FileNotFoundError):
        icon("no-such-icon", "#000000")


def test_only_icons_in_use_are_shipped_with_their_licence() -> None:
    folder = resources_of("icons")
    source = "".join(path.read_text(encoding="utf-8") for path in _PACKAGE.rglob("*.py"))
    used = set(re.findall(r'"([a-z][a-z0-9-]*)"', source))
    assert (folder / "LICENSE").read_text(encoding="utf-8").startswith("ISC License")
    assert {path.stem for path in folder.glob("*.svg")} <= used
