"""What is small of a turn comes back from disk as it was, and from any other text as none."""

from __future__ import annotations

import json

from hfchat_gui.conversation.error_record import TRY_AGAIN, ErrorRecord
from hfchat_gui.conversation.message import Message, Role
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.store.encoding import read_extras, read_sampling, write_extras, write_sampling

ALL = SamplingOptions(
    max_tokens=9,
    temperature=0.5,
    top_p=0.9,
    seed=3,
    stop=("a", "b"),
    top_k=40,
    min_p=0.05,
    frequency_penalty=0.5,
    presence_penalty=-0.5,
    repetition_penalty=1.1,
    reasoning_effort="low",
    response_format='{"type": "json_object"}',
    extra='{"n": 1}',
)


def test_all_options_come_back() -> None:
    for options in (ALL, SamplingOptions()):
        assert read_sampling(json.loads(json.dumps(write_sampling(options)))) == options


def test_what_an_earlier_version_wrote_is_read() -> None:
    assert read_sampling({"max_tokens": 5, "seed": None}) == SamplingOptions(max_tokens=5)


def test_what_is_none_of_it_is_passed_over() -> None:
    odd = {name: {"a": [True]} for name in write_sampling(ALL)}
    assert read_sampling(odd) == SamplingOptions()


def test_a_stop_text_without_end_is_left_out() -> None:
    read = read_sampling({"stop": ["x" * 10**6, "END"]})
    assert read == SamplingOptions(stop=("END",))


def test_until_when_to_wait_comes_back_and_anything_else_there_is_nothing() -> None:
    error = ErrorRecord("busy", "Busy.", action=TRY_AGAIN, again_at=1_800_000_000.5)
    extras = write_extras(Message(Role.ASSISTANT, error=error))
    assert read_extras(json.loads(json.dumps(extras)))["error"] == error
    for odd in ("soon", None, True, [1]):
        extras["error"]["again_at"] = odd
        assert read_extras(extras)["error"].again_at is None
