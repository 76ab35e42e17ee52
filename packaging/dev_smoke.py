"""Tries the Debian packages in a clean Debian: as a person would, and listening for every line."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import dev_debian_root
import dev_session
import dev_system
from dev_debian_root import DebianRoot, Outcome
from dev_places import BUILD, ROOT
from dev_say import Fault, say

PERSON = "1000:1000"
QUESTION = "What is 2+2?"
MOST_TOKENS = 120
ROOT_FOLDER = BUILD / "debian-root"
LOG = BUILD / "smoke.log"
PICTURES = BUILD / "smoke"

_HOME = "/home/person"


@dataclass
class Trial:
    """What was tried, what came of it, and what was wrong with that."""

    wrong: list[str] = field(default_factory=list)
    log: list[str] = field(default_factory=list)

    def judge(self, name: str, done: Outcome, *, prints: str = "", says: str = "") -> None:
        """Compare with what is expected: `prints` is a pattern for the whole standard output, and
        `says` all that may come on the other.
        """
        self.log.append(f"== {name}: {done}")
        problems = []
        if done.code != 0:
            problems.append(f"ended with {done.code}")
        if not re.fullmatch(prints, done.stdout, re.DOTALL):
            problems.append(f"printed {done.stdout!r}")
        if done.stderr != says:
            problems.append(f"complained {done.stderr!r}")
        if done.left:
            problems.append(f"left running {done.left!r}")
        self.note(name, problems)

    def note(self, name: str, problems: list[str]) -> None:
        """Take down how one thing went."""
        say(f"{'wrong' if problems else 'right'}: {name}")
        self.wrong += [f"{name} {problem}" for problem in problems]
        self.log += problems


def run(program: Path, model: Path, *, yes: bool) -> None:
    """Install both packages and try them; a fault that names everything that was not right."""
    for file in (program, model):
        if not file.exists():
            raise Fault(f"{file} is not there: make it with `dev.py package` first.")
    dev_system.provide_test_packages(yes=yes)
    root = dev_debian_root.fresh(ROOT_FOLDER)
    trial = Trial()
    try:
        say("Installing the packages with what they depend on …")
        root.install(program, model)
        with tempfile.TemporaryDirectory(prefix="hfchat-smoke-") as folder:
            _try_all(root, Path(folder), trial)
    finally:
        LOG.write_text("\n".join(trial.log) + "\n", "utf-8")
        shutil.rmtree(ROOT_FOLDER, ignore_errors=True)
    if trial.wrong:
        raise Fault("\n".join(["The package does not work:", *trial.wrong, f"{LOG} has it all."]))
    say(f"The package works in a clean Debian; a picture is in {PICTURES}.")


def _try_all(root: DebianRoot, folder: Path, trial: Trial) -> None:
    shutil.rmtree(PICTURES, ignore_errors=True)
    PICTURES.mkdir(parents=True)
    done = root.run("useradd", "--create-home", "--uid=1000", "person", environment=_plain())
    trial.judge("making a user", done)
    environment = dev_session.environment_in(folder)
    _bound_replies(root.folder / _HOME.lstrip("/") / ".config")
    _bound_replies(Path(environment["XDG_CONFIG_HOME"]))
    with dev_session.desktop(environment):
        display = {"DISPLAY": environment["DISPLAY"]}
        _try_commands(root, trial)
        _try_window_of_person(root, trial, display)
        _try_keyring(root, trial, environment)
        sys.path.insert(0, str(ROOT))
        import dev_smoke_window

        dev_smoke_window.try_typed_chat(root, trial, environment)
    logs = root.folder.joinpath(_HOME[1:]).rglob("hfchat.log")
    logged = "".join(path.read_text("utf-8") for path in logs)
    trial.log.append(logged)
    first = logged.partition("\n")[0]
    trial.note("the program's own log", [f"begins: {first}"] if logged else [])


def _bound_replies(settings: Path) -> None:
    """Choose what the settings let one choose: so small a model may else go on for minutes."""
    file = settings / "hfchat" / "preferences.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps({"sampling": {"max_tokens": MOST_TOKENS, "temperature": 0.0}}))
    if settings.is_relative_to(ROOT_FOLDER):
        owner = int(PERSON.partition(":")[0])
        for path in (settings, file.parent, file):
            os.chown(path, owner, owner)


def _try_commands(root: DebianRoot, trial: Trial) -> None:
    def said(*words: str) -> Outcome:
        return root.run("hfchat", *words, environment=_plain(), user=PERSON)

    trial.judge("hfchat --version", said("--version"), prints=r"HF Chat \d+\.\d+\.\d+\n")
    trial.judge("hfchat list of no chats", said("list"), says="There are no chats yet.\n")
    trial.judge("hfchat ask", said("ask", "--max-tokens", "40", QUESTION), prints=r".*\w.*\n")
    trial.judge("hfchat --self-test without a desktop", said("--self-test"), prints=".*")


def _try_window_of_person(root: DebianRoot, trial: Trial, display: dict[str, str]) -> None:
    """A window on X11 without any bus, and one without a display."""
    for name, environment in (("x11", _plain() | display), ("offscreen", _plain())):
        picture = f"{_HOME}/{name}.png"
        done = root.run(
            *("hfchat", "--prompt", QUESTION, "--screenshot", picture),
            environment=environment,
            user=PERSON,
        )
        trial.judge(f"hfchat --prompt --screenshot, {name}", done)
        _keep(root, picture, trial)
    listed = root.run("hfchat", "list", environment=_plain(), user=PERSON)
    trial.judge("hfchat list of the chats", listed, prints=r"([^\n]*2\+2[^\n]*\n){2}")


def _keep(root: DebianRoot, picture: str, trial: Trial) -> None:
    file = root.folder / picture.lstrip("/")
    there = file.exists() and file.read_bytes().startswith(b"\x89PNG")
    if there:
        shutil.copy(file, PICTURES)
    size = file.stat().st_size if there else 0
    trial.note(f"the picture {file.name}", [] if size > 10_000 else [f"has {size} bytes"])


def _try_keyring(root: DebianRoot, trial: Trial, environment: dict[str, str]) -> None:
    done = root.run("hfchat", "--self-test", environment=for_inside(environment))
    first = r"keyring: keyring\.backends\.SecretService\.Keyring\n"
    trial.judge("the keyring", done, prints=first + r".*certificates: truststore\.[^\n]*\n")


def _plain() -> dict[str, str]:
    return {"PATH": "/usr/bin:/bin", "HOME": _HOME, "LANG": "C.UTF-8"}


def for_inside(environment: dict[str, str]) -> dict[str, str]:
    """What a desktop session gives a program, and nothing of the Python that runs this."""
    kept = ("DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "HOME", "QT_LINUX_ACCESSIBILITY_ALWAYS_ON")
    return {
        **{name: environment[name] for name in kept},
        **{name: value for name, value in environment.items() if name.startswith("XDG_")},
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
    }
