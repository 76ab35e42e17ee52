"""A piece is named by its file or as a paste, and each refused file by its reason."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.message import AttachedText
from hfchat_gui.ui.attached_wording import measure_of, name_of, refusal, within

_HINT = "Text files can be attached."


@pytest.mark.parametrize(
    ("text", "measure"),
    [
        ("x", "1 byte · 1 line"),
        ("x\n", "2 bytes · 1 line"),
        ("x\ny", "3 bytes · 2 lines"),
        ("é" * 600, "1.2 kB · 1 line"),
        ("x" * 999_999, "1.0 MB · 1 line"),
        ("x\n" * 600_000, "1.2 MB · 600,000 lines"),
    ],
)
def test_a_piece_is_measured_in_bytes_and_lines(text: str, measure: str) -> None:
    assert measure_of(AttachedText("", text)) == measure


def test_a_piece_has_a_name() -> None:
    assert (name_of(AttachedText("a.py", "")), within(AttachedText("a.py", ""))) == ("a.py", "a.py")
    assert name_of(AttachedText("", "x")) == "Pasted text"
    assert within(AttachedText("", "x")) == "the pasted text"


def test_nothing_is_said_of_no_file() -> None:
    assert refusal([]) == ""


def test_one_file_is_refused_in_one_sentence() -> None:
    assert refusal([("a", f"it is not a text file. {_HINT}")]) == (
        f"a was not attached: it is not a text file. {_HINT}"
    )


def test_what_can_be_dropped_is_said_once_and_of_many_only_a_few_are_named() -> None:
    refused = [(f"{number}", f"no. {_HINT}") for number in range(7)]
    assert refusal(refused).splitlines() == [
        *(f"{number} was not attached: no." for number in range(5)),
        "2 more were not attached.",
        _HINT,
    ]
    assert len(refusal(refused[:6]).splitlines()) == 7  # the name of one more takes no more room
    assert refusal([("a", "it is empty."), ("b", "it is a folder.")]).splitlines() == [
        "a was not attached: it is empty.",
        "b was not attached: it is a folder.",
    ]
