"""Each way to find a provider is offered, and what its row says is exactly what is sent."""

from __future__ import annotations

from hfchat_gui.conversation.model_ref import POLICIES, ModelInfo, ModelRef, Offer, Source
from hfchat_gui.ui.model_picker.choices import choice_of, choices, count_choices

_NAME = "Qwen/Qwen3-32B"
_INFO = ModelInfo(
    ModelRef(Source.ROUTER, _NAME),
    None,
    (Offer("groq", 131_072, 0.29, 0.59, 480.0, has_tools=True), Offer("novita", 40_960)),
)


def test_default_policies_and_providers_are_offered_in_this_order() -> None:
    made = choices(_INFO)
    assert [one.title for one in made] == [
        *("Fastest (default)", ":fastest", ":cheapest", ":preferred", ":groq", ":novita")
    ]
    assert len(made) == count_choices(_INFO)


def test_what_the_row_says_is_what_is_sent() -> None:
    default, *others = choices(_INFO)
    assert default.model.name == _NAME
    for choice in others:
        assert choice.model.name == _NAME + choice.title
        assert choice.note.startswith(f"Sent as {_NAME}{choice.title}:")
        assert choice.spoken.startswith(choice.model.name)


def test_a_policy_says_what_it_means_and_has_the_smallest_window() -> None:
    cheapest = choices(_INFO)[2]
    assert cheapest.hint == f"{POLICIES['cheapest']} · 40k"
    assert POLICIES["cheapest"] in cheapest.note


def test_a_provider_has_its_own_window() -> None:
    groq, novita = choices(_INFO)[-2:]
    assert groq.hint == "128k · $0.29 / $0.59 · 480 tokens/s"
    assert groq.marks == ("tools",)
    assert (novita.hint, novita.marks) == ("40k", ())


def test_a_choice_is_found_by_its_suffix() -> None:
    made = choices(_INFO)
    assert choice_of(_INFO, "") == made[0]
    assert choice_of(_INFO, "cheapest") == made[2]
    assert choice_of(_INFO, "groq") == made[4]
    assert choice_of(_INFO, "nobody") is None


def test_a_window_that_nobody_knows_is_not_shown() -> None:
    bare = ModelInfo(_INFO.ref, None, (Offer("one"),))
    assert choices(bare)[1].hint == POLICIES["fastest"]
