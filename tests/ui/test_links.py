"""Only web and mail addresses are ever opened."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication

from hfchat_gui.ui.links import may_open, open_link
from tests.ui.driving import Opener


@pytest.mark.parametrize("target", ["https://example.org/a?b", "http://x", "mailto:a@example.org"])
def test_web_and_mail_are_opened(target: str) -> None:
    assert may_open(target)


@pytest.mark.parametrize(
    "target", ["file:///etc/passwd", "javascript:alert(1)", "/etc/passwd", "", "smb://host/x", "x"]
)
def test_nothing_else_is(target: str) -> None:
    assert not open_link(target)


def test_the_address_is_handed_to_the_system(qapp: QApplication) -> None:
    with Opener.of("https") as opener:
        open_link("https://example.org/a?b=1#c")
    assert opener.opened == ["https://example.org/a?b=1#c"]
