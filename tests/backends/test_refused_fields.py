"""Which fields a refusal names, and that they are left out from then on."""

from __future__ import annotations

from typing import Any

import pytest

from hfchat_gui.backends.refused_fields import LeftOut, left_out_note, refused_fields
from hfchat_gui.backends.server_words import words_of
from tests.helpers.running import Run

UNUSED = (
    "The following `model_kwargs` are not used by the model: ['stop', 'seed'] (note: typos in the "
    "generate arguments will also show up in this list)"
)
SENT = ["max_tokens", "seed", "stop", "temperature"]
FORBIDDEN = {"type": "extra_forbidden", "loc": ["body", "seed"], "msg": "Extra inputs", "input": 3}


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ({"error": UNUSED, "warnings": [f"There was an inference error: {UNUSED}"]}, "seed stop"),
        ({"detail": "Unexpected keys in the request: {'seed'}"}, "seed"),
        ({"detail": [FORBIDDEN]}, "seed"),
        (
            {"error": {"code": "unsupported_parameter", "param": "temperature", "message": "no"}},
            "temperature",
        ),
        ({"detail": [{"type": "extra_forbidden", "loc": []}, {"type": "missing"}, 5]}, ""),
        ({"detail": [{"type": "extra_forbidden", "loc": "x"}]}, ""),
        ({"error": {"code": "unsupported_parameter", "param": 5}}, ""),
        ({"error": {"code": "unsupported_value", "param": "temperature"}}, "temperature"),
        ({"error": {"message": "Unrecognized request argument supplied: seed"}}, "seed"),
        ({"error": {"message": "property 'seed' is unsupported"}}, "seed"),
        ({"message": "body.seed: property 'body.seed' is unsupported"}, "seed"),
        ({"error": {"message": "Extra inputs are not permitted, field: 'seed'"}}, "seed"),
        ({"error": "Model grok-4 does not support parameter maxTokens."}, "max_tokens"),
        ({"error": "unknown field `seed`, expected one of `model`, `stop`"}, "seed"),
        ({"error": {"message": 'Unknown name "seed": Cannot find field.'}}, "seed"),
        ({"detail": "Additional properties are not allowed ('seed' was unexpected)"}, "seed"),
        ({"detail": "Unsupported fields in the request: {'seed', 'stop'}"}, "seed stop"),
        ({"message": {"detail": [FORBIDDEN]}}, "seed"),
        ({"detail": [{**FORBIDDEN, "type": "value_error.extra"}]}, "seed"),
        ({"error": "Unsupported parameter(s): seed, stop"}, "seed stop"),
        ({"error": "`temperature` is deprecated for this model."}, "temperature"),
        ({"error": "max_tokens must be at most 8192"}, ""),
        ({"error": "m does not support max_tokens above 50"}, ""),
        ({"error": "temperature is not supported above 1"}, ""),
        (
            {"error": "temperature does not support 0.5 here. Only the default (1) is"},
            "temperature",
        ),
        (
            {"error": {"code": "unsupported_value", "param": "max_tokens", "message": "[1, 9]"}},
            "max_tokens",
        ),
        (
            {
                "error": {
                    "code": "unsupported_value",
                    "param": "max_tokens",
                    "message": "the range of max_tokens is [1, 9]",
                }
            },
            "",
        ),
        ({"error": "System role not supported"}, ""),
        ({"error": "the seed of all evil; stop"}, ""),
        ({"error": {"message": "'stop' is too long: at most 4 items", "param": "stop"}}, ""),
    ],
)
def test_the_names_are_found_where_they_are_refused(body: dict[str, Any], names: str) -> None:
    assert refused_fields(400, words_of(body), SENT) == names.split()
    assert refused_fields(422, words_of(body), SENT) == names.split()
    assert refused_fields(500, words_of(body), SENT) == []


def test_what_was_refused_is_left_out_and_kept_with_what_was_known(run: Run) -> None:
    kept: list[tuple[str, ...]] = []

    async def keep(names: tuple[str, ...]) -> None:
        kept.append(names)

    left_out = LeftOut(["seed"], keep)
    assert run(left_out.learn(["stop", "seed"], SENT)) == ["stop"]
    assert kept == [("seed", "stop")]
    assert left_out.of(SENT) == ["seed", "stop"]
    assert left_out.without({"stop": 1, "top_p": 2}) == {"top_p": 2}


def test_what_was_refused_for_another_cause_is_sent_again(run: Run) -> None:
    kept: list[tuple[str, ...]] = []

    async def keep(names: tuple[str, ...]) -> None:
        kept.append(names)

    left_out = LeftOut(["seed", "stop"], keep)
    run(left_out.forget(["stop", "top_p"]))
    run(left_out.forget(["top_p"]))
    assert kept == [("seed",)]
    assert left_out.of(SENT) == ["seed"]
    without_memory = LeftOut(["seed"])
    run(without_memory.forget(["seed"]))
    assert without_memory.of(SENT) == []


def test_without_a_memory_it_holds_for_this_reply(run: Run) -> None:
    left_out = LeftOut()
    run(left_out.learn(["stop"]))
    assert left_out.of(["stop"]) == ["stop"]
    assert left_out_note(["stop", "seed"]) == "This model has no setting for stop, seed; left out."


def test_a_refused_length_goes_under_its_other_name_until_that_is_refused_too(run: Run) -> None:
    left_out = LeftOut(["max_tokens"])
    assert left_out.of(["max_tokens"]) == []
    renamed = left_out.without({"max_tokens": 5, "seed": 1})
    assert renamed == {"max_completion_tokens": 5, "seed": 1}
    run(left_out.learn(["max_completion_tokens"]))
    assert left_out.of(["max_tokens"]) == ["max_tokens"]
    assert left_out.without(renamed) == {"seed": 1}
