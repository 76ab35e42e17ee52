"""The resources are found from a checkout, an installed package and a frozen program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.ui import resources
from hfchat_gui.ui.resources import resources_folder


@pytest.fixture(autouse=True)
def _forget() -> Iterator[None]:
    resources_folder.cache_clear()
    yield
    resources_folder.cache_clear()


def test_a_checkout_has_them_beside_the_package() -> None:
    assert (resources_folder() / "icons" / "cpu.svg").is_file()


def test_an_installed_package_has_them_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = tmp_path / "site" / "hfchat_gui" / "resources"
    (inside / "icons").mkdir(parents=True)
    module = tmp_path / "site" / "hfchat_gui" / "ui" / "resources.py"
    monkeypatch.setattr(resources, "__file__", str(module))
    assert resources_folder() == inside


def test_a_frozen_program_has_them_where_it_was_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "resources" / "icons").mkdir(parents=True)
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    assert resources_folder() == tmp_path / "resources"


def test_their_absence_is_said_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "_MEIPASS", str(tmp_path), raising=False)
    with pytest.raises(FileNotFoundError, match="install it again"):
        resources_folder()
