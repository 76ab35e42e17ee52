"""Only the Qt that is used goes into the frozen program, and nothing that the system brings."""

from __future__ import annotations

import sys
from pathlib import Path

import dev_contents
import PySide6
import pytest

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="as PySide6 lies on Linux")

_PACKAGE = Path(PySide6.__path__[0])


def entries(*places: str) -> list[dev_contents.Entry]:
    """Files of PySide6 as PyInstaller names them."""
    return [(f"PySide6/{place}", str(_PACKAGE / place), "BINARY") for place in places]


def names(chosen: list[dev_contents.Entry]) -> set[str]:
    """Their file names."""
    return {Path(place).name for place, _, _ in chosen}


def test_a_library_stays_if_something_that_stays_needs_it() -> None:
    found = entries(
        "QtWidgets.abi3.so",
        *(f"Qt/lib/libQt6{part}.so.6" for part in ("Core", "Gui", "Widgets", "DBus", "Qml")),
        "Qt/lib/libicudata.so.73",
    )
    chosen = names(dev_contents.chosen_binaries(found))
    assert {"libQt6Core.so.6", "libQt6Gui.so.6", "libQt6Widgets.so.6"} <= chosen
    assert "libQt6Qml.so.6" not in chosen
    # Gui alone needs it, and it alone needs the tables.
    assert {"libQt6DBus.so.6", "libicudata.so.73"} >= chosen - {
        "QtWidgets.abi3.so",
        "libQt6Core.so.6",
        "libQt6Gui.so.6",
        "libQt6Widgets.so.6",
    }


def test_plugins_for_displays_and_input_methods_stay_and_others_go() -> None:
    plugins = "Qt/plugins"
    stay = [
        f"{plugins}/platforms/libqxcb.so",
        f"{plugins}/platforms/libqwayland.so",
        f"{plugins}/platforms/libqoffscreen.so",
        f"{plugins}/platforminputcontexts/libibusplatforminputcontextplugin.so",
        f"{plugins}/platforminputcontexts/libcomposeplatforminputcontextplugin.so",
        f"{plugins}/platformthemes/libqxdgdesktopportal.so",
        f"{plugins}/iconengines/libqsvgicon.so",
        f"{plugins}/wayland-shell-integration/libxdg-shell.so",
    ]
    go = [
        f"{plugins}/platforms/libqvnc.so",
        f"{plugins}/platforminputcontexts/libqtvirtualkeyboardplugin.so",
        f"{plugins}/tls/libqopensslbackend.so",
        f"{plugins}/sqldrivers/libqsqlite.so",
    ]
    assert all((_PACKAGE / place).exists() for place in [*stay, *go])
    chosen = names(dev_contents.chosen_binaries(entries(*stay, *go)))
    assert chosen == {Path(place).name for place in stay}


def test_the_systems_libraries_stay_with_the_system() -> None:
    found = [("libX11.so.6", "/usr/lib/x86_64-linux-gnu/libX11.so.6", "BINARY")]
    assert dev_contents.chosen_binaries(found) == []


def test_of_a_package_only_what_it_tells_of_itself_is_taken() -> None:
    info = "keyring-25.dist-info"
    kept = [f"{info}/METADATA", f"{info}/entry_points.txt", "resources/icons/hfchat.svg"]
    left = [f"{info}/RECORD", f"{info}/licenses/LICENSE", "PySide6/Qt/translations/qt_de.qm"]
    data = [(place, "", "DATA") for place in [*kept, *left]]
    assert [place for place, _, _ in dev_contents.chosen_data(data)] == kept
