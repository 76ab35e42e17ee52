"""Tests for reading the error bodies of servers."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.replies import refusal
from hfchat_gui.backends.server_words import read_words, shortened, words_of


@pytest.mark.parametrize(
    ("body", "text", "kind", "status"),
    [
        ({"error": "Model is loading", "estimated_time": 20.0}, "Model is loading", "", None),
        ({"error": ["first thing", "second thing", 3]}, "first thing; second thing", "", None),
        (
            {
                "error": {
                    "message": "no",
                    "type": "invalid_request_error",
                    "param": None,
                    "code": 400,
                }
            },
            "no",
            "invalid_request_error",
            400,
        ),
        ({"error": {"message": "no", "code": "model_not_found"}}, "no", "model_not_found", None),
        ({"error": {"message": "no", "code": "429"}}, "no", "429", 429),
        ({"error": "bad", "error_type": "validation"}, "bad", "validation", None),
        ({"error": "unknown error", "warnings": ["x"]}, "unknown error", "", None),
        ({"message": "No key", "request_id": "0"}, "No key", "", None),
        ({"object": "error", "message": "no", "code": 404}, "no", "", 404),
        ({"detail": "Not allowed"}, "Not allowed", "", None),
        (
            {"detail": [{"loc": ["body", "seed"], "msg": "not permitted", "input": "SECRET TEXT"}]},
            "body.seed: not permitted",
            "",
            None,
        ),
        ({"detail": [{"msg": "odd"}, {"message": "odder"}, {}]}, "odd; odder", "", None),
        ({"title": "Input validation failed", "status": 422}, "Input validation failed", "", 422),
        (
            {"error": {"code": 429, "message": "Provider error", "metadata": {"raw": "slow down"}}},
            "slow down",
            "",
            429,
        ),
        ({"error": {"message": "x", "http_status_code": 422}}, "x", "", 422),
        (
            {"error_type": "context_length_exceeded", "error_message": "limit"},
            "limit",
            "context_length_exceeded",
            None,
        ),
        ([{"error": "wrapped", "estimated_time": 2}], "wrapped", "", None),
        ({"error": {}}, "", "", None),
        ({"error": {"code": "only_code"}}, "only_code", "only_code", None),
        ("just text", "just text", "", None),
        ([], "", "", None),
        (None, "", "", None),
        (5, "", "", None),
    ],
)
def test_each_shape_of_body_is_read(body: Any, text: str, kind: str, status: int | None) -> None:
    words = read_words(json.dumps(body).encode(), "application/json")
    assert (words.text, words.kind, words.status) == (text, kind, status)
    assert words_of(body).text == text


def test_plain_text_is_read() -> None:
    words = read_words(b"Failed to deserialize: missing field `messages`\n", "text/plain")
    assert words.text == "Failed to deserialize: missing field `messages`"
    assert read_words(b"").text == ""


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "<html><head><title>504 Gateway Time-out</title></head><body>x</body>",
            "504 Gateway Time-out",
        ),
        ("<!DOCTYPE html><style>p{}</style><!-- c --><p>Sign &amp; in</p>", "Sign & in"),
        ("<html><title> </title><body><script>no()</script>Down</body></html>", "Down"),
    ],
)
def test_a_page_is_known_for_one_and_read_without_its_tags(page: str, text: str) -> None:
    words = read_words(page.encode())
    assert words.is_page
    assert words.text == text
    assert read_words(page.encode(), "text/html").is_page


def test_long_words_are_cut() -> None:
    words = shortened(read_words(json.dumps({"error": "x" * 1000}).encode()).text)
    assert len(words) == 300
    assert words.endswith("…")
    assert shortened("short") == "short"


def test_json_that_speaks_of_less_and_more_keeps_it() -> None:
    assert words_of({"error": "must be <= 4096 and > 0"}).text == "must be <= 4096 and > 0"


BOMBS = [
    *(b"<title>" * 1_100_000, b"<script " * 1_000_000, b"<!--" * 2_000_000, b"<a" * 4_000_000),
    *(b"<head>" * 1_000_000, b"<!--><style><script>" * 400_000),
    *(b"&#" + b"9" * 6000 + b";", b"&#x" + b"f" * 5_000_000, b"<p" + b" " * 7_000_000),
    b'{"error":{"message":"x","type":"' + b"model " * 1_300_000 + b'"}}',
    b'{"error":"' + b"model " * 1_300_000 + b'"}',
    b'{"error":{"message":"x","code":"' + b"9" * 7_000_000 + b'"}}',
    b'{"detail":[{"loc":[1' + b"0" * 4290 + b'],"msg":"x"}]}',
    b'{"detail":[{"loc":["a"],"msg":' + b"[" * 900 + b"]" * 900 + b"}]}",
    b'{"detail":[' + b'{"loc":["a"],"msg":"b"},' * 300_000 + b'{"msg":"c"}]}',
]


@pytest.mark.parametrize("body", BOMBS, ids=lambda body: body[:12].decode())
@pytest.mark.parametrize("content_type", ["application/json", "text/html"])
@pytest.mark.parametrize("status", [400, 404, 500])
def test_no_body_holds_the_processor(body: bytes, content_type: str, status: int) -> None:
    began = time.process_time()
    error = refusal(status, {"content-type": content_type}, body, Asked("h", turns=("Hello?",)))
    assert time.process_time() - began < 1.5
    assert len(error.user_text) < 700


def test_what_is_written_by_entities_is_no_tag_and_steers_nothing() -> None:
    said = (
        "bad \x1b[31mred\x1b]0;pwned\x07 \u202ertl\x00 &lt;img src=http://x/y&gt; &#27;[2J a &lt; b"
    )
    assert read_words(json.dumps({"error": said}).encode()).text == (
        "bad [31mred]0;pwned rtl [2J a < b"
    )


def test_a_machine_name_is_cut() -> None:
    assert len(words_of({"error": {"type": "t" * 1000, "code": "c" * 1000}}).kind) == 200


@pytest.mark.parametrize("code", ["²00", "9" * 5000, "40", 10**400, "+404"])
def test_what_is_no_status_is_passed_over(code: object) -> None:
    assert words_of({"code": code}).status is None


def test_what_hides_the_rest_of_a_page_hides_it_once() -> None:
    assert read_words(b"<html><head><p>a<body>b<!-- c --> d<script>e").text == "b d"


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ('{"error": {"message": "top_k is not supported"}}', "top_k is not supported"),
        ('{"error": "not here"}', "not here"),
        ('[{"error": {"detail": "too long"}}]', "too long"),
        ('{"message": "no"}', "no"),
        ('["no"]', "no"),
        ("[]", "Provider returned error"),
        ('{"error": {}}', "Provider returned error"),
        ("{broken", "{broken"),
        ("[" * 99999, "[" * 99),
        ("plain", "plain"),
        ({"odd": 1}, "Provider returned error"),
    ],
)
def test_what_a_relay_hands_on_is_read_within(raw: object, text: str) -> None:
    body = {"error": {"message": "Provider returned error", "metadata": {"raw": raw}}}
    assert words_of(body).text.startswith(text)


def test_an_error_below_the_message_is_read() -> None:
    detail = [{"loc": ["body", "seed"], "msg": "Extra inputs", "type": "extra_forbidden"}]
    words = words_of({"object": "error", "message": {"detail": detail}})
    assert words.text == "body.seed: Extra inputs"
    assert words.fields["detail"] == detail
