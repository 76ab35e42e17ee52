"""The commands of dev.py: what each sets up, and what it then starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

import dev_stamp
from dev_places import IS_WINDOWS, LOCK, PROGRAM, PYTHON
from dev_say import Fault, say

_LIBRARIES = "libraries"
_WINDOWLESS = {"ask", "list", "export", "models", "--version", "--self-test", "--help", "-h"}


def main(arguments: list[str], usage: str) -> int:
    """Carry out the command; expected faults are one sentence, an interrupt is 130."""
    yes = "--yes" in arguments[:1]
    name, *rest = arguments[yes:] or [""]
    if not yes and rest[:1] == ["--yes"]:
        yes, rest = True, rest[1:]
    command = _COMMANDS.get(name)
    if command is None:
        asked = name in {"", "--help", "-h"}
        sys.stderr.write(usage if asked else f"dev.py knows no command {name!r}.\n{usage}")
        return 0 if name in {"--help", "-h"} else 2
    try:
        return command(rest, yes)
    except Fault as fault:
        say(str(fault))
        return fault.exit_code
    except KeyboardInterrupt:
        say("Stopped. The same command does what is still to do.")
        return 130


def _run(arguments: list[str], yes: bool) -> int:
    parts = ("runtime", _LIBRARIES)
    if not (all(map(dev_stamp.done, parts)) and dev_stamp.model_is_there()):
        _set_up_program(yes=yes, window=not _WINDOWLESS.intersection(arguments[:1]))
    return _become([str(PYTHON), *PROGRAM, *arguments])


def _set_up_program(*, yes: bool, window: bool) -> None:
    """Everything a start needs; the window's libraries and the model may be missing in part."""
    import dev_environment
    import dev_model
    from dev_turn import own_turn

    with own_turn():
        dev_environment.provide("runtime")
        _provide_libraries(yes=yes, window=window)
        try:
            dev_model.provide()
        except Fault as fault:
            say(f"{fault} HF Chat starts without the model on this computer.")


def _provide_libraries(*, yes: bool, window: bool) -> None:
    import dev_system

    if dev_stamp.done(_LIBRARIES):
        return
    missing = dev_system.provide_libraries(yes=yes)
    if not missing:
        dev_stamp.write(_LIBRARIES, with_packages=False)
    elif window and dev_system.blocks_window(missing):
        raise Fault("No window can open until then.")


def _test(arguments: list[str], yes: bool) -> int:
    import dev_session

    _set_up_tests(yes=yes)
    return dev_session.run_tests(arguments)


def _set_up_tests(*, yes: bool) -> None:
    import dev_environment
    import dev_model
    import dev_system
    from dev_turn import own_turn

    with own_turn():
        dev_environment.provide("development")
        if os.name == "posix" and sys.platform != "darwin":
            _provide_libraries(yes=yes, window=True)
            dev_system.provide_test_packages(yes=yes)
        dev_model.provide()


def _check(arguments: list[str], _yes: bool) -> int:
    import dev_checks
    import dev_environment
    from dev_turn import own_turn

    with own_turn():
        dev_environment.provide("development")
    return dev_checks.run(arguments)


def _package(arguments: list[str], yes: bool) -> int:
    import dev_package

    return dev_package.run(arguments, yes=yes)


def _bench(arguments: list[str], yes: bool) -> int:
    import dev_bench
    import dev_environment
    from dev_turn import own_turn

    _set_up_tests(yes=yes)
    with own_turn():
        dev_environment.provide("bench")
    return dev_bench.run(arguments)


def _recordings(arguments: list[str], _yes: bool) -> int:
    import dev_environment
    from dev_turn import own_turn

    with own_turn():
        dev_environment.provide("development")
    return _become([str(PYTHON), "-P", "-m", "tests.recordings", *arguments])


def _pictures(arguments: list[str], yes: bool) -> int:
    import dev_pictures

    _set_up_tests(yes=yes)
    return dev_pictures.run(arguments)


def _lock(arguments: list[str], _yes: bool) -> int:
    import dev_relock

    dev_relock.write(LOCK, upgrade="--upgrade" in arguments)
    return 0


def _become(command: list[str]) -> int:
    """Turn into the program, so that signals and exit codes are its own."""
    sys.stdout.flush()
    sys.stderr.flush()
    if not IS_WINDOWS:
        os.execv(command[0], command)
    import subprocess

    with subprocess.Popen(command) as process:  # Windows cannot: stay and pass the code on
        while True:
            try:
                return process.wait()
            except KeyboardInterrupt:
                continue  # the program has heard it too


_COMMANDS: dict[str, Callable[[list[str], bool], int]] = {
    "run": _run,
    "test": _test,
    "check": _check,
    "bench": _bench,
    "recordings": _recordings,
    "package": _package,
    "pictures": _pictures,
    "lock": _lock,
}
