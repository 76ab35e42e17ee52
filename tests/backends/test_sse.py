"""Tests for splitting a byte stream into events."""

from __future__ import annotations

import collections
import sys
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends import sse
from hfchat_gui.backends.sse import EventDecoder, EventTooLong, ServerEvent


def events(*pieces: bytes) -> list[ServerEvent]:
    decoder = EventDecoder()
    return [event for piece in pieces for event in decoder.feed(piece)]


def data(*pieces: bytes) -> list[bytes]:
    return [event.data for event in events(*pieces)]


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
def test_all_line_ends_end_lines(end: bytes) -> None:
    lines = [b"data: one", b"", b"data:two", b"data: three", b"", b""]
    assert data(end.join(lines)) == [b"one", b"two\nthree"]


def test_only_one_space_after_the_colon_is_dropped() -> None:
    assert data(b"data:  x \n\ndata:y\n\ndata\n\n") == [b" x ", b"y", b""]


def test_comments_ids_and_unknown_fields_make_no_event() -> None:
    assert data(b"id: 1\ndata: a\n\n: ping\n\nretry: 9\nfoo: b\n\n: ping\n\n") == [b"a"]


def test_a_name_belongs_to_its_event_only() -> None:
    found = events(b"event: error\ndata: a\n\nevent: lost\n\ndata: b\n\n")
    assert found == [ServerEvent(b"error", b"a"), ServerEvent(b"", b"b")]


def test_an_error_field_is_an_error_event() -> None:
    assert events(b'error: {"message":"too long"}\n\n') == [
        ServerEvent(b"error", b'{"message":"too long"}')
    ]


def test_a_carriage_return_at_the_border_of_two_reads_ends_one_line() -> None:
    assert data(b"data: a\r", b"\ndata: b\r", b"\n\r", b"\ndata: c\r\n\r\n") == [b"a\nb", b"c"]


def test_an_empty_read_between_changes_nothing() -> None:
    assert data(b"data: a\r", b"", b"\ndata: b\r\n", b"\r\n") == [b"a\nb"]


@pytest.mark.parametrize("cut", [0, 1, 2, 3, 5])
def test_a_byte_order_mark_at_the_start_is_dropped_and_no_other(cut: int) -> None:
    wire = "\ufeffdata: a\n\ndata: \ufeffb\n\n".encode()
    assert data(wire[:cut], wire[cut:]) == [b"a", "\ufeffb".encode()]


@pytest.mark.parametrize("separator", ["\u2028", "\u2029", "\x85", "\v", "\f", "\x1c", "\x1e"])
def test_other_separators_do_not_end_a_line(separator: str) -> None:
    assert data(f"data: a{separator}b\n\n".encode()) == [f"a{separator}b".encode()]


def test_an_event_of_megabytes_is_read() -> None:
    pieces = [b"data: ", *[b"z" * 65536] * 40, b"\n", b"\n"]
    assert data(*pieces) == [b"z" * 65536 * 40]


def test_a_line_beyond_all_sense_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "_LONGEST_LINE", 100)
    with pytest.raises(EventTooLong):
        events(*[b"x" * 60] * 2)


@pytest.mark.parametrize(
    ("wire", "rest"),
    [
        (b"data: a\n\n", []),
        (b"data: a\n", [b"a"]),
        (b"data: a", [b"a"]),
        (b"data: a\ndata: b", [b"a\nb"]),
        (b": ping", []),
        (b"", []),
    ],
)
def test_the_end_gives_what_lacks_its_empty_line(wire: bytes, rest: list[bytes]) -> None:
    decoder = EventDecoder()
    decoder.feed(wire)
    assert [event.data for event in decoder.rest()] == rest
    assert decoder.rest() == []


LINE = st.one_of(
    st.just(""),
    st.text(st.characters(blacklist_characters="\r\n", codec="utf-8"), max_size=12),
    st.sampled_from(["data: é😀", "data:x", "data", "event: e", ": c", "id: 1", "error: e"]),
)


@given(
    st.lists(st.tuples(LINE, st.sampled_from([b"\n", b"\r", b"\r\n"])), max_size=20),
    st.lists(st.integers(0, 300), max_size=12),
)
def test_the_borders_of_reads_do_not_matter(
    lines: list[tuple[str, bytes]], cuts: list[int]
) -> None:
    wire = b"".join(text.encode() + end for text, end in lines)
    places = sorted({min(cut, len(wire)) for cut in cuts} | {0, len(wire)})
    pieces = [wire[a:b] for a, b in pairwise(places)]
    assert events(*pieces) == events(wire)
    assert events(*(wire[at : at + 1] for at in range(len(wire)))) == events(wire)


def test_data_lines_without_an_end_are_refused() -> None:
    decoder = EventDecoder()
    flood = b"data:ab\n" * 10_000
    with pytest.raises(EventTooLong):
        collections.deque((decoder.feed(flood) for _ in range(100)), maxlen=0)
    kept = sum(len(line) + sys.getsizeof(b"") for line in decoder._data)
    assert kept < 16 * 1024**2


def test_an_event_after_another_has_all_the_room_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sse, "LONGEST_EVENT", 200)
    assert data(*[b"data:" + b"x" * 100 + b"\n\n"] * 9) == [b"x" * 100] * 9
