"""Any answer can be read, and a list of models holds only what can be asked for."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.network.messages import HttpAnswer
from hfchat_gui.routing.server_answers import (
    Reading,
    chat_first,
    is_name,
    listed_models,
    read_answer,
)


def good(value: Any) -> Reading:
    return Reading(200, value)


def test_an_answer_is_read_whatever_it_is() -> None:
    page = read_answer(HttpAnswer(200, {"content-type": "text/html"}, b"<html>x</html>", "u"))
    assert (page.value, page.is_page) == (None, True)
    echo = {"x-request-id": "hfchat-asks-once"}
    reading = read_answer(HttpAnswer(200, echo, b'{"a": {"b": 1}}', "u"))
    assert reading.get("a", "b") == 1
    assert reading.get("a", "b", "c") is None
    assert reading.echoed
    assert Reading(404, {"a": 1}).get("a") is None


@pytest.mark.parametrize(("status", "absent"), [(404, True), (0, True), (200, False), (401, False)])
def test_a_route_that_is_not_there_is_told_from_one_that_refuses(status: int, absent: bool) -> None:
    assert Reading(status).is_absent == absent


def test_a_list_of_models_has_chat_models_first_and_names_only() -> None:
    data = [{"id": "bge-m3"}, {"id": ""}, {"id": 7}, "odd", {"id": "talker"}]
    assert listed_models(good({"data": data})) == ("talker", "bge-m3")
    assert listed_models(good({"data": {}})) is None
    assert listed_models(good({"error": "no such endpoint"})) is None


def test_what_can_be_no_name_is_passed_over_and_a_list_has_its_bounds() -> None:
    names = ["n" * 1_000_000, "\x1b[31mm\n", "a\ud800b", "   ", " a", "b\u202e", "", "good/one"]
    assert listed_models(good({"data": [{"id": name} for name in names]})) == ("good/one",)
    assert len(listed_models(good({"data": [{"id": str(at)} for at in range(9000)]})) or ()) == 2000


def test_what_does_not_chat_is_listed_last_in_its_order() -> None:
    names = ["e5-base", "talker", "Whisper-large", "writer"]
    assert chat_first(names) == ("talker", "writer", "e5-base", "Whisper-large")


@pytest.mark.parametrize("value", ["", "m" * 201, "a\nb", 7, None])
def test_what_cannot_stand_in_a_request_or_on_a_line_is_no_name(value: Any) -> None:
    assert not is_name(value)
