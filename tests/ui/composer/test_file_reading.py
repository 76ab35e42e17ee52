"""Files are read one after the other; one whose disk does not answer holds up none."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer import file_reading
from hfchat_gui.ui.composer.file_reading import MOST_FILES, read_files
from tests.helpers.running import Run


def test_too_many_files_at_once_are_not_all_taken(run: Run, tmp_path: Path) -> None:
    files = [tmp_path / f"{number}.txt" for number in range(MOST_FILES + 1)]
    for file in files:
        file.write_text(file.name)
    taken: list[AttachedText] = []

    async def scenario() -> str:
        return await read_files([str(file) for file in files], taken.append)

    refusal = run(scenario())
    assert [piece.text for piece in taken] == [file.name for file in files[:MOST_FILES]]
    assert refusal == "20.txt was not attached: 20 files at once are taken."


def test_a_disk_that_does_not_answer_is_given_up(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = threading.Event()

    def silent(path: str) -> AttachedText:
        answers.wait()
        return AttachedText(path, "late")

    monkeypatch.setattr(file_reading, "read_text_file", silent)
    monkeypatch.setattr(file_reading, "PATIENCE", 0.05)

    async def scenario() -> str:
        try:
            return await read_files(["slow.txt"], lambda _: pytest.fail("taken"))
        finally:
            answers.set()

    assert run(scenario()) == "slow.txt was not attached: its disk did not answer."
