"""Each model has its engine, and a model that is not used makes room for the next."""

from __future__ import annotations

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


def test_another_model_ends_the_idle_one_and_spares_one_that_answers(
    run: Run, folder: Path
) -> None:
    async def switch() -> None:
        engines = Engines([folder], unexpected)
        one = await engines.engine_for("one")
        assert await engines.engine_for("one") is one
        await get_ready(one)
        with one.answering():
            two = await engines.engine_for("two")
            assert one.is_up
        assert await engines.engine_for("two") is two
        assert one.pid is None
        await engines.aclose()

    run(switch())


def test_the_default_is_the_first_and_an_unknown_one_is_missing(run: Run, folder: Path) -> None:
    async def ask() -> None:
        engines = Engines([folder], unexpected)
        assert (await engines.engine_for("")).model_file.name == "one.gguf"
        with pytest.raises(ModelFileMissing):
            await engines.engine_for("three")
        await engines.aclose()

    run(ask())
