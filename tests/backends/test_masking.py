"""Tests for what a server repeats of keys and of the person's own words."""

from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.backends.masking import masked
from hfchat_gui.backends.server_words import words_of
from hfchat_gui.conversation.secret import Secret

LONG = (
    "My name is Ada and I live at 7 Example Road.\n\nPlease write a letter to my landlord about "
    'the <b>broken</b> heating & the "other" thing we spoke of, C:\\new, and say it kindly.\n'
) * 3


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("token hf_abcdefghijk is bad", "token … is bad"),
        ("Authorization: Bearer abc.def-ghi", "…"),
        ("key sk-proj-12345678", "key …"),
        ("you sent: what is my diagnosis?", "you sent: …"),
        ("you sent: what is\\nmy diagnosis?, a question", "you sent: …, a question"),
        ("hi is short", "hi is short"),
        ("keys pw7 and p w7 and own-k3y are wrong", "keys … and … and … are wrong"),
        ("", ""),
    ],
)
def test_keys_and_the_persons_text_are_masked(said: str, shown: str) -> None:
    assert masked(said, ["pw7", "own-k3y", ""], ["what is my diagnosis?", "hi", ""]) == shown


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("completion", "The chat completion failed: completions/chat is not there."),
        ("password", "Enter a password in the settings."),
        ("not-needed", "A name is not-needed here."),
        ("x", "Please install an extra box for axis x."),
        ("12", "At most 12 of 128 tokens, HTTP 412"),
        ("llama3", "Model llama31 of meta-xllama3 is unknown"),
        ("Password1", "Password12 and aPassword1 are others."),
        ("abreast", "He has a breast pin."),
        ("stop", "stop"),
    ],
)
def test_a_key_of_words_takes_no_word_out_of_a_sentence(key: str, said: str) -> None:
    assert masked(said, Secret(key).forms(), []) == said


@pytest.mark.parametrize(
    ("key", "said", "shown"),
    [
        ("sunshine", "Incorrect API key provided: sunshine.", "Incorrect API key provided: …."),
        ("sunshine", "The password is 'SUNSHINE'", "The password is '…'"),
        ("x", "invalid token x", "invalid token …"),
        ("not-needed", "key\\nnot-needed?", "key\\n…?"),
        ("Password1", "not Password1, \\nPassword1 or %50assword1", "not …, \\n… or …"),
        ("pw7", "pw7, u:pw7@h and p w 7", "…, u:…@h and …"),
        ("correct-horse-battery", "no correct-horse-battery here", "no … here"),
    ],
)
def test_a_key_of_words_is_masked_where_it_is_no_word_of_a_sentence(
    key: str, said: str, shown: str
) -> None:
    assert masked(said, Secret(key).forms(), []) == shown


KEY = "zebra-quantum-key-0123456789"


@pytest.mark.parametrize(
    "written",
    [
        KEY,
        KEY.upper(),
        KEY.title(),
        " ".join(KEY),
        f"{KEY[:14]}; {KEY[14:]}",
        f"{KEY[:14]}...",
        f"...{KEY[-9:]}",
        "".join(f"\\u{ord(sign):04x}" for sign in KEY),
        "".join(f"\\\\u{ord(sign):04X}" for sign in KEY),
        "".join(f"\\x{ord(sign):02x}" for sign in KEY),
        "".join(f"%{ord(sign):02x}" for sign in KEY),
        f"\\u007a{KEY[1:]}",
        "".join(f"\\U{ord(sign):08x}" for sign in KEY),
        "".join(f"\\u{{{ord(sign):x}}}" for sign in KEY),
        "".join(f"\\{ord(sign):03o}" for sign in KEY),
        "".join(f"%25{ord(sign):02x}" for sign in KEY),
        "".join(f"%2525{ord(sign):02X}" for sign in KEY),
        "".join(chr(ord(sign) - ord("!") + ord("！")) for sign in KEY),
    ],
)
def test_a_key_is_masked_however_it_is_written_and_cut(written: str) -> None:
    shown = masked(f"bad key {written} given", [KEY], [])
    assert set(shown.removeprefix("bad key ").removesuffix(" given")) <= set("…;. ")


