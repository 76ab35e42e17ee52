"""Runs every static check on this checkout, all of them even if one fails."""

from __future__ import annotations

import subprocess

from dev_places import PYTHON, ROOT
from dev_say import Fault, say

_CHECKS = {
    "style": ["-m", "ruff", "check"],
    "form": ["-m", "ruff", "format", "--check"],
    "types": ["-m", "mypy"],
    "import directions": [
        "-c",
        "from importlinter.cli import lint_imports_command; lint_imports_command()",
        "--no-logo",
    ],
}


def run(arguments: list[str]) -> int:
    """Run the checks; 1 if one found something."""
    if arguments:
        raise Fault("check takes no arguments.", 2)
    failed = []
    for name, command in _CHECKS.items():
        say(f"== {name}")
        if subprocess.run([str(PYTHON), *command], cwd=ROOT, check=False).returncode:
            failed.append(name)
    say(f"== failed: {', '.join(failed)}" if failed else "== all checks passed")
    return 1 if failed else 0
