"""Which warnings beside an answer a person is told."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.server_warnings import warnings_in

ASKED = Asked("gpu.example", "org/m", keys=("sk-secret",), turns=("My private question",))
PADDING = "Setting `pad_token_id` to `eos_token_id`:50256 for open-end generation."


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"generated_text": "x"},
        {"warnings": None},
        {"warnings": "text"},
        {"warnings": 5},
        {"warnings": [PADDING, 5, "", "max_length is ignored", "model.generate() is odd"]},
        [{"warnings": ["UserWarning: this is odd", "This call is deprecated"]}],
    ],
)
def test_what_is_for_its_makers_is_dropped(value: Any) -> None:
    assert warnings_in(value, ASKED) == []


def test_what_a_person_can_use_is_told() -> None:
    value = {"warnings": [PADDING, "This model is <b>retired</b> on Friday."]}
    assert warnings_in(value, ASKED) == ["gpu.example warns: “This model is retired on Friday.”"]
    assert warnings_in([value], ASKED) == warnings_in(value, ASKED)


def test_neither_keys_nor_prompts_nor_floods_come_through() -> None:
    said = "You, sk-secret, asked: My private question"
    [told] = warnings_in({"warnings": [said]}, ASKED)
    assert "secret" not in told
    assert "private" not in told
    assert len(warnings_in({"warnings": ["Hot here."] * 50}, ASKED)) == 3
    assert len(warnings_in({"warnings": ["Hot. " * 5000]}, ASKED)[0]) < 400
