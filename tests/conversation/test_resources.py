"""The resources are found from a checkout, an installed package and a frozen program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation import resources
from hfchat_gui.conversation.resources import resources_folders, resources_of


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    resources_of.cache_clear()
    yield
    resources_of.cache_clear()


def test_a_checkout_has_them_beside_the_package() -> None:
    assert (resources_of("icons") / "cpu.svg").is_file()


def test_an_installed_package_has_them_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "site" / "hfchat_gui" / "resources" / "icons"
    inside.mkdir(parents=True)
    module = tmp_path / "site" / "hfchat_gui" / "conversation" / "resources.py"
    monkeypatch.setattr(resources, "__file__", str(module))
    assert resources_of("icons") == inside


def test_a_frozen_program_has_them_where_it_was_unpacked_or_beside_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path / "inside"), raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "beside" / "hfchat"))
    wanted = tuple(tmp_path / place / "resources" for place in ("inside", "beside"))
    assert resources_folders() == wanted
    (wanted[1] / "icons").mkdir(parents=True)
    assert resources_of("icons") == wanted[1] / "icons"


def test_their_absence_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "hfchat"))
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources_of("icons")
