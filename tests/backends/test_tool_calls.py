"""Tests for the shapes of tool calls."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.tool_calls import ToolCalls


def calls(*deltas: Any) -> list[tuple[str, str, str]]:
    """Put the pieces together: id, name, arguments of each call."""
    reader = ToolCalls()
    found: dict[int, list[str]] = {}
    for delta in deltas:
        for piece in reader.read(delta):
            call = found.setdefault(piece.index, ["", "", ""])
            call[0] = piece.id or call[0]
            call[1] = piece.name or call[1]
            call[2] += piece.arguments
    for piece in reader.finish():
        found[piece.index][2] += piece.arguments
    return [(call[0], call[1], call[2]) for call in found.values()]


def piece(index: int | None, call_id: object, name: object, arguments: object) -> dict[str, Any]:
    call = {"id": call_id, "function": {"name": name, "arguments": arguments}}
    return {"tool_calls": [call if index is None else {"index": index, **call}]}


@pytest.mark.parametrize(
    ("deltas", "found"),
    [
        ([{}, {"tool_calls": None}, {"tool_calls": []}, {"tool_calls": ["x"]}], []),
        (
            [piece(0, "t1", "look", ""), piece(0, None, None, '{"a"'), piece(0, None, None, ":1}")],
            [("t1", "look", '{"a":1}')],
        ),
        (
            [piece(0, "a", "f", "{}"), piece(0, "b", "g", "[]")],
            [("a", "f", "{}"), ("b", "g", "[]")],
        ),
        (
            [piece(0, "0", "f", "{"), piece(0, "0", None, "}")],
            [("0", "f", "{}")],
        ),
        (
            [piece(0, None, "f", "{"), piece(0, "late", None, "}")],
            [("late", "f", "{}")],
        ),
        (
            [piece(1, "b", "g", "1"), piece(0, "a", "f", "2"), piece(1, None, None, "3")],
            [("b", "g", "13"), ("a", "f", "2")],
        ),
        ([piece(None, "a", "f", "{}"), piece(None, None, None, " ")], [("a", "f", "{} ")]),
        (
            [{"tool_calls": {"id": 0, "function": {"name": "f", "arguments": {"x": "é"}}}}],
            [("0", "f", '{"x": "é"}')],
        ),
        ([{"function_call": {"name": "f", "arguments": "{}"}}], [("", "f", "{}")]),
        ([{"tool_calls": [{"index": 0, "id": "a"}]}], [("a", "", "")]),
        # Two calls at one index, told apart by their names alone, or under one number.
        (
            [piece(0, "", "f", '{"a":1}'), piece(0, "", "g", "{"), piece(0, None, None, "}")],
            [("", "f", '{"a":1}'), ("", "g", "{}")],
        ),
        (
            [piece(0, 0, "f", {"a": 1}), piece(0, 0, "f", {})],
            [("0", "f", '{"a": 1}'), ("0", "f", "{}")],
        ),
        ([piece(0, "a", "f", "{"), piece(0, "b", "g", "{}")], [("a", "f", "{"), ("b", "g", "{}")]),
        # A server that repeats the name with each fragment.
        (
            [piece(0, "a", "f", '{"a"'), piece(0, "a", "f", ":{}"), piece(0, "a", "f", "}")],
            [("a", "f", '{"a":{}}')],
        ),
        (
            [piece(0, "a", "f", ""), piece(0, "a", "f", "x}"), piece(0, "a", "f", "")],
            [("a", "f", "x}")],
        ),
        ([piece("0", "a", "f", "{"), piece("0", None, None, "}")], [("a", "f", "{}")]),  # type: ignore[arg-type]
        ([piece(0, "a", "f", '"\ud83d"')], [("a", "f", '"\ufffd"')]),
        ([piece(0, "a", "f", '"\ud83d'), piece(0, None, None, '\ude00"')], [("a", "f", '"😀"')]),
        (
            [piece(0, "a", "f", "\ud83d"), piece(1, "b", "g", "")],
            [("a", "f", "\ufffd"), ("b", "g", "")],
        ),
    ],
)
def test_calls_are_put_together(
    deltas: list[dict[str, Any]], found: list[tuple[str, str, str]]
) -> None:
    assert calls(*deltas) == found


def test_calls_without_number_are_cut_off() -> None:
    many = [{"index": at, "id": str(at), "function": {"name": "f"}} for at in range(500)]
    reader = ToolCalls()
    read = [call for _ in range(3) for call in reader.read({"tool_calls": many})]
    read += [call for piece in many for call in reader.read({"tool_calls": [piece]})]
    assert {call.index for call in read} == set(range(64))


@pytest.mark.parametrize("depth", [5, 990, 100_000])
def test_arguments_in_lists_in_lists_are_no_fault(depth: int) -> None:
    nested: list[Any] = []
    for _ in range(depth):
        nested = [nested]
    function = {"name": "f\x1b[2J" + "g" * 1000, "arguments": {"a": nested, "b": "\ud83d"}}
    [call] = ToolCalls().read({"tool_calls": [{"index": 10**30, "function": function}]})
    assert call.name == "f[2J" + "g" * 195
    call.arguments.encode()
    assert depth == 990 or bool(call.arguments) is (depth == 5)
    [call] = ToolCalls().read({"tool_calls": [{"function": {"arguments": 10**5000}}]})
    assert call.arguments == ""


def test_neither_id_nor_name_of_a_call_says_the_key() -> None:
    reader = ToolCalls(("s3cret-key",))
    [said] = reader.read(piece(0, "id-s3cret-key", "look_s3cret-key", "{}"))
    assert (said.id, said.name, said.arguments) == ("id-…", "look_…", "{}")


def test_true_is_no_index() -> None:
    begun = {"index": True, "id": "a", "function": {"name": "f", "arguments": "{"}}
    gone_on = {"index": 0, "function": {"arguments": "}"}}
    assert calls({"tool_calls": [begun]}, {"tool_calls": [gone_on]}) == [("a", "f", "{}")]
