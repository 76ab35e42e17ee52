"""Makes a clean Debian in a folder, installs packages into it, and runs commands inside."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from dev_children import END_WITH_PARENT
from dev_places import BUILD
from dev_say import Fault, say

RELEASE = "bookworm"
"""The oldest Debian that the package is for."""

_STORE = BUILD / f"debian-{RELEASE}.tar"
_ARCHIVES = BUILD / "debian-archives"
_TOOLS = ("debootstrap", "tar", "unshare", "chroot", "mount")

# Runs as the first process of its own process and mount namespaces: what is left of them when the
# command has ended is told on descriptor 3, and goes with the namespaces.
_INSIDE = """
PATH=/usr/sbin:/usr/bin:/sbin:/bin
root=$1; user=$2; shared=$3; archives=$4; shift 4
mount -t proc proc "$root/proc" &&
mount --rbind /dev "$root/dev" &&
mount --bind "$shared" "$root$shared" || exit 125
[ -z "$archives" ] || mount --bind "$archives" "$root/var/cache/apt/archives" || exit 125
chroot --userspec="$user" "$root" "$@" 3>&-
code=$?
sleep 0.5
for process in "$root"/proc/[0-9]*; do
    number=${process##*/}
    [ "$number" != 1 ] && [ -r "$process/cmdline" ] || continue
    words=$(tr '\\0' ' ' <"$process/cmdline")
    [ -z "$words" ] || echo "$number $words" >&3
done 2>/dev/null
exit "$code"
"""


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a command inside ended, what it printed, and which processes it left running."""

    code: int
    stdout: str
    stderr: str
    left: str


@dataclass(frozen=True, slots=True)
class Running:
    """A command inside that has been started."""

    process: subprocess.Popen[str]
    told: int

    def wait(self, seconds: float) -> Outcome:
        """Wait for its end; a fault if it takes longer than that."""
        try:
            out, err = self.process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired as late:
            self.process.kill()
            self.process.communicate()
            raise Fault(f"The command did not end within {seconds:.0f} s.") from late
        with os.fdopen(self.told) as left:
            return Outcome(self.process.returncode, out, err, left.read())


@dataclass(frozen=True, slots=True)
class DebianRoot:
    """A clean Debian below `folder`; the system's folder for passing files is seen inside too."""

    folder: Path

    def start(
        self, *command: str, environment: dict[str, str], user: str = "0:0", archives: str = ""
    ) -> Running:
        """Start a command inside, as this user and group, with this environment and no other."""
        reading, writing = os.pipe()
        shared = tempfile.gettempdir()
        namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        script = ["sh", "-c", f"exec 3>&{writing}\n{_INSIDE}", "sh"]
        process = subprocess.Popen(
            [*namespaces, *script, str(self.folder), user, shared, archives, *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            pass_fds=(writing,),
            preexec_fn=END_WITH_PARENT,
        )
        os.close(writing)
        return Running(process, reading)

    def run(
        self,
        *command: str,
        environment: dict[str, str],
        user: str = "0:0",
        archives: str = "",
        seconds: float = 120,
    ) -> Outcome:
        """Run a command inside to its end."""
        started = self.start(*command, environment=environment, user=user, archives=archives)
        return started.wait(seconds)

    def install(self, *files: Path) -> None:
        """Install these package files with what they depend on, and nothing that they recommend."""
        _ARCHIVES.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, self.folder / "srv" / file.name)
        paths = [f"/srv/{file.name}" for file in files]
        settings = ["-o", "APT::Sandbox::User=root", "-o", "APT::Keep-Downloaded-Packages=true"]
        quick = ["--yes", "--no-install-recommends", *settings]
        for words in (["update"], ["install", *quick, *paths]):
            done = self.run(
                *("apt-get", *words),
                environment=_for_apt(),
                archives=str(_ARCHIVES),
                seconds=1800,
            )
            if done.code:
                last = (done.stderr.strip().splitlines() or ["nothing"])[-1]
                raise Fault(f"apt-get {words[0]} failed in the clean Debian and says: {last}")


def fresh(folder: Path) -> DebianRoot:
    """Unpack a clean Debian into the folder; the first time, fetch it."""
    _require()
    if not _STORE.exists():
        _fetch(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _must(["tar", "--extract", "--file", str(_STORE), "--directory", str(folder)])
    return DebianRoot(folder)


def _require() -> None:
    if os.name != "posix" or os.geteuid() != 0:
        raise Fault(
            "The smoke test makes a clean Debian, which only root can: run it with sudo, or in a "
            "container as root."
        )
    if missing := [name for name in _TOOLS if not shutil.which(name)]:
        raise Fault(f"{', '.join(missing)} missing: run `apt-get install debootstrap mount`.")


def _fetch(folder: Path) -> None:
    say(f"Fetching a clean Debian ({RELEASE}), this once …")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _must(["debootstrap", "--variant=minbase", RELEASE, str(folder)])
    for cache in ("var/cache/apt/archives", "var/lib/apt/lists"):
        shutil.rmtree(folder / cache)
        (folder / cache / "partial").mkdir(parents=True)
    unfinished = _STORE.with_suffix(".unfinished")
    _must(["tar", "--create", "--file", str(unfinished), "--directory", str(folder), "."])
    unfinished.replace(_STORE)


def _must(command: list[str]) -> None:
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        last = (done.stdout.strip().splitlines() or ["nothing"])[-1]
        raise Fault(f"{command[0]} failed and says: {last}")


def _for_apt() -> dict[str, str]:
    proxies = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    return proxies | {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "DEBIAN_FRONTEND": "noninteractive",
        "LC_ALL": "C.UTF-8",
    }
