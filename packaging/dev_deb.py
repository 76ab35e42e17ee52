"""Makes Debian packages: one of the frozen program, one of the model it starts with."""

from __future__ import annotations

import datetime as dt
import gzip
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

import dev_elf
import dev_freeze
import dev_libraries
import dev_licences
from dev_places import BUILD, DIST, MODEL, PACKAGE_VENV, ROOT, python_of
from dev_say import Fault, say

HOME = Path("usr/lib/hfchat")
_LINUX = ROOT / "packaging" / "linux"
_ICON = ROOT / "resources" / "icons" / "hfchat.svg"
_MAINTAINER = "The HF Chat developers <hfchat@packages.invalid>"
_NEEDED = ("dpkg-deb", "dpkg", "strip")
_COMPRESSION = {"hfchat": "-Zxz", "hfchat-model": "-Znone"}  # weights do not get smaller

_PROGRAM_FIELDS = """Section: net
Recommends: {recommends}
Suggests: ibus | fcitx5
Description: chat with language models, on this computer or on Hugging Face
 HF Chat talks to language models: to one that runs on this computer, for which
 the package hfchat-model has the weights, to every model that Hugging Face
 serves, and to any server of your own.
"""
_MODEL_FIELDS = """Section: misc
Enhances: hfchat
Description: model that HF Chat starts with: SmolLM2-135M-Instruct
 A small language model that runs on any computer. With it HF Chat answers
 without an account, a token or a network.
"""
_RECOMMENDS = (
    "hfchat-model",
    "gnome-keyring | keepassxc | kwalletmanager",
    "fonts-noto-core | fonts-dejavu-core",
    "xdg-utils",
)


def require_tools() -> None:
    """A fault that names what is missing on this system to make the packages."""
    if not sys.platform.startswith("linux"):
        raise Fault("Debian packages are made on Linux.")
    if missing := [name for name in _NEEDED if not shutil.which(name)]:
        raise Fault(
            f"{', '.join(missing)} missing: run `sudo apt-get install dpkg binutils`, "
            "then start again."
        )


def version() -> str:
    """The program's own version."""
    text = (ROOT / "hfchat_gui" / "__init__.py").read_text("utf-8")
    found = re.search(r'^__version__ = "(.+)"$', text, re.MULTILINE)
    if not found:
        raise Fault("hfchat_gui/__init__.py names no version.")
    return found[1]


def architecture() -> str:
    """What Debian calls this kind of processor."""
    return _answer(["dpkg", "--print-architecture"], "dpkg does not name its architecture")


def program_file() -> Path:
    """Where the program's package is put."""
    return DIST / f"hfchat_{version()}_{architecture()}.deb"


def model_file() -> Path:
    """Where the model's package is put."""
    return DIST / f"hfchat-model_{version()}_all.deb"


def pack_program(frozen: Path) -> Path:
    """Make the package of the program."""
    root = _fresh("hfchat")
    shutil.copytree(frozen, root / HOME, symlinks=True)
    dev_licences.gather(root / HOME / "licences")
    _link(root / "usr/bin/hfchat", "../lib/hfchat/hfchat")
    _copy(_LINUX / "hfchat.desktop", root / "usr/share/applications")
    _copy(_ICON, root / "usr/share/icons/hicolor/scalable/apps")
    _draw_icons(root / "usr/share/icons/hicolor")
    metainfo = (_LINUX / "hfchat.metainfo.xml").read_text("utf-8")
    metainfo = metainfo.replace("@VERSION@", version()).replace("@DATE@", _today().isoformat())
    _write(root / "usr/share/metainfo/hfchat.metainfo.xml", metainfo)
    _write_gzip(root / "usr/share/man/man1/hfchat.1.gz", (_LINUX / "hfchat.1").read_text("utf-8"))
    _document(root, "hfchat", _LINUX / "copyright")
    needed, recommended = _packages_of(root / HOME)
    fields = _PROGRAM_FIELDS.format(recommends=", ".join([*_RECOMMENDS, *recommended]))
    fields = f"Architecture: {architecture()}\nDepends: {', '.join(needed)}\n{fields}"
    return _pack(root, "hfchat", fields, program_file())