def test_a_text_has_less_than_eight_characters_of_a_key_by_chance() -> None:
    said = "a zebra, its quantum and 0123456"
    assert masked(said, [KEY], []) == said


@pytest.mark.parametrize(
    "part", ["\\", "\\u", "\\x", "%", "%7", "\\u007", "\\u{", "%25", "\\17", " "]
)
def test_endless_escapes_are_read_in_one_walk(part: str) -> None:
    began = time.process_time()
    masked(part * (90_000 // len(part)), [KEY], [LONG])
    assert time.process_time() - began < 2


def test_a_key_of_a_few_characters_is_found_whole_and_each_time() -> None:
    assert masked("pw7, PW7 and p w 7", ["pw7"], []) == "…, … and …"


def test_a_key_is_taken_out_of_a_long_text_in_one_walk() -> None:
    keys = [f"{number:04d}".join("abcdefgh") * 100 for number in range(20)]
    began = time.process_time()
    told = masked("no such thing. " * 6000 + keys[-1], keys, [])
    assert time.process_time() - began < 2
    assert told.endswith("no such thing. …")


@pytest.mark.parametrize(
    "said",
    [
        LONG,
        LONG.replace("\n", " "),
        repr(LONG),
        json.dumps(LONG),
        f"Input should be a valid string, input_value={LONG[:90]!r}...",
        f"...{LONG[-120:]}",
        f"{LONG[:60]} … {LONG[200:280]}",
    ],
    ids=["whole", "on one line", "quoted", "as JSON", "its begin", "its end", "two parts"],
)
def test_a_long_turn_is_masked_however_it_is_repeated(said: str) -> None:
    shown = masked(words_of({"error": said}).text, [], [LONG])
    assert not [word for word in ("Ada", "Example", "landlord", "heating") if word in shown]


@given(st.text("abc \\n", min_size=30, max_size=60), st.integers(0, 30), st.text("xyz", max_size=9))
def test_nothing_but_the_ends_of_a_turn_is_left(turn: str, start: int, around: str) -> None:
    said = f"{around}{turn[start:]}{around}"
    shown = masked(said, [], [turn])
    assert shown.startswith(around)
    assert shown.endswith(around)
    assert masked(around, [], [turn]) == around


def test_endless_words_are_not_repeated_at_all() -> None:
    assert masked("x" * 100_001, [], []) == ""


def test_a_long_chat_is_compared_in_no_time() -> None:
    turns = [f"{number} " + "lorem ipsum dolor sit amet " * 4000 for number in range(10)]
    began = time.process_time()
    assert "lorem" not in masked("no: " + turns[5][:50_000], ["key"], turns)
    assert time.process_time() - began < 2


def test_a_long_chat_is_taken_out_of_a_long_text_in_one_walk() -> None:
    words = [f"word{number}" for number in range(300)]
    turns = [" ".join([f"turn{at}", *words[at % 7 :]]) for at in range(400)]
    said = " ".join(f"{number:x} is not it." for number in range(5000)) + turns[399]
    began = time.process_time()
    told = masked(said, ("s3cret",), turns)
    assert time.process_time() - began < 2.0
    assert "word" not in told
    assert told.startswith("0 is not it. 1 is not it.")


def test_what_two_turns_share_is_taken_out_whole_of_either() -> None:
    begins = "The same words at the beginning of both, "
    turns = [begins + "and then the first of two ends.", begins + "but here the second goes on."]
    for turn in turns:
        assert masked(f"bad input: {turn} (400)", (), turns) == "bad input: … (400)"


def test_all_that_parts_words_is_left_out_on_both_ways() -> None:
    blanks = "".join(sign for sign in map(chr, range(0x3001)) if sign.isspace())
    told = masked(f"bad key-of-{blanks}yours and %41", ["key-of-yours"], [])
    assert told == "bad … and %41"
