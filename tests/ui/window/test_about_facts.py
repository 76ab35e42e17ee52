"""About names the versions that are really here, and each licence from where it is written."""

from __future__ import annotations

import platform
import re
import tomllib
from email.message import Message
from importlib.metadata import version
from pathlib import Path
from unittest.mock import Mock

import pytest
from PySide6.QtCore import qVersion

from hfchat_gui import __version__
from hfchat_gui.ui.window.about_facts import PACKAGES, about_facts, licence_of

_PROJECT = Path(__file__).parents[3] / "pyproject.toml"


def test_the_versions_are_those_of_this_run() -> None:
    versions = dict(about_facts().versions)
    assert versions["HF Chat"] == __version__
    assert versions["Python"] == platform.python_version()
    assert versions["Qt"] == qVersion()
    assert versions["PySide6"] == version("PySide6-Essentials")


def test_all_that_the_project_is_built_on_is_listed_with_a_licence() -> None:
    needed = tomllib.loads(_PROJECT.read_text())["project"]["dependencies"]
    names = {re.split(r"[\[<>=]", line)[0] for line in needed}
    assert names <= set(PACKAGES)
    shipped = {part.name: part for part in about_facts().shipped}
    found = {name.lower().replace("_", "-") for name in shipped}
    assert {name.lower() for name in names} <= found
    assert {"Lucide icons", "HF Chat", "Python", "shiboken6", "h11"} <= set(shipped)
    assert all(part.licence for part in shipped.values())
    assert "pytest" not in shipped


def test_the_report_holds_no_path(tmp_path: Path) -> None:
    report = about_facts().report
    assert "/" not in report.replace("GNU/Linux", "")
    assert Path.home().name not in report.split()


@pytest.mark.parametrize(
    ("fields", "licence"),
    [
        ({"License-Expression": "MIT", "License": "other"}, "MIT"),
        ({"License": "BSD"}, "BSD"),
        ({"License": "UNKNOWN", "Classifier": "License :: OSI Approved :: ISC"}, "ISC"),
        ({"License": "All of\nthe text"}, "see the package"),
        ({}, "see the package"),
    ],
)
def test_a_licence_is_read_from_any_of_its_places(fields: dict[str, str], licence: str) -> None:
    metadata = Message()
    for name, value in fields.items():
        metadata[name] = value
    assert licence_of(Mock(metadata=metadata)) == licence
