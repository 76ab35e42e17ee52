"""JSON that a person adds is read strictly, and never changes the chat itself."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.json_options import (
    RESERVED,
    UnusableJson,
    checked_extra,
    checked_object,
    extra_in,
    object_in,
)


@pytest.mark.parametrize("text", ["", "  ", "{}", " {} "])
def test_nothing_is_kept_as_nothing(text: str) -> None:
    assert checked_extra(text) == checked_object(text) == ""


def test_an_object_is_kept_as_it_is_sent() -> None:
    kept = checked_extra(' {"top_k": 40, "name": "Zoë", "deep": {"model": 1}} ')
    assert kept == '{"top_k": 40, "name": "Zoë", "deep": {"model": 1}}'
    assert extra_in(kept) == {"top_k": 40, "name": "Zoë", "deep": {"model": 1}}


@pytest.mark.parametrize(
    "text",
    [
        *("[1]", "5", "null", "{", "{'a': 1}", '{"a": NaN}', '{"a": -Infinity}', '{"a": 1e400}'),
        *('{"a": ' + "[" * 9999, '{"a": "\\ud800"}'),
    ],
)
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(UnusableJson, match="object is needed"):
        checked_extra(text)
    assert object_in(text) == extra_in(text) == {}


def test_the_example_is_one_for_the_field() -> None:
    with pytest.raises(UnusableJson, match="json_object"):
        checked_object("text")
    with pytest.raises(UnusableJson, match="top_k"):
        checked_extra("text")


def test_endless_text_is_refused() -> None:
    with pytest.raises(UnusableJson, match="20000 characters"):
        checked_object('{"a": "' + "x" * 20_000 + '"}')


@pytest.mark.parametrize("name", RESERVED)
def test_what_is_asked_cannot_be_set(name: str) -> None:
    with pytest.raises(UnusableJson, match=f"cannot set {name}"):
        checked_extra(f'{{"a": 1, "{name}": 2}}')
    assert extra_in(f'{{"a": 1, "{name}": 2}}') == {"a": 1}
    assert checked_object(f'{{"{name}": 2}}')
