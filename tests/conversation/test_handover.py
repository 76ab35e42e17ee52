"""What a second start says is read back, and nothing else is taken for it."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.handover import Handover


def test_wishes_are_read_back_from_one_line() -> None:
    wishes = Handover("two\nlines é 中", "org/m", "http://host:1", "token")
    line = wishes.as_line()
    assert line.count(b"\n") == 1
    assert Handover.from_line(line) == wishes


def test_what_a_later_version_says_beside_is_passed_over() -> None:
    assert Handover.from_line(b'{"draft": "Hi", "files": []}') == Handover("Hi")


def test_what_no_window_could_take_is_put_right() -> None:
    line = b'{"draft": "a\\ud83d", "activation": "x\\u0000y"}'
    assert Handover.from_line(line) == Handover("a\ufffd", activation="")


@pytest.mark.parametrize(
    "line", [b"", b"GET / HTTP/1.1", b"[]", b'{"draft": 1}', b"\xff\xfe", b"[" * 100_000]
)
def test_anything_else_is_not_understood(line: bytes) -> None:
    assert Handover.from_line(line) is None
