"""Tests for the command that reads recordings from a folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.chat_stream import chat_chunk, chat_events
from tests.helpers.running import Run
from tests.recordings.__main__ import main

READING: dict[str, Any] = {
    "events": 5,
    "text": "<think>\nhm\n</think>\n\nHello</s>",
    "reasoning": None,
    "finish_reasons": ["stop"],
    "ends_with_done": True,
    "usage": {"prompt_tokens": 9, "completion_tokens": 2},
    "tool_calls": None,
    "error": None,
}
BODY = b"".join(chat_events("<think>\nhm\n</th", "ink>\n\nHello</s>", usage=(9, 2)))
RESPONSE = {"status": 200, "headers": {"content-type": "text/event-stream"}}


def folder_with(folder: Path, reading: dict[str, Any], body: bytes = BODY) -> str:
    entry = {"response": RESPONSE, "reading": READING | reading}
    (folder / "streams.json").write_text(json.dumps({"one.sse": entry}))
    (folder / "one.sse").write_bytes(body)
    return str(folder)


def test_a_folder_that_is_read_right_is_fine(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(main([folder_with(tmp_path, {})])) == 0
    assert "1 of 1 recordings were read right." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("reading", "told"),
    [
        ({"text": "Hullo"}, "text is 'Hello', not 'Hullo'"),
        ({"text": "Hello", "reasoning": "what"}, "thinking is 'hm\\n', not 'what'"),
        ({"usage": None}, "usage is (9, 2), not None"),
        ({"tool_calls": [{"name": "f", "arguments": "{}"}]}, "calls is ()"),
        ({"error": {"message": "it broke"}}, "the failure is None, not 'it broke'"),
        ({"ends_with_done": False, "finish_reasons": []}, "the end is None"),
    ],
)
def test_whatever_is_read_otherwise_is_told(
    reading: dict[str, Any],
    told: str,
    tmp_path: Path,
    run: Run,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(main([folder_with(tmp_path, reading)])) == 1
    said = capsys.readouterr().out
    assert f"whole: {told}" in said
    assert "0 of 1" in said


def test_a_stream_that_fails_is_read_right_where_it_should_fail(tmp_path: Path, run: Run) -> None:
    body = chat_chunk("Hello") + b'data: {"error": {"message": "overloaded"}}\n\n'
    failing = {"text": "Hello", "error": {"message": "overloaded"}, "usage": None}
    assert run(main([folder_with(tmp_path, failing, body)])) == 0
    assert run(main([folder_with(tmp_path, {"text": "Hello", "usage": None}, body)])) == 1


def test_a_stream_of_another_route_is_counted(tmp_path: Path, run: Run) -> None:
    assert run(main([folder_with(tmp_path, {"generated_text": "x"})])) == 1
    assert run(main([folder_with(tmp_path, {"generated_text": "x", "events": 6})])) == 0


def test_single_exchanges_are_read_too(
    tmp_path: Path, run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    request = {"url": "https://gpu.example/v1/chat/completions"}
    call = {"id": 0, "function": {"name": "f", "arguments": {"a": 1}}}
    message = {"content": "Hi", "reasoning": "hm", "tool_calls": [call]}
    answer = {"choices": [{"message": message, "finish_reason": "stop"}]}
    exchanges = [
        {"request": request, "status": 200, "headers": {}, "body": answer},
        {"request": request, "status": 401, "headers": {}, "body_text": "no"},
        {"request": {"url": "https://gpu.example/info"}, "status": 200, "body": {}},
    ]
    live = {
        "what": "live",
        "exchanges": [{"request": request, "response": {**RESPONSE, "body_text": BODY.decode()}}],
    }
    folder = folder_with(tmp_path, {})
    (tmp_path / "single.json").write_text(json.dumps(exchanges))
    (tmp_path / "live.json").write_text(json.dumps(live))
    assert run(main([folder])) == 0
    said = capsys.readouterr().out
    assert [line.split()[1:] for line in said.splitlines()[:-1]] == [
        ["one.sse"],
        ["live.json", "1"],
        ["single.json", "1"],
        ["single.json", "2"],
    ]


@pytest.mark.parametrize("arguments", [[], ["a", "b"], ["/nowhere"]])
def test_without_recordings_it_fails(
    arguments: list[str], run: Run, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(main(arguments)) == 2
    assert capsys.readouterr().err


def test_an_empty_folder_fails(tmp_path: Path, run: Run) -> None:
    assert run(main([str(tmp_path)])) == 2
