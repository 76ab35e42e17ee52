"""Tests for reading JSON as servers send it."""

from __future__ import annotations

import pytest

from hfchat_gui.backends.json_reading import NotJson, read_json


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
