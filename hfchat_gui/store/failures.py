"""Turns what SQLite and the file system report into sentences that name cause and next step."""

from __future__ import annotations

import contextlib
import errno
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from hfchat_gui.conversation.errors import StorageFailed

DATABASE_NAME = "chats.sqlite3"

FULL = (
    "The disk is full, so the chat could not be saved in {folder}. Free some space, then try again."
)
NOT_ALLOWED = (
    "HF Chat is not allowed to keep chats in {folder}. "
    "Give your account the right to read and write there, then try again."
)
IN_THE_WAY = (
    "{folder} cannot be used as a folder, because something else is in its place. "
    "Move that away, then try again."
)
NO_FILE = (
    "{file} cannot be used as a file, because something else is in its place. "
    "Move that away, then try again."
)
BROKEN_DISK = (
    "The disk reported a failure while HF Chat used {folder}. "
    "Check that the disk works and has space, then try again."
)
LOCKED = "Another program has locked {file}. Close that program, then try again."
DAMAGED = (
    "The file with your chats, {file}, is damaged. HF Chat left it as it is and will not write to "
    "it. Move it to another folder, with the files beside it whose names begin with {name}. Put a "
    "backup in its place if you have one, then try again."
)
FOREIGN = (
    "{file} is not a file of HF Chat, and was left as it is. "
    "Move it to another folder, then try again."
)
NEWER = (
    "Your chats in {file} were written by a newer HF Chat, and this one left them as they are. "
    "Install the newer version to use them."
)
GONE = (
    "The folder with your chats, {folder}, is no longer there. "
    "Bring it back, or start HF Chat again to begin with an empty one."
)
NOT_MADE = (
    "The folder for your chats, {folder}, cannot be made there. Set HFCHAT_HOME to a folder in "
    "which HF Chat may keep its files, or leave it out, then start again."
)
TOO_LARGE = "A turn is too large to be saved in {folder}. Send it in smaller pieces."
NOT_SAVED_YET = (
    "The start of this chat is not saved in {folder} yet, so its reply cannot be. Try again."
)
UNEXPECTED = (
    "The chat could not be saved in {folder} or read from there. Start HF Chat again; if it "
    "happens again, report it with the details."
)

_BY_SQLITE_CODE = {
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: NOT_ALLOWED,
    sqlite3.SQLITE_PERM: NOT_ALLOWED,
    sqlite3.SQLITE_CANTOPEN: NOT_ALLOWED,
    sqlite3.SQLITE_AUTH: NOT_ALLOWED,
    sqlite3.SQLITE_IOERR: BROKEN_DISK,
    sqlite3.SQLITE_NOMEM: BROKEN_DISK,
    sqlite3.SQLITE_BUSY: LOCKED,
    sqlite3.SQLITE_LOCKED: LOCKED,
    sqlite3.SQLITE_PROTOCOL: LOCKED,
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: DAMAGED,
    sqlite3.SQLITE_TOOBIG: TOO_LARGE,
    sqlite3.SQLITE_CONSTRAINT: NOT_SAVED_YET,
}

_BY_ERRNO = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EACCES: NOT_ALLOWED,
    errno.EPERM: NOT_ALLOWED,
    errno.EROFS: NOT_ALLOWED,
    errno.ENOTDIR: IN_THE_WAY,
    errno.EEXIST: IN_THE_WAY,
    errno.EISDIR: IN_THE_WAY,
    errno.ELOOP: IN_THE_WAY,
    errno.ENOENT: GONE,
    errno.ENAMETOOLONG: IN_THE_WAY,
    errno.EIO: BROKEN_DISK,
    errno.EFBIG: BROKEN_DISK,
    errno.ENOLCK: LOCKED,
}

_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}

# After these the connection is in doubt and is opened anew for the next call.
_DOUBTFUL = _DAMAGE | {sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY}


def failure(
    sentence: str, folder: Path, detail: str = "", *, name: str = DATABASE_NAME
) -> StorageFailed:
    """Return the failure that `sentence` describes, for this data folder and the file in it."""
    text = sentence.format(folder=folder, file=folder / name, name=name)
    return StorageFailed(text, detail=detail)


def primary_code(error: BaseException) -> int:
    """Return SQLite's result code without its extension, or -1 for any other error."""
    code = getattr(error, "sqlite_errorcode", None)
    return code & 0xFF if isinstance(code, int) else -1


def leaves_doubt(error: BaseException) -> bool:
    """Whether the connection must be opened anew after this error."""
    return primary_code(error) in _DOUBTFUL


def is_damage(error: BaseException) -> bool:
    """Whether the file itself is broken."""
    return primary_code(error) in _DAMAGE


@contextlib.contextmanager
def translated(folder: Path) -> Iterator[None]:
    """Raise `StorageFailed` in place of what SQLite or the file system raises inside."""
    try:
        yield
    except sqlite3.Error as error:
        name = getattr(error, "sqlite_errorname", type(error).__name__)
        sentence = _BY_SQLITE_CODE.get(primary_code(error), UNEXPECTED)
        raise failure(sentence, folder, f"{name}: {error}") from error
    except OSError as error:
        sentence = _BY_ERRNO.get(error.errno or 0, UNEXPECTED)
        raise failure(sentence, folder, f"{error.strerror} ({error.errno})") from error