def pack_model() -> Path:
    """Make the package of the starter model, in the folder beside the program's own files."""
    root = _fresh("hfchat-model")
    _copy(MODEL, root / HOME / "resources" / "models")
    _document(root, "hfchat-model", _LINUX / "copyright-model")
    return _pack(root, "hfchat-model", f"Architecture: all\n{_MODEL_FIELDS}", model_file())


def _packages_of(folder: Path) -> tuple[list[str], list[str]]:
    """The packages whose libraries the files name: those that must be, and those that may."""
    names = {name for file in dev_freeze.elf_files(folder) for name in dev_elf.read(file).needed}
    names -= dev_freeze.names_in(folder)
    must = {dev_libraries.PACKAGES[one] for one in names - dev_libraries.DESKTOPS_OWN}
    may = {dev_libraries.PACKAGES[one] for one in names & dev_libraries.DESKTOPS_OWN}
    glibc = ".".join(map(str, dev_freeze.NEWEST["GLIBC"]))
    needed = [f"libc6 (>= {glibc})", *sorted(must - {"libc6"}), "ca-certificates"]
    return needed, sorted(may - must)


def _fresh(name: str) -> Path:
    root = BUILD / "deb" / name
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    return root


def _pack(root: Path, name: str, fields: str, file: Path) -> Path:
    """Write the control files, set the rights, and let dpkg-deb make the file."""
    say(f"Packing {file.name} …")
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    size = sum(path.stat().st_size for path in files) // 1024 + 1
    head = f"Package: {name}\nVersion: {version()}\nMaintainer: {_MAINTAINER}\n"
    control = f"{head}Installed-Size: {size}\nPriority: optional\n{fields}"
    sums = [f"{_md5(path)}  {path.relative_to(root)}\n" for path in files]
    _write(root / "DEBIAN" / "control", control)
    _write(root / "DEBIAN" / "md5sums", "".join(sums))
    _set_rights(root)
    file.parent.mkdir(parents=True, exist_ok=True)
    how = ["--build", "--root-owner-group", _COMPRESSION[name]]
    _answer(["dpkg-deb", *how, str(root), str(file)], f"dpkg-deb could not pack {name}")
    return file


def _set_rights(root: Path) -> None:
    for path in [root, *root.rglob("*")]:
        if not path.is_symlink():
            is_program = path == root / HOME / "hfchat"
            path.chmod(0o755 if path.is_dir() or is_program else 0o644)


def _document(root: Path, name: str, copyright_file: Path) -> None:
    folder = root / "usr/share/doc" / name
    folder.mkdir(parents=True)
    shutil.copyfile(copyright_file, folder / "copyright")
    moment = dt.datetime.combine(_today(), dt.time(), dt.UTC)
    date = moment.strftime("%a, %d %b %Y %H:%M:%S +0000")
    entry = f"{name} ({version()}) unstable; urgency=medium\n\n  * Version {version()}.\n\n"
    _write_gzip(folder / "changelog.gz", f"{entry} -- {_MAINTAINER}  {date}\n")


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


def _draw_icons(folder: Path) -> None:
    script = ROOT / "packaging" / "dev_icons.py"
    command = [str(python_of(PACKAGE_VENV)), str(script), str(_ICON), str(folder)]
    _answer(command, "The icons could not be drawn")


def _answer(command: list[str], otherwise: str) -> str:
    """Return what a command prints; a fault with its last word if it fails."""
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
    )
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
        raise Fault(f"{otherwise}: {last}")
    return done.stdout.strip()


def _link(place: Path, to: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(to)


def _copy(file: Path, to: Path) -> None:
    to.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to / file.name)


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")


def _write_gzip(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode("utf-8"), 9, mtime=0))


def _md5(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "md5").hexdigest()
