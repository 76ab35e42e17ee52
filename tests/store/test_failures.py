"""Every failure of SQLite and of the file system becomes a sentence with cause, place and step."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.store import failures
from hfchat_gui.store.failures import translated

FOLDER = Path("/somewhere/data")
SENTENCES = [
    value
    for name, value in vars(failures).items()
    if name.isupper() and isinstance(value, str) and name != "DATABASE_NAME"
]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_each_sentence_names_the_place_and_a_next_step(sentence: str) -> None:
    assert "{folder}" in sentence or "{file}" in sentence
    assert sentence.count(". ") >= 1
    assert sentence.endswith(".")


def sqlite_error(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("what happened")
    error.sqlite_errorcode = code
    error.sqlite_errorname = "SQLITE_SOMETHING"
    return error


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (sqlite_error(sqlite3.SQLITE_FULL), "disk is full"),
        (sqlite_error(sqlite3.SQLITE_IOERR_WRITE), "reported a failure"),
        (sqlite_error(sqlite3.SQLITE_READONLY_DIRECTORY), "not allowed"),
        (sqlite_error(sqlite3.SQLITE_CORRUPT_INDEX), "damaged"),
        (sqlite_error(sqlite3.SQLITE_ERROR), "report it"),
        (sqlite3.ProgrammingError("no code"), "report it"),
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), "disk is full"),
        (OSError(errno.EROFS, os.strerror(errno.EROFS)), "not allowed"),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "reported a failure"),
        (OSError("without a number"), "report it"),
    ],
)
def test_errors_are_translated_once(error: Exception, said: str) -> None:
    with pytest.raises(StorageFailed, match=said) as caught, translated(FOLDER):
        raise error
    assert str(FOLDER) in caught.value.user_text
    assert caught.value.detail
    assert caught.value.__cause__ is error


def test_other_errors_pass() -> None:
    with pytest.raises(KeyError), translated(FOLDER):
        raise KeyError("a fault of ours")
    assert not failures.leaves_doubt(KeyError())
