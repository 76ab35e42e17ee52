"""Each model has its engine, and a model that is not used makes room for the next."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import ModelFileMissing
from hfchat_gui.local.engines import Engines
from tests.helpers.running import Run
from tests.local.conftest import get_ready
from tests.local.gguf_files import STARTER


def unexpected(error: BaseException) -> None:
    raise AssertionError from error


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("one.gguf", "two.gguf"):
        (tmp_path / name).symlink_to(STARTER)
    return tmp_path


def test_another_model_ends_the_idle_one_and_spares_one_that_is_needed(
    run: Run, folder: Path
) -> None:
    async def switch() -> None:
        engines = Engines([folder], unexpected)
        one_file, two_file = await engines.find("one"), await engines.find("two")
        async with engines.using(one_file) as one:
            async with engines.using(two_file), engines.using(one_file) as same:
                assert same is one
                await get_ready(one)  # it was not up when the other one was asked for
            assert one.is_up
        async with engines.using(two_file):
            assert one.pid is None
        await engines.aclose()

    run(switch())


def test_an_engine_that_is_being_loaded_is_spared(run: Run, folder: Path) -> None:
    async def load_beside_another() -> None:
        engines = Engines([folder], unexpected)
        loading = asyncio.ensure_future(load(engines, folder / "one.gguf"))
        await asyncio.sleep(0.05)
        await asyncio.gather(loading, load(engines, folder / "two.gguf"))
        await engines.aclose()

    async def load(engines: Engines, file: Path) -> None:
        async with engines.using(file) as engine:
            await get_ready(engine)

    run(load_beside_another())


def test_the_default_is_the_first_and_an_unknown_one_is_missing(run: Run, folder: Path) -> None:
    async def ask() -> None:
        engines = Engines([folder], unexpected)
        assert (await engines.find("")).name == "one.gguf"
        with pytest.raises(ModelFileMissing):
            await engines.find("three")
        await engines.aclose()

    run(ask())
