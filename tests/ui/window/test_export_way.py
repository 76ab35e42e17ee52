"""The chat on screen becomes a file where the person says, and how it went stands above it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from hfchat_gui.ui.shortcuts import Command
from hfchat_gui.ui.window.export_way import FORMATS, file_name
from hfchat_gui.ui.window.main_window import MainWindow
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import press, send, texts, until

_MARKDOWN, _JSON = FORMATS


@pytest.fixture(autouse=True)
def _our_own_dialog(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))


async def _asked(window: MainWindow) -> QFileDialog:
    window._menu._actions[Command.EXPORT].trigger()
    window._menu._actions[Command.EXPORT].trigger()
    await until(lambda: window.findChildren(QFileDialog))
    (chooser,) = window.findChildren(QFileDialog)
    return chooser


def _choose(chooser: QFileDialog, file: Path) -> None:
    field = chooser.findChild(QLineEdit)
    assert field is not None
    field.setText(str(file))
    QTest.keyClick(field, Qt.Key.Key_Return)


@pytest.mark.parametrize("wanted", [_MARKDOWN, _JSON])
def test_the_chat_is_written_in_the_format_that_was_chosen(
    qt_run: Run, opened: Opened, tmp_path: Path, wanted: str
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "What: a river?")
            chooser = await _asked(window)
            assert Path(chooser.selectedFiles()[0]).name == "What a river.md"
            chooser.selectNameFilter(wanted)
            chooser.filterSelected.emit(wanted)
            name = Path(chooser.selectedFiles()[0]).name
            _choose(chooser, tmp_path / name)
            await until(lambda: f"This chat is exported to {tmp_path / name}." in texts(window))
            assert not window.findChildren(QFileDialog)
            press(window, "Close this notice")

    qt_run(scenario())
    (file,) = (one for one in tmp_path.iterdir() if one.is_file())
    text = file.read_text(encoding="utf-8")
    if wanted == _JSON:
        assert [one["text"] for one in json.loads(text)["messages"]] == [
            "What: a river?",
            "Hello there.",
        ]
    else:
        assert "## You\n\nWhat: a river?" in text


def test_what_cannot_be_written_is_said_and_asked_for_again(
    qt_run: Run, opened: Opened, tmp_path: Path
) -> None:
    async def scenario() -> None:
        async with opened() as window:
            await send(window, "hi")
            chooser = await _asked(window)
            chooser.fileSelected.emit(str(tmp_path / "nowhere" / "chat.md"))
            chooser.reject()
            await until(lambda: "The chat could not be written to chat.md" in texts(window))
            await until(lambda: not window.findChildren(QFileDialog))
            press(window, "Try again")
            await until(lambda: window.findChildren(QFileDialog))
            _choose(window.findChildren(QFileDialog)[0], tmp_path / "chat.md")
            await until(lambda: "is exported to" in texts(window))
            assert "could not be written" not in texts(window)

    qt_run(scenario())


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("a/b\\c: d?", "a b c d"),
        ("x" * 300, "x" * 80),
        ("..", "Chat"),
        ("line\nbreak\x00", "line break"),
    ],
)
def test_a_title_becomes_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title) == name
