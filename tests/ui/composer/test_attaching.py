"""Text that is dropped, pasted or chosen goes along folded; what cannot go is named with why."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt, QUrl
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog, QPlainTextEdit

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer import file_reading
from hfchat_gui.ui.composer.attached_dialog import AttachedTextDialog
from hfchat_gui.ui.composer.message_edit import LONGEST_PASTE
from hfchat_gui.ui.composer.text_files import read_text_file
from hfchat_gui.ui.transcript.transcript import Transcript
from tests.helpers.running import Run
from tests.ui.driving import until
from tests.ui.pane_driving import OpenPane, files, open_pane, pasted, picture
from tests.ui.stand_ins import House


async def _attached(opened: OpenPane, count: int) -> None:
    await until(lambda: len(opened.attached) == count)


def test_a_text_file_dropped_anywhere_on_the_pane_goes_along(
    qt_run: Run, house: House, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one\ntwo\n")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            await opened.send("first")
            transcript = opened.pane.findChild(Transcript)
            assert isinstance(transcript, Transcript)
            system_prompt = opened.pane.findChildren(QPlainTextEdit)[0]
            places = (opened.pane, transcript.viewport(), opened.edit.viewport(), system_prompt)
            for count, place in enumerate(places, start=1):
                opened.drop(files([notes]), on=place)
                await _attached(opened, count)
            assert set(opened.attached) == {AttachedText("notes.txt", "one\ntwo\n")}
            assert opened.typed == ""
            assert opened.shows("8 bytes · 2 lines")
            await opened.send("Sum up.")
            assert opened.own()[-1].text == "Sum up."
            assert len(opened.own()[-1].attached) == len(places)
            assert opened.attached == ()

    qt_run(scenario())


def test_files_alone_can_be_sent(qt_run: Run, house: House, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.edit.insertFromMimeData(files([notes]))  # pasted
            await until(lambda: opened.attached)
            await opened.send("")
            assert opened.own()[0].attached == (AttachedText("notes.txt", "one"),)

    qt_run(scenario())


def test_good_and_bad_files_at_once_are_told_apart(
    qt_run: Run, house: House, tmp_path: Path
) -> None:
    good, photo, binary = (tmp_path / name for name in ("good.py", "photo.txt", "data.txt"))
    good.write_text("print()")
    photo.write_bytes(b"\x89PNG\r\n\x1a\n....")
    binary.write_bytes(b"\x00\x01\x02")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.type("kept")
            opened.drop(files([photo, good, binary, tmp_path]))
            await until(lambda: opened.attached)
            said = (
                "photo.txt was not attached: HF Chat cannot send images yet.\n"
                "data.txt was not attached: it is not a text file.\n"
                f"{tmp_path.name} was not attached: it is a folder.\n"
                "Text files can be attached."
            )
            await until(lambda: opened.shows(said))
            assert [piece.name for piece in opened.attached] == ["good.py"]
            assert opened.typed == "kept"
            opened.press("Close this notice")
            assert not opened.shows(said)

    qt_run(scenario())


def test_a_picture_is_refused_pasted_or_dropped_and_nothing_is_lost(
    qt_run: Run, house: House
) -> None:
    said = "HF Chat cannot send images yet. Text files can be attached."

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.type("kept")
            opened.edit.insertFromMimeData(picture())
            assert opened.shows(said)
            opened.press("Close this notice")
            opened.drop(picture(), on=opened.edit.viewport())
            assert opened.shows(said)
            assert opened.typed == "kept"
            await opened.send("!")
            assert not opened.shows(said)

    qt_run(scenario())


def test_text_and_links_are_dropped_into_the_field_as_ever(qt_run: Run, house: House) -> None:
    link = QMimeData()
    link.setUrls([QUrl("https://example.org/a.txt")])

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.drop(pasted("dragged"), on=opened.edit.viewport())
            assert opened.typed == "dragged"
            opened.edit.clear()
            opened.edit.insertFromMimeData(link)
            assert opened.typed == "https://example.org/a.txt"

    qt_run(scenario())


def test_a_long_paste_is_folded_sent_as_typed_and_comes_back_when_removed(
    qt_run: Run, house: House
) -> None:
    text = "x" * (LONGEST_PASTE + 1)

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.edit.insertFromMimeData(pasted(text))
            await opened.send("")
            assert house.router.backend.requests.pop().turns[-1].text == text
            opened.edit.insertFromMimeData(pasted(text))
            assert (opened.typed, opened.attached) == ("", (AttachedText("", text),))
            opened.press("Remove the pasted text")
            await _attached(opened, 0)
            assert opened.shows("Removed the pasted text")
            opened.press("Undo")
            assert opened.attached == (AttachedText("", text),)
            opened.press("Remove the pasted text")
            await opened.send("sent without it")
            assert not opened.shows("Undo")  # the message that it was removed from is gone
            assert house.router.backend.requests[0].turns[-1].text == "sent without it"

    qt_run(scenario())


def test_a_piece_opens_and_what_is_edited_there_is_sent(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.edit.insertFromMimeData(pasted("y" * 30_000))
            opened.press("Open the pasted text")
            await until(lambda: opened.pane.findChild(AttachedTextDialog))
            dialog = opened.pane.findChild(AttachedTextDialog)
            assert isinstance(dialog, QDialog)
            editor = dialog.findChild(QPlainTextEdit)
            assert isinstance(editor, QPlainTextEdit)
            editor.setPlainText("short now")
            dialog.reject()
            await until(lambda: opened.attached == (AttachedText("", "short now"),))

    qt_run(scenario())


def test_a_piece_that_was_emptied_goes(qt_run: Run, house: House) -> None:
    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.edit.insertFromMimeData(pasted("y" * 30_000))
            opened.press("Open the pasted text")
            await until(lambda: opened.pane.findChild(AttachedTextDialog))
            dialog = opened.pane.findChild(AttachedTextDialog)
            assert isinstance(dialog, AttachedTextDialog)
            dialog.findChild(QPlainTextEdit).clear()  # type: ignore[union-attr]
            dialog.accept()
            await until(lambda: opened.attached == ())

    qt_run(scenario())


def test_files_can_be_chosen(qt_run: Run, house: House, tmp_path: Path) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.press("Attach text files")
            opened.pane.choose_files()  # again: the same one
            (chooser,) = opened.pane.findChildren(QFileDialog)
            chooser.filesSelected.emit([str(notes)])
            chooser.reject()
            await until(lambda: opened.attached)
            await until(lambda: not opened.pane.findChildren(QFileDialog))

    qt_run(scenario())


def test_more_than_one_message_can_carry_is_refused_with_a_word(
    qt_run: Run, house: House, tmp_path: Path
) -> None:
    large = [tmp_path / f"{n}.txt" for n in range(6)]
    for path in large:
        path.write_text("a line\n" * 130_000)  # 0.91 MB

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.drop(files(large))
            await until(lambda: len(opened.attached) == 4)
            assert opened.shows(
                "4.txt was not attached: at most 4 MB can go along with one message.\n"
                "5.txt was not attached: at most 4 MB can go along with one message."
            )
            opened.edit.insertFromMimeData(pasted("a line\n" * 100_000))
            assert opened.shows(
                "The pasted text was not attached: at most 4 MB can go along with one message."
            )
            assert len(opened.attached) == 4
            opened.edit.insertFromMimeData(pasted("a line\n" * 10_000))
            assert len(opened.attached) == 5

    qt_run(scenario())


class _SlowDisk:
    """Holds reading up until it is let."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.answers = threading.Event()
        monkeypatch.setattr(file_reading, "read_text_file", self._read)

    def _read(self, path: str) -> AttachedText:
        self.answers.wait(5)
        return read_text_file(path)


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Iterator[_SlowDisk]:
    disk = _SlowDisk(monkeypatch)
    yield disk
    disk.answers.set()


