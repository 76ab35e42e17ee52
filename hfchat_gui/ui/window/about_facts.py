"""What HF Chat is made of: versions and licences, read from the packages that are really here."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import Distribution, PackageNotFoundError, distribution

from PySide6.QtCore import QSysInfo, qVersion

from hfchat_gui import __version__

PACKAGES = (
    "PySide6-Essentials",
    "qasync",
    "httpcore",
    "socksio",
    "idna",
    "keyring",
    "xllamacpp",
    "msgspec",
    "Pygments",
    "platformdirs",
    "truststore",
)
"""What the program is built on; what these need in turn is found from them."""

_NAME = re.compile(r"[\w.-]+")
_CLASSIFIER = "License :: OSI Approved :: "


@dataclass(frozen=True, slots=True)
class Shipped:
    """One part that comes with the program. `version` is "" where it has none."""

    name: str
    version: str
    licence: str


@dataclass(frozen=True, slots=True)
class AboutFacts:
    """The versions that a report of a fault names, and all that is shipped."""

    versions: tuple[tuple[str, str], ...]
    shipped: tuple[Shipped, ...]

    @property
    def report(self) -> str:
        """The versions as plain text: no names, no paths, no keys."""
        return "\n".join(f"{name} {version}" for name, version in self.versions)


def about_facts() -> AboutFacts:
    """Read versions and licences from this installation; it takes some file reading."""
    engine = _found("xllamacpp")
    versions = (
        ("HF Chat", __version__),
        ("Python", platform.python_version()),
        ("Qt", qVersion()),
        ("PySide6", _version(_found("PySide6-Essentials"))),
        ("Engine (llama.cpp by xllamacpp)", _version(engine)),
        ("System", f"{QSysInfo.prettyProductName()}, {QSysInfo.currentCpuArchitecture()}"),
    )
    others = (
        Shipped("Python", platform.python_version(), "PSF-2.0"),
        Shipped("llama.cpp, in xllamacpp", "", "MIT"),
        Shipped("Lucide icons", "", "ISC"),
        Shipped("SmolLM2-135M-Instruct, the starter model", "", "Apache-2.0"),
    )
    packages = sorted(_packages(), key=lambda part: part.name.lower())
    return AboutFacts(versions, (Shipped("HF Chat", __version__, "Apache-2.0"), *others, *packages))


def _packages() -> Iterator[Shipped]:
    """Yield every package that is installed because one of `PACKAGES` is."""
    seen: set[str] = set()
    waiting = list(PACKAGES)
    while waiting:
        name = waiting.pop()
        key = re.sub(r"[-_.]+", "-", name).lower()
        found = None if key in seen else _found(name)
        seen.add(key)
        if found is not None:
            yield Shipped(found.metadata["Name"], found.version, licence_of(found))
            waiting.extend(_needed(found))


def _needed(found: Distribution) -> Iterator[str]:
    for line in found.requires or ():
        match = _NAME.match(line)
        if match and "extra ==" not in line:
            yield match.group()


def licence_of(found: Distribution) -> str:
    """Return the licence that a package names in one of the three places there are for it."""
    fields = found.metadata
    for field in ("License-Expression", "License"):
        named = str(fields[field]).strip() if field in fields else ""
        if named and "\n" not in named and named != "UNKNOWN":  # else it is the whole text of it
            return named
    classified = [
        line.removeprefix(_CLASSIFIER)
        for line in fields.get_all("Classifier") or ()
        if line.startswith(_CLASSIFIER)
    ]
    return ", ".join(classified) or "see the package"


def _found(name: str) -> Distribution | None:
    try:
        return distribution(name)
    except PackageNotFoundError:  # not needed on this platform
        return None


def _version(found: Distribution | None) -> str:
    return found.version if found is not None else "not found"
