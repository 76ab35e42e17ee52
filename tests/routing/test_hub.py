"""A Hugging Face model id is checked before anything is sent."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import CHOOSE_MODEL, ModelUnknown
from hfchat_gui.routing.hub import check_model_id


@pytest.mark.parametrize("name", ["Qwen/Qwen3-32B", "a.b/c_d-1.5:cheapest", " org/model:groq "])
def test_an_id_may_name_a_provider(name: str) -> None:
    assert check_model_id(name) == name.strip()


@pytest.mark.parametrize(
    "name", ["", "gpt-4", "a/b/c", "a/b:", "a b/c", "https://huggingface.co/a/b", "ä/b", "x" * 500]
)
def test_what_is_no_id_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(ModelUnknown) as caught:
        check_model_id(name)
    assert "owner/model" in caught.value.user_text
    assert len(caught.value.user_text) < 250
    assert caught.value.action is CHOOSE_MODEL
