"""What is in a file decides whether it is text, and no file can hold up the program."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.composer.text_files import LARGEST_FILE, NotTaken, read_text_file, shown_name


@pytest.mark.parametrize(
    ("content", "text"),
    [
        (b"plain", "plain"),
        ("Grüße 🙂".encode(), "Grüße 🙂"),
        (b"\xef\xbb\xbfwith a mark", "with a mark"),
        ("naïve".encode("utf-16"), "naïve"),
        (b"\xfe\xff" + "naïve".encode("utf-16-be"), "naïve"),
        (b"one\r\ntwo\rthree", "one\ntwo\nthree"),
        (b"x" * LARGEST_FILE, "x" * LARGEST_FILE),
        (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
    ],
)
def test_text_is_read_whatever_the_file_is_called(
    tmp_path: Path, content: bytes, text: str
) -> None:
    file = tmp_path / "picture.png"
    file.write_bytes(content)
    assert read_text_file(str(file)) == AttachedText("picture.png", text)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "it is empty."),
        (b" \n\t", "it is empty."),
        (b"a\0b", "it is not a text file. Text files can be attached."),
        (b"caf\xe9\r\n", "its text is not in UTF-8. Save it as UTF-8 and attach it again."),
        (b"caf\xe9\x01", "it is not a text file. Text files can be attached."),
        (b"\xff\xfea", "it is not a text file. Text files can be attached."),
        (b"\xff\xfe\0\0a\0\0\0", "it is not a text file. Text files can be attached."),
        (b"x" * (LARGEST_FILE + 1), "it is larger than 1 MB."),
        ("é".encode() * LARGEST_FILE, "it is larger than 1 MB."),
        (b"\0" * (LARGEST_FILE + 1), "it is not a text file. Text files can be attached."),
        *(
            (head + b"...", "HF Chat cannot send images yet. Text files can be attached.")
            for head in (
                b"\x89PNG\r\n\x1a\n",
                b"\xff\xd8\xff\xe0",
                b"GIF89a",
                b"RIFF\x24\0\0\0WEBP",
                b"\0\0\0\x18ftypheic",
                b"II*\0",
            )
        ),
    ],
)
def test_what_is_no_text_is_refused_with_its_reason(
    tmp_path: Path, content: bytes, reason: str
) -> None:
    file = tmp_path / "notes.txt"
    file.write_bytes(content)
    with pytest.raises(NotTaken) as refused:
        read_text_file(str(file))
    assert str(refused.value) == reason


def test_a_sound_is_not_taken_for_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "sound.wav"
    file.write_bytes(b"RIFF\x24\0\0\0WAVE")
    with pytest.raises(NotTaken, match=r"not a text file"):
        read_text_file(str(file))


def test_what_is_no_ordinary_file_is_not_opened(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    endless = tmp_path / "endless.txt"
    endless.symlink_to("/dev/zero")
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        for path in (pipe, endless, tmp_path / "socket"):
            with pytest.raises(NotTaken, match=r"a device or a pipe"):
                read_text_file(str(path))
    with pytest.raises(NotTaken, match=r"a folder"):
        read_text_file(str(tmp_path))


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotTaken, match=r"no longer there"):
        read_text_file(str(tmp_path / "gone"))
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path in (str(loop), "a\0b"):
        with pytest.raises(NotTaken, match=r"cannot be read"):
            read_text_file(path)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("x")
    secret.chmod(0)
    with pytest.raises(NotTaken, match=r"not allowed"):
        read_text_file(str(secret))


def test_a_name_is_shown_on_one_line() -> None:
    assert shown_name("/tmp/a\nb\x1b[31m.txt") == "a b[31m.txt"
    assert shown_name("/") == "The file"
