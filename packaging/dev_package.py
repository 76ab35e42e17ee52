"""Makes what people install: the frozen folder, Debian packages of it, and the proof they work."""

from __future__ import annotations

import dev_deb
import dev_environment
import dev_freeze
import dev_model
from dev_say import Fault, megabytes, say
from dev_turn import own_turn

_OPTIONS = {"--smoke", "--smoke-only"}


def run(arguments: list[str], *, yes: bool) -> int:
    """Make the packages; with `--smoke` install and try them in a clean Debian as well."""
    if unknown := set(arguments) - _OPTIONS:
        raise Fault(
            f"package does not know {', '.join(sorted(unknown))}: it takes --smoke, "
            "or --smoke-only for what is in dist/ already.",
            2,
        )
    with own_turn():
        if "--smoke-only" not in arguments:
            _make()
        if arguments:
            import dev_smoke

            dev_smoke.run(dev_deb.program_file(), dev_deb.model_file(), yes=yes)
    return 0


def _make() -> None:
    dev_deb.require_tools()
    dev_environment.provide_for_packaging()
    dev_model.provide()
    with dev_environment.faults_of_disk():
        frozen = dev_freeze.freeze()
        for file in (dev_deb.pack_program(frozen), dev_deb.pack_model()):
            say(f"{file} ({megabytes(file.stat().st_size)})")
