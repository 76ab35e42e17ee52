"""What is typed for an option is read strictly, told where it is refused, and shown as typed."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.ui.controls.parameters import (
    MAIN,
    MORE,
    Parameter,
    Refused,
    with_more_of,
    words_on_more,
)

ALL = SamplingOptions(
    max_tokens=9,
    temperature=0.5,
    top_p=0.123456789,
    seed=123456789012,
    stop=("END", "\n\n", "a\tb", "C:\\new", " "),
    top_k=40,
    min_p=0.05,
    frequency_penalty=0.5,
    presence_penalty=-0.5,
    repetition_penalty=1.1,
    reasoning_effort="low",
    response_format='{"type": "json_object"}',
    extra='{"words": ["é"], "top_a": 0.2}',
)


def _parameter(name: str) -> Parameter:
    return next(one for one in (*MAIN, *MORE) if one.name == name)


def test_every_option_that_there_is_can_be_set() -> None:
    assert {one.name for one in (*MAIN, *MORE)} == set(SamplingOptions.__slots__)


@pytest.mark.parametrize("one", [*MAIN, *MORE], ids=lambda one: one.name)
def test_what_is_shown_reads_as_the_same(one: Parameter) -> None:
    value = getattr(ALL, one.name)
    assert one.read(one.show(value)) == value
    nothing = getattr(SamplingOptions(), one.name)
    assert one.show(nothing) == ""
    assert one.read("") == nothing


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("temperature", "0", 0.0),
        ("temperature", " 0,7 ", 0.7),
        ("temperature", ".5", 0.5),
        ("temperature", "1.", 1.0),
        ("temperature", "2", 2.0),
        ("max_tokens", "1", 1),
        ("max_tokens", " 512 ", 512),
        ("max_tokens", "007", 7),
        ("presence_penalty", "-1,5", -1.5),
        ("frequency_penalty", "+1", 1.0),
        ("stop", "END\n\n\\n\\n\n", ("END", "\n\n")),
        ("stop", "\\d+", ("\\d+",)),
        ("response_format", '\n{"type":\n"json_object"}', '{"type": "json_object"}'),
        ("extra", "{}", ""),
    ],
)
def test_what_makes_sense_is_read(name: str, text: str, value: object) -> None:
    assert _parameter(name).read(text) == value


@pytest.mark.parametrize(
    ("name", "texts", "why"),
    [
        (
            "temperature",
            ("2.1", "-1", "nan", "1e0", "1_0", "warm", "٣", ".", "--1"),
            "Enter a number from 0 to 2.",
        ),
        (
            "max_tokens",
            ("0", "-5", "1.5", "many", "²", "٣", "9" * 19, "9" * 400),
            "Enter a whole number from 1 up.",
        ),
        ("top_k", ("0", "2.5"), "Enter a whole number from 1 up."),
        ("seed", ("-1",), "Enter a whole number from 0 up."),
        ("top_p", ("1.01", "0"), "Enter a number from 0.001 to 1."),
        ("min_p", ("-0.1",), "Enter a number from 0 to 1."),
        ("presence_penalty", ("-2.1", "3"), "Enter a number from -2 to 2."),
        ("repetition_penalty", ("0", "11"), "Enter a number from 0.01 to 10."),
        ("response_format", ("text", "[1]", '{"a": NaN}'), "A JSON object is needed, such as "),
        ("extra", ('{"model": "x", "stream": true}',), "Extra fields cannot set model or stream."),
        ("extra", ('{"messages": []}',), "Extra fields cannot set messages."),
        ("stop", ("END\n" + "x" * 1001,), "Each text can have at most 1,000 characters, "),
        ("stop", (("x" * 999 + "\n") * 21,), "Each text can have at most 1,000 characters, "),
        ("extra", ('{"top_k"',), "A JSON object is needed, such as "),
    ],
)
def test_what_makes_none_is_refused_in_words(name: str, texts: tuple[str, ...], why: str) -> None:
    for text in texts:
        with pytest.raises(Refused) as refused:
            _parameter(name).read(text)
        assert str(refused.value).startswith(why)


@pytest.mark.parametrize(
    ("name", "value", "shown"),
    [
        ("seed", 2_000_000, "2000000"),
        ("seed", 10**18, "1000000000000000000"),
        ("max_tokens", 2**63 - 1, "9223372036854775807"),
        ("temperature", 1e-7, "0.0000001"),
        ("temperature", 1.0, "1"),
    ],
)
def test_a_number_is_shown_as_it_can_be_typed(name: str, value: float, shown: str) -> None:
    assert _parameter(name).show(value) == shown
    assert _parameter(name).read(shown) == value


def test_what_is_set_beside_the_main_ones_is_counted() -> None:
    assert words_on_more(SamplingOptions(temperature=1.0, max_tokens=5)) == ""
    assert words_on_more(SamplingOptions(top_p=0.0, stop=("a", "b"))) == "2 set"
    assert words_on_more(ALL) == "11 set"


def test_the_main_ones_stay_where_the_others_are_taken() -> None:
    taken = with_more_of(ALL, SamplingOptions(temperature=2.0, seed=1))
    assert taken == SamplingOptions(max_tokens=9, temperature=0.5, seed=1)
