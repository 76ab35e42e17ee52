"""Chooses what goes into the frozen program: the modules, and only the Qt that is used."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from importlib import metadata
from pathlib import Path

import dev_elf
import dev_requirements
from dev_places import IS_LINUX, IS_WINDOWS, ROOT
from dev_requirements import RUNTIME

__all__ = ["IS_WINDOWS", "ROOT"]

NAME = "hfchat"
INNER = "_internal"
ENTRY = ROOT / "hfchat_gui" / "__main__.py"

EXCLUDED_MODULES = [
    # Nothing of ours starts processes by it, and so nothing can start the window a second time.
    "multiprocessing",
    # What libraries import for work that the program never asks of them.
    *("tkinter", "unittest", "pydoc", "doctest", "pdb", "curses", "readline", "lib2to3"),
    *("setuptools", "pkg_resources", "distutils", "pip", "xmlrpc"),
]

# By folder of Qt's plugins; `*` for all there are.
_PLUGINS = {
    "platforms": ("qxcb", "qwayland", "qoffscreen", "qwindows", "qcocoa"),
    "platforminputcontexts": (
        "composeplatforminputcontextplugin",
        "ibusplatforminputcontextplugin",  # fcitx answers to it as well
    ),
    "platformthemes": ("qxdgdesktopportal", "qgtk3"),
    "styles": ("*",),
    "iconengines": ("qsvgicon",),
    "imageformats": ("qsvg", "qico", "qjpeg", "qgif", "qwebp"),
    "wayland-decoration-client": ("*",),
    "wayland-graphics-integration-client": ("qt-plugin-wayland-egl",),
    "wayland-shell-integration": ("xdg-shell",),
    "xcbglintegrations": ("qxcb-egl-integration", "qxcb-glx-integration"),
}

# What `importlib.metadata` is asked for; the licences are gathered beside the program.
_TOLD = {"METADATA", "entry_points.txt", "top_level.txt"}

Entry = tuple[str, str, str]
"""As PyInstaller names a file: its place in the folder, where it is now, what kind it is."""


def icon() -> str | None:
    """The picture of the program's file, where the system wants one in it and we have it."""
    kinds = {"hfchat.ico": IS_WINDOWS, "hfchat.icns": not (IS_WINDOWS or IS_LINUX)}
    files = [ROOT / "resources" / "icons" / name for name, fits in kinds.items() if fits]
    return next((str(file) for file in files if file.exists()), None)


def run_first() -> list[str]:
    """What the frozen program runs before anything of ours."""
    return [str(ROOT / "packaging" / "frozen_library_path.py")] if IS_LINUX else []


def data_files() -> list[tuple[str, str]]:
    """Our own resources but the models, and what packages tell of themselves when asked."""
    from PyInstaller.utils.hooks import copy_metadata

    files = [(str(ROOT / "resources" / "icons"), "resources/icons")]
    for name in _runtime_packages():
        files += copy_metadata(name)
    return files


def _runtime_packages() -> list[str]:
    """The packages of the program that are installed for this system."""
    there = {one.name.lower().replace("_", "-") for one in metadata.distributions()}
    return [one for one in dev_requirements.names(dev_requirements.part(RUNTIME)) if one in there]


def chosen_data(entries: Iterable[Entry]) -> list[Entry]:
    """Leave out what nothing reads: Qt's translations, the packages' lists of their files."""
    return [entry for entry in entries if not _is_ballast(Path(entry[0]))]


def chosen_binaries(entries: Iterable[Entry]) -> list[Entry]:
    """Leave out the Qt that is not reached, and what the system's packages bring."""
    kept = [entry for entry in entries if not _comes_with_system(entry)]
    plugins = [entry for entry in kept if _is_plugin(entry)]
    chosen = [entry for entry in plugins if _is_used_plugin(Path(entry[0]))]
    libraries = {Path(entry[0]).name: entry for entry in kept if _is_qt_library(entry)}
    rest = [one for one in kept if one not in plugins and one not in libraries.values()]
    return rest + chosen + _reached(rest + chosen, libraries)


def _reached(from_files: list[Entry], libraries: dict[str, Entry]) -> list[Entry]:
    """The libraries that these files need, and those that they need in turn."""
    if not IS_LINUX:
        return list(libraries.values())
    reached: dict[str, Entry] = {}
    waiting = [source for _, source, _ in from_files]
    while waiting:
        file = Path(waiting.pop())
        for name in dev_elf.read(file).needed if dev_elf.is_elf(file) else ():
            if name in libraries and name not in reached:
                reached[name] = libraries[name]
                waiting.append(libraries[name][1])
    return list(reached.values())


def _is_ballast(place: Path) -> bool:
    of_package = any(part.endswith(".dist-info") for part in place.parts)
    return "translations" in place.parts or (of_package and place.name not in _TOLD)


def _comes_with_system(entry: Entry) -> bool:
    """Whether a package of the system has it; Python's own library alone is taken from there."""
    place = Path(entry[1]).resolve()
    shared = place.is_relative_to("/usr/lib") or place.is_relative_to("/lib")
    in_python = f"python{sys.version_info[0]}.{sys.version_info[1]}" in place.as_posix()
    return IS_LINUX and shared and not in_python


def _is_plugin(entry: Entry) -> bool:
    parts = Path(entry[0]).parts
    return "PySide6" in parts and "plugins" in parts


def _is_used_plugin(place: Path) -> bool:
    names = _PLUGINS.get(place.parent.name, ())
    return "*" in names or place.stem.removeprefix("lib") in names


def _is_qt_library(entry: Entry) -> bool:
    name = Path(entry[0]).name
    return name.startswith(("libQt6", "libicu", "Qt6"))
