"""Reads our own syntax trees for what the house rules forbid."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

_LONGEST_FILE = 400
_LONGEST_FUNCTION = 50
_BAD_NAMES = {"utils", "util", "helpers", "helper", "common", "manager", "misc"}
_TASK_OWNERS = ("hfchat_gui/eventloop/", "hfchat_gui/conversation/tasks.py")
_BROAD = {"Exception", "BaseException"}


@dataclass(frozen=True)
class Source:
    """One of our files, read."""

    name: str
    text: str
    tree: ast.Module

    @staticmethod
    def of(name: str, text: str) -> Source:
        """A file that need not be on the disk."""
        return Source(name, text, ast.parse(text))

    @staticmethod
    def read(path: Path, root: Path) -> Source:
        """A file on the disk, named as seen from the root."""
        return Source.of(path.relative_to(root).as_posix(), path.read_text("utf-8"))

    @property
    def is_of_the_package(self) -> bool:
        """True for what people run; tests and set-up may do a few things more."""
        return self.name.startswith("hfchat_gui/")


def broken(rule: str, source: Source) -> list[str]:
    """Where a file breaks a rule, one line each."""
    return [f"{source.name}:{line}: {what}" for line, what in RULES[rule](source)]


def folders_with_bad_names(package: Path) -> list[str]:
    """Folders and modules whose names say nothing."""
    paths = (path for path in package.rglob("*") if path.stem in _BAD_NAMES)
    return sorted(path.relative_to(package).as_posix() for path in paths)


_Findings = Iterator[tuple[int, str]]


def _calls(source: Source) -> Iterator[tuple[ast.Call, str]]:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call):
            yield node, _last_name(node.func)


def _last_name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _nested_loops(source: Source) -> _Findings:
    """A dialog's `open` and an awaited future never freeze a running reply; `exec` does."""
    if not source.is_of_the_package:
        return
    drags = {
        target.id
        for node in ast.walk(source.tree)
        if isinstance(node, ast.Assign)
        and isinstance(node.value, ast.Call)
        and _last_name(node.value.func) == "QDrag"
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call, name in _calls(source):
        of_drag = (
            isinstance(call.func, ast.Attribute)
            and isinstance(call.func.value, ast.Name)
            and call.func.value.id in drags
        )
        if name in {"exec", "exec_", "processEvents"} and not of_drag:
            yield call.lineno, f"{name} starts a nested event loop"


def _qasync_decorators(source: Source) -> _Findings:
    for node in ast.walk(source.tree):
        name = _last_name(node) if isinstance(node, ast.Attribute | ast.Name) else ""
        if name in {"asyncSlot", "asyncClose"}:
            yield node.lineno if isinstance(node, ast.expr) else 0, f"{name} hides its faults"


def _bare_tasks(source: Source) -> _Findings:
    """Every task has an owner."""
    if not source.is_of_the_package or source.name.startswith(_TASK_OWNERS):
        return
    for call, name in _calls(source):
        if name in {"create_task", "ensure_future"}:
            yield call.lineno, f"{name} makes a task without an owner"


def _swallowed_exceptions(source: Source) -> _Findings:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.ExceptHandler) and _is_broad(node.type) and _is_empty(node.body):
            yield node.lineno, "every exception is caught and forgotten"
    for call, name in _calls(source):
        if name == "suppress" and any(_is_broad(argument) for argument in call.args):
            yield call.lineno, "every exception is suppressed"


def _is_broad(caught: ast.expr | None) -> bool:
    if caught is None:
        return True
    names = caught.elts if isinstance(caught, ast.Tuple) else [caught]
    return any(_last_name(name) in _BROAD for name in names)


def _is_empty(body: list[ast.stmt]) -> bool:
    return all(
        isinstance(statement, ast.Pass | ast.Continue)
        or (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant))
        for statement in body
    )


def _missing_docstring(source: Source) -> _Findings:
    if not ast.get_docstring(source.tree):
        yield 1, "no sentence says why this module exists"


def _long_file(source: Source) -> _Findings:
    if (lines := len(source.text.splitlines())) > _LONGEST_FILE:
        yield lines, f"more than {_LONGEST_FILE} lines"


def _long_function(source: Source) -> _Findings:
    for node in ast.walk(source.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > _LONGEST_FUNCTION:
                yield node.lineno, f"{node.name} has {lines} lines"


RULES: dict[str, Callable[[Source], _Findings]] = {
    "nested_loops": _nested_loops,
    "qasync_decorators": _qasync_decorators,
    "bare_tasks": _bare_tasks,
    "swallowed_exceptions": _swallowed_exceptions,
    "missing_docstring": _missing_docstring,
    "long_file": _long_file,
    "long_function": _long_function,
}
