"""Tells from pytest's arguments whether any test that needs Qt has been asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

_TESTS = Path(__file__).parent.parent
_QT_ROOMS = {"ui", "eventloop", "endtoend", "harness", "test_app.py", "test_none_references.py"}


def asks_for_qt(pluginmanager: pytest.PytestPluginManager) -> bool:
    """True unless every path given lies in a room of the core."""
    config = pluginmanager.get_plugin("pytestconfig")
    arguments = config.known_args_namespace.file_or_dir if config else []
    return not arguments or any(_may_need_qt(argument) for argument in arguments)


def _may_need_qt(argument: str) -> bool:
    path = Path(argument.partition("::")[0]).resolve()
    if not path.is_relative_to(_TESTS) or path == _TESTS:
        return True
    return path.relative_to(_TESTS).parts[0] in _QT_ROOMS
