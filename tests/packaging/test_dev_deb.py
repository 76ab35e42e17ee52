"""The packages hold what a desktop looks for, owned by root, and name what they need."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import dev_deb
import dev_elf
import dev_licences
import pytest
from dev_say import Fault

from hfchat_gui.cli import arguments
from tests.packaging.test_dev_elf import real_file

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or not shutil.which("dpkg-deb"), reason="needs dpkg-deb"
)


@pytest.fixture
def places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A frozen folder with one real library, and folders of its own to build in."""
    monkeypatch.setattr(dev_deb, "BUILD", tmp_path / "build")
    monkeypatch.setattr(dev_deb, "DIST", tmp_path / "dist")
    monkeypatch.setattr(dev_deb, "MODEL", tmp_path / "tiny.gguf")
    monkeypatch.setattr(dev_deb, "python_of", lambda _venv: Path(sys.executable))
    monkeypatch.setattr(dev_licences, "gather", lambda folder: folder.mkdir())
    (tmp_path / "tiny.gguf").write_bytes(b"GGUF")
    frozen = tmp_path / "frozen"
    (frozen / "_internal").mkdir(parents=True)
    shutil.copy(real_file(), frozen / "_internal" / "module.so")
    (frozen / "hfchat").write_text("#!/bin/sh\n")
    return frozen


def told(*words: str) -> str:
    """What dpkg-deb tells of a package."""
    return subprocess.run(["dpkg-deb", *words], capture_output=True, text=True, check=True).stdout


def test_the_program_is_found_by_shells_menus_and_icon_themes(places: Path) -> None:
    file = dev_deb.pack_program(places)
    assert re.fullmatch(r"hfchat_\d+\.\d+\.\d+_(amd64|arm64)\.deb", file.name)
    lines = told("--contents", str(file)).splitlines()
    rights = {line.split()[5]: line.split()[0] for line in lines}
    assert all(line.split()[1] == "root/root" for line in lines)
    assert any("./usr/bin/hfchat -> ../lib/hfchat/hfchat" in line for line in lines)
    assert rights["./usr/lib/hfchat/hfchat"] == "-rwxr-xr-x"
    assert rights["./usr/lib/hfchat/_internal/module.so"] == "-rw-r--r--"
    share = "./usr/share"
    for place in (
        f"{share}/applications/hfchat.desktop",
        f"{share}/icons/hicolor/scalable/apps/hfchat.svg",
        f"{share}/icons/hicolor/16x16/apps/hfchat.png",
        f"{share}/icons/hicolor/512x512/apps/hfchat.png",
        f"{share}/metainfo/hfchat.metainfo.xml",
        f"{share}/man/man1/hfchat.1.gz",
        f"{share}/doc/hfchat/copyright",
        f"{share}/doc/hfchat/changelog.gz",
    ):
        assert rights[place] == "-rw-r--r--"


def test_the_manual_names_every_command() -> None:
    manual = (dev_deb._LINUX / "hfchat.1").read_text()
    for command in arguments._COMMANDS:
        assert manual.count(f".B hfchat {command}\n") == 2, command


def test_dependencies_are_those_of_the_files(places: Path) -> None:
    file = dev_deb.pack_program(places)
    needed = told("--field", str(file), "Depends").strip().split(", ")
    assert needed == ["libc6 (>= 2.36)", "ca-certificates"]
    assert dev_elf.read(real_file()).needed <= {"libc.so.6", "libpthread.so.0", "libm.so.6"}
    assert "hfchat-model" in told("--field", str(file), "Recommends")


def test_the_model_comes_in_a_package_of_its_own(places: Path) -> None:
    file = dev_deb.pack_model()
    assert "./usr/lib/hfchat/resources/models/tiny.gguf" in told("--contents", str(file))
    assert told("--field", str(file), "Architecture").strip() == "all"


def test_missing_tools_are_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(Fault, match="dpkg-deb, dpkg, strip missing: run `sudo apt-get install"):
        dev_deb.require_tools()


def test_the_menu_entry_names_the_window_as_the_program_does() -> None:
    from hfchat_gui.eventloop.run import NAME

    entry = (dev_deb._LINUX / "hfchat.desktop").read_text("utf-8")
    assert f"StartupWMClass={NAME}\n" in entry


@pytest.mark.skipif(not shutil.which("appstreamcli"), reason="needs appstreamcli")
def test_software_centres_can_read_the_description(places: Path, tmp_path: Path) -> None:
    dev_deb.pack_program(places)
    file = tmp_path / "build/deb/hfchat/usr/share/metainfo/hfchat.metainfo.xml"
    done = subprocess.run(
        ["appstreamcli", "validate", "--no-net", str(file)],
        capture_output=True,
        text=True,
        check=False,
    )
    # A warning stays: the id is no domain's, since the program has none.
    faults = [line for line in done.stdout.splitlines() if line.startswith("E:")]
    assert faults == []
    assert "W: hfchat.desktop:3: cid-desktopapp-is-not-rdns" in done.stdout
