"""A chat becomes a file whole or not at all, in the format that the file's name asks for."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.exchange.json_file import as_json
from hfchat_gui.exchange.markdown_file import as_markdown
from hfchat_gui.exchange.written_file import write_file
from tests.exchange.stories import story


@pytest.mark.parametrize("name", ["chat.md", "chat.txt", "chat", "chat.json", "CHAT.JSON"])
def test_the_name_says_which_format_it_is(tmp_path: Path, name: str) -> None:
    stored = story()
    write_file(stored, tmp_path / name)
    text = (tmp_path / name).read_text(encoding="utf-8")
    if name.lower().endswith(".json"):
        assert text == as_json(stored)
        assert json.loads(text)["title"] == stored.details.title
    else:
        assert text == as_markdown(stored)
    assert os.listdir(tmp_path) == [name]


def test_a_file_that_was_there_is_replaced_whole_and_a_link_stays_a_link(tmp_path: Path) -> None:
    target, link = tmp_path / "real.md", tmp_path / "link.md"
    target.write_text("old " * 10_000)
    link.symlink_to(target)
    write_file(story(), link)
    assert link.is_symlink()
    assert target.read_text(encoding="utf-8") == as_markdown(story())


def test_what_cannot_be_written_is_said_and_leaves_what_was_there(tmp_path: Path) -> None:
    folder = tmp_path / "taken.md"
    folder.mkdir()
    (folder / "kept").write_text("kept")
    for file, why in ((folder, "Is a directory"), (tmp_path / "no" / "where.md", "No such file")):
        with pytest.raises(StorageFailed, match=f"could not be written to {file.name}: {why}"):
            write_file(story(), file)
    assert sorted(os.listdir(tmp_path)) == ["taken.md"]
    assert (folder / "kept").read_text() == "kept"