def test_sending_waits_for_the_files_that_are_being_read(
    qt_run: Run, house: House, tmp_path: Path, slow_disk: _SlowDisk
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.drop(files([notes]))
            await until(lambda: opened.shows("Reading notes.txt…"))
            opened.type("Sum up.")
            QTest.keyClick(opened.edit, Qt.Key.Key_Return)
            assert opened.shows("Reading notes.txt… The message is sent then.")
            assert opened.own() == []
            slow_disk.answers.set()
            await until(opened.own)
            (turn,) = opened.own()
            assert (turn.text, turn.attached) == ("Sum up.", (AttachedText("notes.txt", "one"),))
            assert (opened.typed, opened.attached) == ("", ())
            await until(lambda: not opened.session.is_replying)

    qt_run(scenario())


def test_nothing_is_sent_without_a_file_that_could_not_be_taken(
    qt_run: Run, house: House, tmp_path: Path, slow_disk: _SlowDisk
) -> None:
    good, bad = tmp_path / "good.txt", tmp_path / "bad.bin"
    good.write_text("one")
    bad.write_bytes(b"\0")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            opened.drop(files([good, bad]))
            QTest.keyClick(opened.edit, Qt.Key.Key_Return)  # the files alone
            assert opened.shows("Reading 2 files… The message is sent then.")
            slow_disk.answers.set()
            await _attached(opened, 1)
            assert opened.own() == []
            assert not opened.shows("Reading 2 files…")

    qt_run(scenario())


def test_a_file_goes_to_the_chat_it_was_dropped_in(
    qt_run: Run, house: House, tmp_path: Path, slow_disk: _SlowDisk
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")
    key = house.conversation("Other chat")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            mine, other = opened.session, await opened.chats.open(key)
            opened.type("mine")
            opened.drop(files([notes]))
            QTest.keyClick(opened.edit, Qt.Key.Key_Return)
            opened.pane.show_session(other)
            assert not opened.shows("Reading notes.txt… The message is sent then.")
            slow_disk.answers.set()
            await until(lambda: not len(opened.pane._reading))
            assert (opened.attached, opened.own()[1:]) == ((), [])
            opened.pane.show_session(mine)
            assert opened.typed == "mine"
            assert opened.attached == (AttachedText("notes.txt", "one"),)
            assert opened.own() == []  # it was left before it could be sent

    qt_run(scenario())


def test_a_file_goes_to_the_edited_message_it_was_dropped_on(
    qt_run: Run, house: House, tmp_path: Path, slow_disk: _SlowDisk
) -> None:
    notes = tmp_path / "notes.txt"
    notes.write_text("one")
    key = house.conversation("Other chat")

    async def scenario() -> None:
        async with open_pane(house) as opened:
            mine, other = opened.session, await opened.chats.open(key)
            await opened.send("first")
            QTest.keyClick(opened.edit, Qt.Key.Key_Up)
            opened.drop(files([notes]))
            opened.pane.show_session(other)
            slow_disk.answers.set()
            await until(lambda: not len(opened.pane._reading))
            opened.pane.show_session(mine)
            assert (opened.typed, len(opened.attached)) == ("first", 1)

    qt_run(scenario())
