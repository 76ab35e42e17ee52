"""Keys are known by their shape wherever they stand, and sentences without any stay as they are."""

from __future__ import annotations

import base64
from time import monotonic

import pytest

from hfchat_gui.conversation.secret_shapes import (
    is_like_a_key,
    may_be_words,
    without_keys,
    without_secrets,
)
from tests.helpers.patience import SOON
from tests.helpers.secret_shapes import PLANTED, SHAPES


@pytest.mark.parametrize("shape", SHAPES.values(), ids=SHAPES.keys())
def test_each_written_shape_is_taken_out(shape: str) -> None:
    shown = without_secrets(f"It said {shape} and went on")
    assert PLANTED not in shown
    assert "…" in shown
    assert shown.startswith("It said ")


@pytest.mark.parametrize("before", ["", "u:", "ab"])
@pytest.mark.parametrize("key", ["hf_abcdefgh", "sk-abcdefghij", "Bearer abcdef"])
def test_a_key_in_base64_is_known_at_each_place_of_a_byte(before: str, key: str) -> None:
    encoded = base64.b64encode((before + key).encode()).decode()
    assert encoded not in without_secrets(f"x {encoded} y")


@pytest.mark.parametrize(
    "words",
    [
        "HTTP 401 from api.example.com, request Root=1-abc",
        "model Qwen/Qwen3-32B at 127.0.0.1:8080",
        "The key for x is empty",
        "Missing key: messages",
        "Invalid bearer token",
        "max_tokens: 100",
        "/home/me/skill-set.py:33 in foo",
        "risk-assessment-tool",
        "Task was destroyed but it is pending!",
        "http://127.0.0.1:8080/v1/chat@x",
    ],
)
def test_a_sentence_without_a_key_stays_whole(words: str) -> None:
    assert without_secrets(words) == words


@pytest.mark.parametrize(
    "part",
    ["a", "a:", "://", "aGZf", "sk-", "A_", "eyJaaaaaa.", "hf_", "cookie:", "basic ", "key=", " "],
)
def test_endless_text_is_read_in_time(part: str) -> None:
    began = monotonic()
    without_secrets(part * (64_000 // len(part)))
    assert monotonic() - began < SOON


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", ""),
        ("none", "none"),
        ("abc", "…"),
        ("x ABC abc y", "x … … y"),
        ("long-enough-to-cut", "…"),
        ("a LONG-ENOUGH b", "a … b"),
        ("a long-en b", "a long-en b"),
        ("ugh-to-cut, long-en", "…, long-en"),
        ("and hf_bcdefghi too", "and … too"),
        ("sk-proj-something and sk-proj-otherwise", "… and …"),
    ],
)
def test_known_keys_are_taken_out_and_parts_of_long_ones(text: str, shown: str) -> None:
    assert without_keys(text, ["abc", "", "long-enough-to-cut", "sk-proj-something"]) == shown


def test_a_part_of_a_key_is_found_in_a_long_text_too() -> None:
    said = "no such thing. " * 20
    assert without_keys(f"{said} a long-eNOUGH", ["long-enough-to-cut"]) == f"{said} a …"


@pytest.mark.parametrize(
    "name",
    ["localhost", "qwen2.5", "Qwen3-Coder-30B-A3B-Instruct", "hf-mirror.com", "eyjafjoll.example"],
)
def test_a_name_is_not_taken_for_a_key(name: str) -> None:
    assert not is_like_a_key(name)


@pytest.mark.parametrize(
    "key", ["x", "ollama", "EMPTY", "not-needed", "Qwen3-Coder-30B", "my.key.2024", "12345678"]
)
def test_a_key_of_words_stands_in_a_name_by_chance(key: str) -> None:
    assert may_be_words(key) is (key != "12345678")


@pytest.mark.parametrize(
    "key", ["aB3dE5fG7hI9", "0a1b2c3d4e5f", "sk-abc123def456", "hf_" + "a" * 34]
)
def test_a_key_by_chance_does_not(key: str) -> None:
    assert not may_be_words(key)
