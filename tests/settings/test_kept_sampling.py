"""How new chats begin is kept whole, and nothing that makes no sense comes out of the file."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.settings.kept_sampling import sampling_as_data, sampling_in
from hfchat_gui.settings.preferences import PreferencesFile

ALL = SamplingOptions(
    max_tokens=9,
    temperature=0.5,
    top_p=0.9,
    seed=0,
    stop=("END", "\n\n"),
    top_k=40,
    min_p=0.0,
    frequency_penalty=0.5,
    presence_penalty=-0.5,
    repetition_penalty=1.1,
    reasoning_effort="low",
    response_format='{"type": "json_object"}',
    extra='{"n": 1}',
)


@pytest.mark.parametrize("options", [ALL, SamplingOptions(), SamplingOptions(temperature=0.0)])
def test_all_options_come_back(options: SamplingOptions) -> None:
    assert sampling_in(json.loads(json.dumps(sampling_as_data(options)))) == options


def test_what_is_left_to_the_server_is_not_written() -> None:
    assert sampling_as_data(SamplingOptions(seed=0)) == {"seed": 0}


@pytest.mark.parametrize("odd", [None, [], "x", {"temperature": 9, "stop": "END"}])
def test_what_is_none_of_it_is_passed_over(odd: object) -> None:
    assert sampling_in(odd) == SamplingOptions()


def test_each_value_is_judged_for_itself() -> None:
    data = {name: [True] for name in SamplingOptions.__slots__}
    assert sampling_in(data) == SamplingOptions()
    odd = {
        "max_tokens": 0,
        "top_k": 1.5,
        "seed": True,
        "top_p": 0.5,
        "stop": ["END", 3, "", "x" * 10**6],
        "reasoning_effort": "heroic",
        "response_format": "[1]",
        "extra": '{"model": "other"}',
    }
    assert sampling_in(odd) == SamplingOptions(top_p=0.5, stop=("END",))


def test_it_is_there_at_the_next_start(tmp_path: Path) -> None:
    first = PreferencesFile(tmp_path / "preferences.json")
    first.set_sampling(ALL)
    first.flush()
    assert PreferencesFile(tmp_path / "preferences.json").sampling == ALL
