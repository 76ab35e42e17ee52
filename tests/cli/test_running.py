"""How a command without a window ends: by its own code, an error, Ctrl-C, or nowhere to print."""

from __future__ import annotations

import logging
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.cli import library
from hfchat_gui.cli.arguments import Export
from hfchat_gui.cli.running import DONE, FAILED, STOPPED, exit_code, report
from hfchat_gui.conversation.errors import StorageFailed
from tests.helpers.guards import LogGuard


@pytest.fixture(autouse=True)
def interrupt() -> Iterator[None]:
    """Put the handling of Ctrl-C back."""
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_a_command_ends_with_its_own_code() -> None:
    assert (exit_code(lambda: DONE), exit_code(lambda: 7)) == (DONE, 7)


def test_an_error_is_one_line_and_ctrl_c_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise StorageFailed("The disk is full.")

    def interrupted() -> int:
        signal.raise_signal(signal.SIGINT)
        return DONE

    assert (exit_code(fail), exit_code(interrupted)) == (FAILED, STOPPED)
    assert capsys.readouterr().err == "hfchat: The disk is full.\n"


def test_ctrl_c_stays_ignored_where_the_shell_ignores_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    assert exit_code(lambda: int(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)) == 1


def test_nothing_is_done_without_a_place_to_print(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert exit_code(lambda: DONE) == FAILED
    assert "no standard output" in capsys.readouterr().err


def test_a_fault_of_ours_is_logged_without_its_words(
    log_guard: LogGuard, caplog: pytest.LogCaptureFixture
) -> None:
    log_guard.expect("unexpected ValueError")
    with caplog.at_level(logging.ERROR):
        report(ValueError("a prompt"))
    assert "a prompt" not in caplog.text


def test_an_export_of_no_chat_asks_for_one(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path))
    assert library.run(Export("", "md")) == FAILED
    assert capsys.readouterr().err == (
        "hfchat: Say which chat, by its id or the beginning of it: see hfchat list.\n"
    )
