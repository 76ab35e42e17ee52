"""Rules for our own code that no linter knows, each seen to catch what it forbids."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.helpers.house_rules import RULES, Source, broken, folders_with_bad_names

_ROOT = Path(__file__).parents[1]
_PACKAGE = _ROOT / "hfchat_gui"
_OURS = sorted(
    path
    for folder in ("hfchat_gui", "packaging", "tests")
    for path in (_ROOT / folder).rglob("*.py")
)
_LONG_FUNCTION = "def f():\n" + "    x = 1\n" * 50

_PLANTED = {
    "nested_loops": [
        "dialog.exec()",
        "app.exec_()",
        "QCoreApplication.processEvents()",
        "menu.exec(point)",
    ],
    "qasync_decorators": [
        "@asyncSlot()\nasync def f(): ...",
        "import qasync\n@qasync.asyncClose\nasync def f(): ...",
    ],
    "bare_tasks": ["asyncio.create_task(work())", "loop.create_task(work())", "ensure_future(x)"],
    "swallowed_exceptions": [
        "try:\n    f()\nexcept Exception:\n    pass",
        "try:\n    f()\nexcept:\n    pass",
        "try:\n    f()\nexcept (OSError, BaseException):\n    ...",
        "with suppress(Exception):\n    f()",
    ],
    "missing_docstring": ["x = 1"],
    "long_file": ["x = 1\n" * 401],
    "long_function": [
        _LONG_FUNCTION,
        f"class A:\n    async {_LONG_FUNCTION.replace('    ', ' ' * 8)}",
    ],
}
_FINE = {
    "nested_loops": ["drag = QDrag(self)\ndrag.exec(actions)", "cursor.execute(sql)"],
    "qasync_decorators": ["@Slot()\ndef f(): ..."],
    "bare_tasks": ["self._tasks.start(work())"],
    "swallowed_exceptions": [
        "try:\n    f()\nexcept Exception as fault:\n    report(fault)",
        "try:\n    f()\nexcept OSError:\n    pass",
    ],
    "missing_docstring": ['"""Here for a reason."""'],
    "long_file": ["x = 1\n" * 400],
    "long_function": [_LONG_FUNCTION.replace("    x = 1\n", "", 1)],
}


@pytest.mark.parametrize("rule", RULES)
def test_our_code_keeps_the_rule(rule: str) -> None:
    complaints = [line for path in _OURS for line in broken(rule, Source.read(path, _ROOT))]
    assert complaints == []


def _cases(planted: dict[str, list[str]]) -> list[tuple[str, str]]:
    return [(rule, code) for rule, codes in planted.items() for code in codes]


@pytest.mark.parametrize(("rule", "code"), _cases(_PLANTED))
def test_a_planted_violation_is_caught(rule: str, code: str) -> None:
    assert broken(rule, Source.of("hfchat_gui/ui/planted.py", code)) != []


@pytest.mark.parametrize(("rule", "code"), _cases(_FINE))
def test_what_is_fine_is_left_alone(rule: str, code: str) -> None:
    assert broken(rule, Source.of("hfchat_gui/ui/planted.py", code)) == []


def test_every_rule_has_been_seen_to_catch_and_to_spare() -> None:
    assert set(RULES) == set(_PLANTED) == set(_FINE)


def test_no_folder_or_module_is_named_for_nothing() -> None:
    assert folders_with_bad_names(_PACKAGE) == []


def test_a_name_for_nothing_is_caught(tmp_path: Path) -> None:
    (tmp_path / "ui" / "helpers").mkdir(parents=True)
    (tmp_path / "utils.py").touch()
    assert folders_with_bad_names(tmp_path) == ["ui/helpers", "utils.py"]
