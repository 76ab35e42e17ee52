"""Speaks to the person at the terminal: sentences, progress, faults, and one question."""

from __future__ import annotations

import sys
import time

_EVERY = 5.0  # seconds between lines of progress where they cannot overwrite each other


class Fault(Exception):
    """An expected fault: one sentence with its cause and the next step."""

    def __init__(self, sentence: str, exit_code: int = 1) -> None:
        super().__init__(sentence)
        self.exit_code = exit_code


def say(sentence: str) -> None:
    """Write a line to stderr; stdout belongs to the program."""
    sys.stderr.write(sentence + "\n")
    sys.stderr.flush()


def may_ask() -> bool:
    """True when somebody can read a question and answer it."""
    return sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()


def agreed(question: str) -> bool:
    """Ask; yes is the default."""
    sys.stderr.write(question + " [Y/n] ")
    sys.stderr.flush()
    answer = sys.stdin.readline()
    return answer.strip().lower() in {"", "y", "yes"} and answer != ""


class Progress:
    """One line that changes on a terminal; a line now and then elsewhere."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._width = 0
        self._said = ""
        self._next = 0.0

    def show(self, text: str) -> None:
        """Show how far it is."""
        if text == self._said:
            return
        if self._terminal:
            sys.stderr.write("\r" + text.ljust(self._width))
            sys.stderr.flush()
            self._width = len(text)
        elif time.monotonic() >= self._next:
            self._next = time.monotonic() + _EVERY
            say(text)
        self._said = text

    def clear(self) -> None:
        """Leave the terminal's line empty for what comes next."""
        if self._terminal and self._width:
            sys.stderr.write("\r" + " " * self._width + "\r")
            sys.stderr.flush()
            self._width = 0


def megabytes(size: float) -> str:
    """A size as people say it."""
    return f"{size / 1e6:.0f} MB"
