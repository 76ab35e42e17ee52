"""The log file: for this person alone, bounded, and never in the way."""

from __future__ import annotations

import logging
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.settings.log_file import LOG_NAME, PrivateFormatter, start_log
from tests.helpers.guards import LogGuard


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The root logger, which loses again what the test adds."""
    root = logging.getLogger()
    before = list(root.handlers)
    yield root
    for handler in [one for one in root.handlers if one not in before]:
        root.removeHandler(handler)
        handler.close()


@pytest.mark.skipif(sys.platform == "win32", reason="modes are a Unix matter")
def test_the_log_is_readable_by_its_owner_alone(
    tmp_path: Path, root: logging.Logger, log_guard: LogGuard
) -> None:
    start_log(tmp_path / "new")
    log_guard.expect("a planted warning")
    root.warning("a planted warning")
    root.info("not worth a line")
    file = tmp_path / "new" / LOG_NAME
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    [line] = file.read_text().splitlines()
    assert "WARNING root: a planted warning" in line


def test_a_place_that_cannot_be_written_is_no_fault(
    tmp_path: Path,
    root: logging.Logger,
    log_guard: LogGuard,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "file").write_text("")
    start_log(tmp_path / "file")
    log_guard.expect("a planted warning")
    root.warning("a planted warning")
    assert capsys.readouterr().err == ""


def _written(name: str, message: object, *values: object, error: Exception | None = None) -> str:
    info = (type(error), error, None) if error else None
    record = logging.LogRecord(name, logging.ERROR, "", 1, message, values, info)
    record.exc_text = "cached a planted prompt"
    record.stack_info = "a stack of a planted prompt"
    return PrivateFormatter("%(name)s: %(message)s").format(record)


def test_our_own_messages_lose_what_looks_like_a_secret() -> None:
    assert _written("hfchat_gui.x", "it said %s", "hf_PLANTED") == "hfchat_gui.x: it said …"
    assert _written("qt", "a word\nfrom Qt") == "qt: a word\nfrom Qt"


@pytest.mark.parametrize(
    ("message", "values", "kept"),
    [
        ("Executing %s took %.3f seconds", ("<Handle f('a planted prompt')>", 0.2), "Executing %s"),
        ("Exception in callback f('a planted prompt')", (), "Exception in callback f"),
        ("Task exception was never retrieved\nfuture: a planted prompt", (), "Task exception"),
        (
            "send_request_headers.started request=%r",
            ("hf_PLANTED",),
            "send_request_headers.started",
        ),
    ],
)
def test_of_other_libraries_only_the_sentence_is_written(
    message: object, values: tuple[object, ...], kept: str
) -> None:
    written = _written("asyncio", message, *values)
    assert kept in written
    assert "planted" not in written.lower()


def test_an_exception_is_written_by_name_and_cause() -> None:
    written = _written("asyncio", "It failed", error=KeyError("a planted prompt"))
    assert written == "asyncio: It failed\nKeyError"
