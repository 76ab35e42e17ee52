"""Everything that is shipped comes with its licence, or is not shipped."""

from __future__ import annotations

import sys
from pathlib import Path

import dev_licences
import dev_requirements
import pytest
from dev_requirements import RUNTIME
from dev_say import Fault


def metadata(site: Path, name: str, *lines: str, text: str = "") -> None:
    """Install the metadata of a made-up package."""
    info = site / f"{name}-1.0.dist-info"
    (info / "licenses").mkdir(parents=True)
    head = [f"Name: {name}", "Version: 1.0", *lines]
    (info / "METADATA").write_text("\n".join(head) + "\n")
    if text:
        (info / "licenses" / "LICENSE").write_text(text)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place where packages are installed, with those that are not Python's already there."""
    site = tmp_path / "site"
    metadata(site, "pyinstaller", text="the bootloader's licence")
    (site / "pyinstaller-1.0.dist-info/licenses/LICENSE").rename(
        site / "pyinstaller-1.0.dist-info/licenses/COPYING.txt"
    )
    monkeypatch.setattr(dev_licences, "site_packages", lambda _venv: site)
    requirements = "Seen.Package==1.0 \\\n    --hash=x\npyside6-essentials==1.0\n"
    monkeypatch.setattr(dev_requirements, "part", lambda name: {RUNTIME: requirements}[name])
    return site


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("License-Expression: MIT", "MIT"),
        ("License: BSD", "BSD"),
        ("Classifier: License :: OSI Approved :: MIT License", "MIT License"),
        ("Summary: says nothing", "see the text"),
    ],
)
def test_the_list_names_each_package_with_its_licence(
    site: Path, tmp_path: Path, line: str, named: str
) -> None:
    metadata(site, "seen_package", line, text="its licence")
    metadata(site, "PySide6_Essentials")
    out = tmp_path / "licences"
    dev_licences.gather(out)
    told = (out / dev_licences.LIST).read_text("utf-8")
    assert f"\nseen_package 1.0: {named}\n" in told
    assert "\nPySide6_Essentials 1.0: LGPL-3.0-only\n" in told
    assert (out / "seen_package" / "LICENSE").read_text() == "its licence"
    assert (out / "PySide6_Essentials" / "LGPL-3.txt").exists()
    assert (out / "Qt" / "qtbase.txt").exists()
    assert list((out / "Python").iterdir())


def test_a_package_without_a_licence_is_not_shipped(site: Path, tmp_path: Path) -> None:
    metadata(site, "seen_package")
    with pytest.raises(Fault, match="seen_package comes without a licence text"):
        dev_licences.gather(tmp_path / "licences")


@pytest.mark.skipif(sys.platform == "win32", reason="files lie elsewhere there")
def test_what_is_no_wheel_is_named_too(site: Path, tmp_path: Path) -> None:
    out = tmp_path / "licences"
    dev_licences.gather(out)
    told = (out / dev_licences.LIST).read_text("utf-8")
    for name in ("Qt:", "Lucide icons:", "PyInstaller bootloader:", "Python:"):
        assert f"\n{name}" in told
