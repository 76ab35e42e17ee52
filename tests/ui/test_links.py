"""Only web and mail addresses are ever opened."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication

from hfchat_gui.ui.links import may_open, open_link


class _Opener(QObject):
    def __init__(self) -> None:
        super().__init__()
        self.opened: list[str] = []

    @Slot(QUrl)
    def take(self, url: QUrl) -> None:
        self.opened.append(url.toString())


@pytest.mark.parametrize("target", ["https://example.org/a?b", "http://x", "mailto:a@example.org"])
def test_web_and_mail_are_opened(target: str) -> None:
    assert may_open(target)


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "javascript:alert(1)", "/etc/passwd", "", "smb://host/x", "x"]
)
def test_nothing_else_is(target: str) -> None:
    assert not open_link(target)


def test_the_address_is_handed_to_the_system(qapp: QApplication) -> None:
    opener = _Opener()
    QDesktopServices.setUrlHandler("https", opener, "take")  # type: ignore[arg-type]
    try:
        open_link("https://example.org/a?b=1#c")
    finally:
        QDesktopServices.unsetUrlHandler("https")
    assert opener.opened == ["https://example.org/a?b=1#c"]
