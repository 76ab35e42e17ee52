"""Tests for reading JSON as servers send it."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.json_reading import NotJson, count_of, read_json


@pytest.mark.parametrize(
    ("data", "value"),
    [
        (b'{"a": [1, "\xc3\xa9"]}', {"a": [1, "é"]}),
        (b'"\\ud83d"', "\ud83d"),
        (b'"\xff"', "\ufffd"),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b"null", None),
        ('"a\u2028b"'.encode(), "a\u2028b"),
    ],
)
def test_what_servers_send_is_read(data: bytes, value: object) -> None:
    assert read_json(data) == value


@pytest.mark.parametrize("data", [b"", b"{", b"data", b"<html>", b"[" * 100_000])
def test_what_is_no_json_is_told(data: bytes) -> None:
    with pytest.raises(NotJson):
        read_json(data)


def test_numbers_without_end_and_raw_control_characters_are_no_fault() -> None:
    value = read_json(b'{"a": ' + b"9" * 9000 + b', "b": "x\ny", "c": 7}')
    assert value == {"a": float("inf"), "b": "x\ny", "c": 7}
    assert count_of(value["a"]) is None
    assert read_json(b"[-" + b"9" * 9000 + b"]") == [float("-inf")]


@pytest.mark.parametrize(
    ("value", "count"),
    [(0, 0), (10**9, 10**9), (10**9 + 1, None), (-1, None), ("1", None), (1.5, None), (True, None)],
)
def test_what_can_be_a_number_of_tokens_is_one(value: object, count: int | None) -> None:
    assert count_of(value) == count
