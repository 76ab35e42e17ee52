"""Gathers the licences of all that is shipped: their texts, and one list that names them."""

from __future__ import annotations

import re
import shutil
import sys
from email.message import Message
from email.parser import Parser
from pathlib import Path

import dev_requirements
from dev_places import PACKAGE_VENV, ROOT, site_packages
from dev_requirements import RUNTIME
from dev_say import Fault

LIST = "THIRD-PARTY.txt"

_HEAD = """HF Chat is under the Apache License 2.0; its text is in HF-Chat/LICENSE.

It comes with the works below. Their licences are in the folders named after them. Qt, PySide6 and
Shiboken are under the LGPL 3: their libraries lie as separate files in _internal/PySide6 and may be
replaced by others of the same interface; their source is at https://download.qt.io.

"""
_OWN = ROOT / "packaging" / "licences"  # texts that no wheel carries
_TEXT = re.compile(r"(licen[cs]e|copying|notice|authors)", re.IGNORECASE)
# What is in the folder beyond the packages: name, licence, where the text is found.
_NO_WHEELS = {
    "Qt": ("LGPL-3.0-only, and others for parts of it", _OWN / "qt"),
    "Lucide icons": ("ISC", ROOT / "resources" / "icons" / "LICENSE"),
    "PyInstaller bootloader": ("GPL-2.0-or-later with an exception for it", None),
    "Python": ("PSF-2.0", None),
}
_GIVEN = {"pyside6-essentials": "LGPL-3.0-only", "shiboken6": "LGPL-3.0-only"}


def gather(folder: Path) -> None:
    """Write the texts into folders below `folder`, and the list into it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    _copy(folder / "HF-Chat", [ROOT / "LICENSE"])
    lines = [_package(folder, info) for info in _packages()]
    for name, (licence, text) in _NO_WHEELS.items():
        texts = [text] if text else _FOUND[name]()
        _copy(folder / name.replace(" ", "-"), texts)
        lines.append(f"{name}: {licence}")
    (folder / LIST).write_text(_HEAD + "\n".join(sorted(lines, key=str.lower)) + "\n", "utf-8")


def _package(folder: Path, info: Path) -> str:
    """Copy the texts of one package; return its line."""
    about = Parser().parsestr((info / "METADATA").read_text("utf-8"))
    name, version = str(about["Name"]), str(about["Version"])
    texts = _texts(info)
    if not texts and _plain(name) in _GIVEN:
        texts = sorted((_OWN / "lgpl").iterdir())
    if not texts:
        raise Fault(f"{name} comes without a licence text: put one into {_OWN} and name it there.")
    _copy(folder / name, texts)
    return f"{name} {version}: {_licence(about, name)}"


def _licence(about: Message, name: str) -> str:
    """What the package says its licence is; some say it in one place, some in another."""
    if stated := about["License-Expression"] or _GIVEN.get(_plain(name)):
        return str(stated)
    short = str(about["License"] or "").strip()
    if short and "\n" not in short:
        return short
    kinds = [str(kind) for kind in about.get_all("Classifier", [])]
    named = [kind.rpartition(" :: ")[2] for kind in kinds if kind.startswith("License")]
    return ", ".join(named) or "see the text"


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _packages() -> list[Path]:
    """The metadata folders of the packages that the program runs on, on this system."""
    names = dev_requirements.names(dev_requirements.part(RUNTIME))
    wanted = {_plain(name) for name in names}
    found = site_packages(PACKAGE_VENV).glob("*.dist-info")
    return sorted(info for info in found if _plain(_name(info)) in wanted)


def _name(info: Path) -> str:
    return info.name.removesuffix(".dist-info").rpartition("-")[0]


def _texts(info: Path) -> list[Path]:
    return sorted(path for path in info.rglob("*") if path.is_file() and _TEXT.match(path.name))


def _copy(to: Path, texts: list[Path]) -> None:
    to.mkdir(parents=True, exist_ok=True)
    for text in texts:
        if text.is_dir():
            shutil.copytree(text, to, dirs_exist_ok=True)
        else:
            shutil.copyfile(text, to / text.name)


def _bootloader() -> list[Path]:
    (info,) = site_packages(PACKAGE_VENV).glob("pyinstaller-*.dist-info")
    return _texts(info)


def _python() -> list[Path]:
    version = "python{}.{}".format(*sys.version_info[:2])
    places = [
        Path(sys.base_prefix) / "lib" / version / "LICENSE.txt",
        Path("/usr/share/doc") / version / "copyright",
    ]
    found = [place for place in places if place.exists()]
    if not found:
        raise Fault(f"Python's licence is at none of: {', '.join(map(str, places))}.")
    return found[:1]


_FOUND = {"PyInstaller bootloader": _bootloader, "Python": _python}
