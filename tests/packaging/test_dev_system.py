"""The table of system libraries is what is really loaded, and what is missing is judged rightly."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import dev_system
import pytest

_NEEDED = re.compile(r"Shared library: \[(.+?)\]")
# With the C library, or brought along by Qt itself.
_GIVEN = re.compile(r"^(lib(c|m|dl|rt|pthread|gcc_s|resolv)|ld-linux.*|libQt6.*|libicu.*)\.so")
_PARTS = ("Core", "Gui", "Widgets", "Network", "Svg", "DBus", "Test", "XcbQpa")


def _engine_files() -> list[Path]:
    spec = importlib.util.find_spec("xllamacpp")
    folders = (spec and spec.submodule_search_locations) or []
    return [file for folder in folders for file in Path(folder).glob("*.so")]


def _qt_files() -> list[Path]:
    import PySide6

    qt = Path(PySide6.__path__[0]) / "Qt"
    plugins = ["platforms/libqxcb.so", "platforms/libqoffscreen.so", "iconengines/libqsvgicon.so"]
    plugins += ["platforminputcontexts/libcomposeplatforminputcontextplugin.so"]
    plugins += ["xcbglintegrations/libqxcb-glx-integration.so"]
    files = [qt / "lib" / f"libQt6{part}.so.6" for part in _PARTS]
    return [file for file in files + [qt / "plugins" / name for name in plugins] if file.exists()]


@pytest.mark.skipif(not shutil.which("readelf"), reason="needs readelf")
def test_every_library_that_qt_and_the_engine_name_is_in_the_table() -> None:
    files = [*_qt_files(), *_engine_files()]
    told = subprocess.run(
        ["readelf", "-d", *map(str, files)], capture_output=True, text=True, check=True
    ).stdout
    needed = {name for name in _NEEDED.findall(told) if not _GIVEN.match(name)}
    assert needed <= set(dev_system.LIBRARIES)
    assert {"libxcb-cursor.so.0", "libgomp.so.1"} <= needed


@pytest.mark.skipif(sys.platform != "linux", reason="for Linux")
def test_a_library_that_is_not_there_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(dev_system.LIBRARIES, "libmade-up.so.9", "libmade-up9")
    assert dev_system.missing_libraries() == ["libmade-up.so.9"]


@pytest.mark.parametrize(
    ("missing", "environment", "blocks"),
    [
        ([], {}, False),
        (["libgomp.so.1"], {}, False),
        (["libEGL.so.1"], {"WAYLAND_DISPLAY": "wayland-0"}, True),
        (["libxcb-cursor.so.0"], {}, True),
        (["libxcb-cursor.so.0"], {"WAYLAND_DISPLAY": "wayland-0"}, False),
        (["libxcb-cursor.so.0"], {"QT_QPA_PLATFORM": "offscreen"}, False),
        (["libxcb-cursor.so.0"], {"QT_QPA_PLATFORM": "xcb", "WAYLAND_DISPLAY": "w"}, True),
    ],
)
def test_only_what_the_window_needs_blocks_it(
    missing: list[str],
    environment: dict[str, str],
    blocks: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert dev_system.blocks_window(missing) is blocks


@pytest.fixture
def missing_library(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine of Debian's kind on which one of Qt's libraries is not there."""
    monkeypatch.setattr(dev_system, "LIBRARIES", {"libmade-up.so.9": "libmade-up9"})
    monkeypatch.setattr(dev_system, "is_debian_like", lambda: True)
    monkeypatch.delenv("CI", raising=False)


def _programs(folder: Path, **scripts: str) -> str:
    """A PATH on which these programs are scripts that write down how they were called."""
    for name, script in scripts.items():
        (folder / name.replace("_", "-")).write_text(
            f'#!/bin/sh\necho "{name} $*" >>calls\n{script}\n'
        )
        (folder / name.replace("_", "-")).chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


@pytest.mark.skipif(os.name != "posix", reason="for Linux")
@pytest.mark.usefixtures("missing_library")
class TestWithoutALibrary:
    """What happens to a package that is missing."""

    def test_nobody_to_ask_is_told_the_command(
        self, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("os.geteuid", lambda: 0)
        assert dev_system.provide_libraries(yes=False) == ["libmade-up.so.9"]
        assert "run `sudo apt-get install" in capsys.readouterr().err

    def test_nobody_without_rights_is_asked(
        self,
        capsys: pytest.CaptureFixture[str],
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
    ) -> None:
        monkeypatch.setattr("os.geteuid", lambda: 1000)
        monkeypatch.setenv("PATH", _programs(tmp_path, sudo="exit 1"))
        monkeypatch.chdir(tmp_path)
        assert dev_system.provide_libraries(yes=True) == ["libmade-up.so.9"]
        expected = "run `sudo apt-get install --no-install-recommends --yes libmade-up9`."
        assert expected in capsys.readouterr().err

    @pytest.mark.parametrize("way", ["--yes", "CI=true"])
    def test_consent_beforehand_installs(
        self, way: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("os.geteuid", lambda: 0)
        monkeypatch.setenv("PATH", _programs(tmp_path, apt_get=""))
        monkeypatch.chdir(tmp_path)
        if way == "CI=true":
            monkeypatch.setenv("CI", "true")
        dev_system.provide_libraries(yes=way == "--yes")
        update, install = (tmp_path / "calls").read_text().splitlines()
        assert update.startswith("apt_get update")
        assert "install --no-install-recommends --yes libmade-up9" in install

    @pytest.mark.parametrize(("answer", "installs"), [("\n", True), ("y\n", True), ("n\n", False)])
    def test_a_person_is_asked(
        self,
        answer: str,
        installs: bool,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr("os.geteuid", lambda: 0)
        monkeypatch.setenv("PATH", _programs(tmp_path, apt_get=""))
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(dev_system, "may_ask", lambda: True)
        monkeypatch.setattr("sys.stdin.readline", lambda: answer, raising=False)
        dev_system.provide_libraries(yes=False)
        assert "libmade-up9\nInstall them now? [Y/n]" in capsys.readouterr().err
        assert (tmp_path / "calls").exists() is installs

    def test_a_failing_apt_is_told_in_its_own_words(
        self,
        monkeypatch: pytest.MonkeyPatch,
        tmp_path: Path,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr("os.geteuid", lambda: 0)
        monkeypatch.setenv(
            "PATH", _programs(tmp_path, apt_get="echo E: no such thing >&2; exit 100")
        )
        monkeypatch.chdir(tmp_path)
        dev_system.provide_libraries(yes=True)
        assert "apt-get failed and says: E: no such thing" in capsys.readouterr().err
