"""What a conversation is as JSON."""

from __future__ import annotations

import json
from dataclasses import replace

from hfchat_gui.conversation.message import Message, Role, TextPart
from hfchat_gui.exchange.json_file import as_json
from tests.exchange.stories import story


def test_it_holds_every_version_of_every_turn_and_the_path_that_is_shown() -> None:
    data = json.loads(as_json(story()))
    assert (data["format"], data["version"]) == ("hfchat-conversation", 1)
    assert [turn["id"] for turn in data["messages"]] == ["q1", "a1", "a2", "q2", "a3"]
    assert data["path"] == ["q1", "a2", "q2", "a3"]
    assert data["system_prompt"] == "Be brief."
    assert data["sampling"]["seed"] == 7
    assert data["created"] == "1970-01-01T00:00:00.000+00:00"


def test_a_turn_holds_what_went_along_what_was_thought_and_what_went_wrong() -> None:
    question, _, reply, _, failed = json.loads(as_json(story()))["messages"]
    assert question["attached"] == [{"name": "a.txt", "text": "one\ntwo"}]
    assert question["text"] == "Which?"
    assert reply["thinking"] == "Let me see."
    assert reply["tool_calls"] == [{"id": "7", "name": "map", "arguments": '{"of": "Rhine"}'}]
    assert reply["usage"] == {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}
    assert reply["notes"] == ["The seed was left out."]
    assert "error" not in reply
    assert failed["error"] == {"kind": "unreachable", "message": "No connection. Try again."}


def test_times_that_no_calendar_has_are_left_empty() -> None:
    assert json.loads(as_json(story(updated=1e300)))["updated"] is None


def test_half_characters_do_not_stop_it() -> None:
    stored = story()
    odd = Message(Role.USER, (TextPart("a\ud83d"),), "q1")
    text = as_json(replace(stored, messages=(odd,)))
    assert json.loads(text.encode())["messages"][0]["text"] == "a\ufffd"
