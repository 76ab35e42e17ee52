"""The picker offers what is on the disk and at servers, and reads what is typed."""

from __future__ import annotations

from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import ModelCatalogue, TypedModel
from hfchat_gui.local.models import model_folders
from hfchat_gui.routing.catalogue import Catalogue
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.routing.core import at
from tests.routing.listed import LIST, catalogue


@pytest.fixture
def made(run: Run) -> Catalogue:
    """A catalogue that asks nobody."""

    async def scenario() -> Catalogue:
        async with catalogue(model_folders()) as one:
            return one

    return run(scenario())


def test_the_starter_model_is_the_first_offer(made: Catalogue) -> None:
    port: ModelCatalogue = made
    first = port.local_models()[0]
    assert first.ref.source is Source.LOCAL
    assert first.ref.label == "SmolLM2-135M-Instruct"


def test_an_empty_disk_offers_nothing(run: Run, tmp_path: Path) -> None:
    async def scenario() -> int:
        async with catalogue([tmp_path]) as one:
            return len(one.local_models())

    assert run(scenario()) == 0


def test_router_and_servers_are_asked_for_their_models(run: Run) -> None:
    async def scenario(base: str) -> list[str]:
        async with catalogue(base=base) as one:
            listed = await one.router_models()
            again = await one.router_models(fresh=True)
            assert listed == again
            served = await one.server_models(base)
            return [model.ref.name for model in (*listed.models, *served)]

    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json(LIST))
        server.otherwise(Answer.text("no", 404))
        names = run(scenario(server.url))
    assert names == ["Qwen/Qwen3-32B", "org/other"] * 2


def test_an_address_is_read_as_typed(made: Catalogue) -> None:
    assert made.address("localhost:8080/v1/") == "http://localhost:8080"
    for text in ("not an address", "https://api-inference.huggingface.co/models/a/b"):
        with pytest.raises(BadAddress):
            made.address(text)


@pytest.mark.parametrize(
    "text", ["Qwen/Qwen3-32B", " a/b:groq ", "a/b:cheapest", "0/1", "meta-llama/Llama-3.1-8B"]
)
def test_an_id_is_a_model_of_the_router(made: Catalogue, text: str) -> None:
    assert made.typed(text, "ignored") == TypedModel(ModelRef(Source.ROUTER, text.strip()))


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("localhost:11434", "http://localhost:11434"),
        ("localhost/v1", "http://localhost"),
        ("LocalHost/llm", "http://localhost/llm"),
        ("api.example.org/v1", "https://api.example.org"),
        ("10.0.0.5/llm", "http://10.0.0.5/llm"),
        ("https://gpu.example.org/v1/chat/completions", "https://gpu.example.org"),
        ("[::1]:8080", "http://[::1]:8080"),
        ("gpu", "http://gpu"),
    ],
)
def test_an_address_is_a_server_with_the_name_beside_it(
    made: Catalogue, text: str, address: str
) -> None:
    assert made.typed(text) == TypedModel(at(address))
    assert made.typed(f" {text} ", " llama3:8b ") == TypedModel(at(address, "llama3:8b"))


@pytest.mark.parametrize("text", ["", "a b", "https://", "ftp://a/b", "me:pw@host:x"])
def test_what_can_be_neither_is_refused(made: Catalogue, text: str) -> None:
    with pytest.raises(BadAddress):
        made.typed(text)


def test_the_id_of_a_model_is_no_address_of_a_server(made: Catalogue) -> None:
    with pytest.raises(BadAddress, match="in the model picker"):
        made.address(" Qwen/Qwen3-32B ")
    assert made.address("http://qwen/path") == "http://qwen/path"
    assert made.address("example.org/path") == "https://example.org/path"


def test_the_old_host_becomes_the_same_model_through_the_router(made: Catalogue) -> None:
    found = made.typed("https://api-inference.huggingface.co/models/org/model")
    assert found.ref == ModelRef(Source.ROUTER, "org/model")
    assert "api-inference.huggingface.co" in found.note
    named = made.typed("api-inference.huggingface.co", "org/model")
    assert named.ref == ModelRef(Source.ROUTER, "org/model")


def test_the_model_of_a_pasted_command_is_taken_for_a_server_and_for_the_router(
    made: Catalogue,
) -> None:
    body = """/v1/chat/completions -d '{"model": "org/m:fastest", "messages": []}'"""
    own = made.typed(f"curl http://host:1{body}").ref
    assert own == ModelRef(Source.ADDRESS, "org/m:fastest", "http://host:1")
    routed = made.typed(f"curl https://router.huggingface.co{body}").ref
    assert routed == ModelRef(Source.ROUTER, "org/m:fastest")


def test_what_stood_in_an_address_beside_it_comes_along(made: Catalogue) -> None:
    meant = made.typed("http://me:pw@host:1/v1/models/org/m?x=1")
    assert meant.ref == ModelRef(Source.ADDRESS, "org/m", "http://host:1")
    assert meant.key is not None
    assert meant.key.reveal() == "Basic bWU6cHc="
    assert "password" in meant.note
    assert "question mark" in meant.note
    assert made.address("http://me:pw@host:1/v1") == "http://host:1"
    assert made.typed("http://host:1/v1/models/org/m", "own").ref.name == "own"
    assert "pw" not in repr(meant)
    assert "bWU6" not in repr(meant)
