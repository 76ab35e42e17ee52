"""Tests for refusals that mean: not yet."""

from __future__ import annotations

import json

import pytest

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.replies import refusal
from hfchat_gui.conversation import errors
from hfchat_gui.conversation.errors import Again, ChatError, Wait


def said(status: int, body: object) -> ChatError:
    return refusal(status, {}, json.dumps(body).encode(), Asked("gpu.example", "org/m"))


@pytest.mark.parametrize(
    "words",
    [
        "Model org/m is currently loading",
        "Loading model",
        "loading model, please wait",
        "The model is still being loaded",
        "Model is not yet loaded",
        "Request failed: model m is loading",
        "llm server error: model still loading",
    ],
)
def test_a_model_on_its_way_is_waited_for(words: str) -> None:
    for status in (500, 503):
        again = said(status, {"error": {"message": words, "type": "unavailable_error"}}).again
        assert again == Again(Wait.LOADING)


@pytest.mark.parametrize(
    "words",
    [
        "Error while loading model: file corrupt",
        "error loading model: unknown architecture",
        "Failed to load model: it is loading a broken file",
        "Could not load the model, which is loading for ever",
        "Model loading failed",
        "Loading model aborted",
        "Loading of the model was cancelled",
        "Lazy loading is off; no such file",
        "the loading dock is closed",
        "The model is loaded on 0 GPUs; assertion failed",
        "Internal error: weights are loaded twice",
        "RuntimeError: data is loaded before init",
        "The page is now loaded",
    ],
)
def test_a_model_that_cannot_be_loaded_is_not_waited_for(words: str) -> None:
    told = said(500, {"error": words})
    assert isinstance(told, errors.ServerFailed)
    assert told.again is None


def test_a_time_beside_the_words_is_a_sign_of_loading_unless_it_failed() -> None:
    assert said(503, {"error": "wait", "estimated_time": 4}).again == Again(Wait.LOADING, 4.0)
    failed = {"error": "failed to load m", "estimated_time": 4}
    assert said(500, failed).again is None
