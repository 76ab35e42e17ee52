"""The lock is complete, by hash, in parts, and names no place to fetch from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import dev_requirements
import pytest
from dev_requirements import BENCH, DEVELOPMENT, RUNTIME

_ROOT = Path(__file__).parents[2]


def _names(part: str) -> set[str]:
    return set(re.findall(r"^([\w-]+)==", dev_requirements.part(part), re.MULTILINE))


def _declared() -> dict[str, list[str]]:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text())["project"]
    return {
        RUNTIME: project["dependencies"],
        DEVELOPMENT: project["optional-dependencies"]["dev"],
        BENCH: project["optional-dependencies"]["bench"],
    }


@pytest.mark.parametrize("part", [RUNTIME, DEVELOPMENT, BENCH])
def test_everything_declared_is_locked(part: str) -> None:
    declared = {
        re.split(r"[^\w-]", line)[0].lower().replace("_", "-") for line in _declared()[part]
    }
    assert declared <= _names(part)


@pytest.mark.parametrize("part", [RUNTIME, DEVELOPMENT, BENCH])
def test_every_package_has_a_hash(part: str) -> None:
    entries = re.split(r"\n(?=\S)", dev_requirements.part(part).strip())
    packages = [entry for entry in entries if not entry.startswith("#")]
    assert len(packages) == dev_requirements.count(dev_requirements.part(part)) > 5
    assert all("--hash=sha256:" in package for package in packages)


def test_the_tests_are_not_part_of_what_runs() -> None:
    assert not {"pytest", "mypy", "ruff", "hypothesis"} & _names(RUNTIME)
    assert not _names(BENCH) & (_names(RUNTIME) | _names(DEVELOPMENT))


def test_no_index_is_named() -> None:
    assert "://" not in dev_requirements.part(RUNTIME) + dev_requirements.part(DEVELOPMENT)


def test_the_qt_that_aborts_is_not_in_it() -> None:
    assert "pyside6-essentials==6.12" not in dev_requirements.part(RUNTIME)
