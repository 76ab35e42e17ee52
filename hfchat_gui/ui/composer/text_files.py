"""Reads a file that was dropped or chosen if it is text: by what is in it, never by its name."""

from __future__ import annotations

import codecs
import os
import stat
from pathlib import Path

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import NO_PICTURES, TEXT_HINT

LARGEST_FILE = 1_000_000
"""Bytes of the largest file that is read."""

_PIECE = 1 << 16
_HEAD = 64
_UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
_PICTURE_BEGINNINGS = (
    b"\x89PNG\r\n\x1a\n",
    b"\xff\xd8\xff",
    b"GIF87a",
    b"GIF89a",
    b"II*\x00",
    b"MM\x00*",
    b"\x00\x00\x01\x00",
)
_BOXED_PICTURES = (b"ftypheic", b"ftypheix", b"ftypmif1", b"ftypavif")

_NO_TEXT = f"it is not a text file. {TEXT_HINT}"
_OTHER_ENCODING = "its text is not in UTF-8. Save it as UTF-8 and attach it again."
_NOT_IN_TEXT = frozenset(range(32)) - frozenset(b"\t\n\v\f\r\x1b")


class NotTaken(Exception):
    """A file that cannot go along; its words follow the name of the file and "was not attached"."""


def shown_name(path: str) -> str:
    """Return the name of the file as it can be shown, on one line."""
    return printable(Path(path).name) or "The file"


def read_text_file(path: str) -> AttachedText:
    """Return the text of the file, with its name; raise `NotTaken` with the reason.

    It blocks as long as the disk does: call it on a thread. What is no ordinary file is not opened.
    """
    try:
        content = _content(path)
    except FileNotFoundError:
        raise NotTaken("it is no longer there.") from None
    except PermissionError:
        raise NotTaken("you are not allowed to read it.") from None
    except (OSError, ValueError):  # a name that no file can have is a ValueError
        raise NotTaken("it cannot be read.") from None
    return AttachedText(shown_name(path), _text(content))


def _content(path: str) -> bytes:
    """Return what is in the file, or one byte more than is taken."""
    _check_kind(Path(path).stat().st_mode)
    flags = os.O_RDONLY
    for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"):  # no system has them all
        flags |= getattr(os, name, 0)
    descriptor = os.open(path, flags)
    try:
        _check_kind(os.fstat(descriptor).st_mode)  # it may be another one by now
        content = bytearray()
        while len(content) <= LARGEST_FILE:
            piece = os.read(descriptor, min(_PIECE, LARGEST_FILE + 1 - len(content)))
            if not piece:
                break
            content += piece
    finally:
        os.close(descriptor)
    return bytes(content)


def _check_kind(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise NotTaken("it is a folder.")
    if not stat.S_ISREG(mode):
        raise NotTaken("it is a device or a pipe, not a file.")


def _text(content: bytes) -> str:
    if _is_picture(content[:_HEAD]):
        raise NotTaken(NO_PICTURES)
    is_whole = len(content) <= LARGEST_FILE
    text = _decoded(content, is_whole=is_whole)
    if text is None or "\0" in text:
        is_other = text is None and _may_be_text(content)
        raise NotTaken(_OTHER_ENCODING if is_other else _NO_TEXT)
    if not is_whole:
        raise NotTaken("it is larger than 1 MB.")
    if not text.strip():
        raise NotTaken("it is empty.")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decoded(content: bytes, *, is_whole: bool) -> str | None:
    """Return the text that these bytes are (a last character may be cut), or None."""
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    try:
        return codecs.getincrementaldecoder(encoding)().decode(content, is_whole)
    except UnicodeDecodeError:
        return None


def _may_be_text(content: bytes) -> bool:
    """Whether this is text of one byte a character, as far as that can be known."""
    return not content.startswith(_UTF_16) and _NOT_IN_TEXT.isdisjoint(content)


def _is_picture(head: bytes) -> bool:
    if head.startswith(_PICTURE_BEGINNINGS) or head[4:12] in _BOXED_PICTURES:
        return True
    return head.startswith(b"RIFF") and head[8:12] == b"WEBP"
