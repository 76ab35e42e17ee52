"""The import contracts hold, and each has been seen to catch what it forbids."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[1]
_LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A copy of the package and its contracts, to plant violations in."""
    shutil.copy(_ROOT / "pyproject.toml", tmp_path)
    ignored = shutil.ignore_patterns("__pycache__")
    shutil.copytree(_ROOT / "hfchat_gui", tmp_path / "hfchat_gui", ignore=ignored)
    return tmp_path


def _check(folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", _LINT, "--no-cache", "--no-logo"],
        cwd=folder,
        env={"PYTHONPATH": str(folder), "COLUMNS": "200"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_package_keeps_every_contract(copy: Path) -> None:
    done = _check(copy)
    assert "0 broken" in done.stdout, done.stdout
    assert done.returncode == 0


@dataclass(frozen=True)
class _Planted:
    """An import put where it does not belong, and the contract that says so."""

    module: str
    statement: str
    contract: str


_LAYERS = "Imports go down only, and rooms on one row never see each other"
_PARTS = "In the window too imports go down only, and parts on one row never see each other"
_VIOLATIONS = [
    _Planted("conversation/planted.py", "import hfchat_gui.network", _LAYERS),
    _Planted("backends/planted.py", "import hfchat_gui.local", _LAYERS),
    _Planted("cli/planted.py", "import hfchat_gui.app", _LAYERS),
    _Planted("ui/controls/planted.py", "import hfchat_gui.ui.window", _PARTS),
    _Planted("ui/transcript/planted.py", "import hfchat_gui.ui.composer", _PARTS),
    _Planted(
        "ui/planted.py",
        "import hfchat_gui.store",
        "The window knows conversations, Markdown and the loop only",
    ),
    _Planted(
        "ui/planted.py",
        "import hfchat_gui.exchange",
        "The window knows conversations, Markdown and the loop only",
    ),
    _Planted(
        "exchange/planted.py",
        "import hfchat_gui.network",
        "What is kept, and the loop, know nothing of servers",
    ),
    _Planted(
        "settings/planted.py",
        "import hfchat_gui.network",
        "What is kept, and the loop, know nothing of servers",
    ),
    _Planted(
        "local/planted.py",
        "import hfchat_gui.markdown",
        "Only the window and exports read Markdown",
    ),
    _Planted("routing/planted.py", "import PySide6.QtCore", "Qt stays in app, ui and eventloop"),
    _Planted("cli/planted.py", "import shiboken6", "Qt stays in app, ui and eventloop"),
    _Planted(
        "conversation/planted.py",
        "def late():\n    import PySide6",
        "Qt stays in app, ui and eventloop",
    ),
    _Planted("ui/planted.py", "import qasync", "qasync stays in eventloop"),
    _Planted("backends/planted.py", "from httpx import AsyncClient", "HTTP stays in network"),
    _Planted("backends/planted.py", "import httpcore", "HTTP stays in network"),
    _Planted("local/planted.py", "import sqlite3", "sqlite3 stays in store"),
    _Planted("network/planted.py", "import keyring", "keyring stays in settings"),
    _Planted("cli/planted.py", "import xllamacpp", "xllamacpp stays in local"),
]


@pytest.mark.parametrize("planted", _VIOLATIONS, ids=lambda p: f"{p.module}: {p.statement}")
def test_a_planted_import_breaks_its_contract(copy: Path, planted: _Planted) -> None:
    (copy / "hfchat_gui" / planted.module).write_text(f'"""Planted."""\n\n{planted.statement}\n')
    done = _check(copy)
    assert f"{planted.contract} BROKEN" in done.stdout, done.stdout + done.stderr
    assert done.returncode == 1


def test_a_room_that_no_layer_names_is_refused(copy: Path) -> None:
    (copy / "hfchat_gui" / "attic.py").write_text('"""Planted."""\n')
    done = _check(copy)
    assert "hfchat_gui.attic" in done.stdout
    assert done.returncode == 1


def test_every_contract_has_been_seen_to_catch(copy: Path) -> None:
    lines = _check(copy).stdout.splitlines()
    kept = {line.partition(" KEPT")[0] for line in lines if " KEPT" in line}
    assert kept == {planted.contract for planted in _VIOLATIONS}


@pytest.mark.parametrize("arguments", [["ask", "--help"], ["--version"]])
def test_commands_without_a_window_never_load_qt(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-P", "-X", "importtime", "-m", "hfchat_gui", *arguments],
        env={"PYTHONPATH": str(_ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "hfchat_gui" in loaded
    assert not {name for name in loaded if name.startswith(("PySide6", "shiboken6", "qasync"))}
