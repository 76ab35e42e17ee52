"""Rows are values whose texts can be drawn, however long a name is."""

from __future__ import annotations

from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.model_ref import Offer as ProviderOffer
from hfchat_gui.ui.model_picker.offers import Heading, Line, Offer, listed, split_suffix
from hfchat_gui.ui.wording import LONGEST

_GIANT = "Größe-" * 1_000


def test_no_text_of_a_row_is_too_long_to_be_drawn() -> None:
    offer = Offer(ModelRef(Source.ADDRESS, _GIANT), _GIANT, _GIANT, (), _GIANT, _GIANT)
    texts = [offer.title, offer.hint, offer.spoken, offer.note]
    texts += [Heading(_GIANT, _GIANT).text, Heading("", _GIANT).place, Line(_GIANT).cause]
    assert max(len(text) for text in texts) <= LONGEST
    assert offer.model.name == _GIANT, "what is sent is not cut"


def test_a_row_shows_the_first_sentence_of_a_line() -> None:
    line = Line("gpu.example.org:8000 cannot be reached. Check the address.", "http://x")
    assert line.cause == "gpu.example.org:8000 cannot be reached."
    assert Line("Asking Box…").cause == "Asking Box…"


def test_only_a_routers_model_with_providers_can_be_opened() -> None:
    router = ModelInfo(ModelRef(Source.ROUTER, "a/b"), None, (ProviderOffer("groq"),))
    assert listed(router).info is router
    assert listed(ModelInfo(ModelRef(Source.ROUTER, "a/b"))).info is None
    assert listed(ModelInfo(ModelRef(Source.ADDRESS, "a/b", "http://x"), 4096)).info is None


def test_a_file_is_called_by_its_label() -> None:
    offer = listed(ModelInfo(ModelRef(Source.LOCAL, "SmolLM2-135M-Instruct.Q4_1"), 8192))
    assert (offer.title, offer.hint) == ("SmolLM2-135M-Instruct", "8k")


def test_a_suffix_is_what_follows_the_colon() -> None:
    assert split_suffix("Qwen/Qwen3-32B:groq") == ("Qwen/Qwen3-32B", "groq")
    assert split_suffix("Qwen/Qwen3-32B") == ("Qwen/Qwen3-32B", "")
