"""Models are named in few words, the same everywhere."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.ui.wording import short_name, where_it_runs, where_kept


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("SmolLM2-135M-Instruct", "SmolLM2"),
        ("Qwen/Qwen3-32B", "Qwen3"),
        ("meta-llama/Llama-3.3-70B-Instruct", "Llama"),
        ("deepseek-ai/DeepSeek-R1", "DeepSeek-R1"),
        ("openai/gpt-oss-120b", "gpt-oss"),
        ("qwen3:8b", "qwen3"),
        ("phi", "phi"),
    ],
)
def test_the_short_name_is_the_family(name: str, short: str) -> None:
    assert short_name(ModelRef(Source.ROUTER, name)) == short


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (TokenStatus(present=False), ""),
        (TokenStatus(True, True, "wxyz"), "Key ending in …wxyz, kept in the system keyring."),
        (TokenStatus(True, False, "wxyz"), "Key ending in …wxyz, kept until HF Chat is closed."),
        (TokenStatus(True, True), "A key is kept in the system keyring."),
    ],
)
def test_a_secret_is_told_by_where_it_is_kept(status: TokenStatus, words: str) -> None:
    assert where_kept("key", status) == words


def test_a_server_without_a_model_name_is_called_by_its_host() -> None:
    model = ModelRef(Source.ADDRESS, "", "http://10.0.0.5:8080/v1")
    assert short_name(model) == "10.0.0.5:8080"
    assert where_it_runs(model) == "The model that 10.0.0.5:8080 offers first will answer."


def test_the_place_is_named() -> None:
    assert "on this computer" in where_it_runs(ModelRef(Source.LOCAL, "x"))
    assert "Hugging Face" in where_it_runs(ModelRef(Source.ROUTER, "a/b"))
    server = ModelRef(Source.ADDRESS, "a/b", "https://gpu.example.org/v1")
    assert where_it_runs(server) == "a/b answers at gpu.example.org."
