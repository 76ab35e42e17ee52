"""Places far away are asked once at a time, and what fails is said at the place."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence

from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.model_picker.offers import ROUTER_KEY
from hfchat_gui.ui.model_picker.stock import Listing, Stock
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.stand_in_ports import PlainCatalogue

_HERE = "http://localhost:11434"
_SECONDS = 0.1


def _model(name: str, *providers: str) -> ModelInfo:
    return ModelInfo(ModelRef(Source.ROUTER, name), None, tuple(map(Offer, providers)))


def _fail(error: BaseException) -> None:
    raise error


class _Slow(PlainCatalogue):
    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []
        self.gate = asyncio.Event()

    async def server_models(self, address: str) -> Sequence[ModelInfo]:
        self.asked.append(address)
        await self.gate.wait()
        return await super().server_models(address)


def test_every_word_must_occur_in_owner_name_or_provider() -> None:
    listing = Listing([_model("Qwen/Qwen3-32B", "groq"), _model("org/Qwen-small", "novita")])

    def found(*words: str, place: str = "") -> list[str]:
        return [info.ref.name for info in listing.matching(words, place)]

    assert found() == ["Qwen/Qwen3-32B", "org/Qwen-small"]
    assert found("qwen", "novita") == ["org/Qwen-small"]
    assert found("qwen", "groq", "32b") == ["Qwen/Qwen3-32B"]
    assert found("qwen", "box", place="box") == ["Qwen/Qwen3-32B", "org/Qwen-small"]
    assert found("box") == []


def test_five_thousand_models_are_searched_without_a_pause() -> None:
    models = [_model(f"family{n % 37}/Model-{n}", "one", "two") for n in range(5_000)]
    listing = Listing(models)
    started = time.thread_time()
    assert len(listing.matching(("model-49", "two", "family"), "")) == 111
    assert time.thread_time() - started < _SECONDS


def test_a_place_that_is_being_asked_is_not_asked_twice(qt_run: Run) -> None:
    catalogue = _Slow()
    changes: list[int] = []

    async def scenario() -> None:
        tasks = TaskScope(_fail)
        stock = Stock(catalogue, tasks, lambda: changes.append(1))
        stock.ask_server(_HERE)
        stock.ask_server(_HERE)
        await settle()
        assert stock.is_asking(_HERE)
        assert stock.listing(_HERE) is None
        catalogue.gate.set()
        await tasks.join()
        assert not stock.is_asking(_HERE)
        assert stock.listing(_HERE) is not None
        stock.ask_server(_HERE)
        await tasks.aclose()

    qt_run(scenario())
    assert catalogue.asked == [_HERE]  # the last one was ended before it began
    assert changes == [1]


def test_what_fails_is_said_by_the_listing(qt_run: Run) -> None:
    catalogue = PlainCatalogue()
    catalogue.of_servers[_HERE] = Unreachable("Nothing answers there.")
    catalogue.of_router = RouterModels((_model("a/b"),), 1.0, Unreachable("No network.").record())

    async def scenario() -> Stock:
        tasks = TaskScope(_fail)
        stock = Stock(catalogue, tasks, lambda: None)
        stock.ask_server(_HERE)
        stock.ask_router()
        await tasks.join()
        return stock

    stock = qt_run(scenario())
    server, router = stock.listing(_HERE), stock.listing(ROUTER_KEY)
    assert server is not None
    assert router is not None
    assert (server.problem, server.models) == ("Nothing answers there.", ())
    assert (router.problem, set(router.names)) == ("No network.", {"a/b"})
    stock.forget(_HERE)
    assert stock.listing(_HERE) is None
