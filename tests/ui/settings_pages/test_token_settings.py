"""A token can be kept, replaced, removed and taken over; it is never shown, and nothing blocks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QPushButton, QWidget

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.ports import FoundToken, TokenStatus
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.controls.link_label import LinkLabel
from hfchat_gui.ui.settings_pages.settings_dialog import SettingsDialog, SettingsPage
from hfchat_gui.ui.settings_pages.token_settings import PAGE
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.stand_in_ports import PlainTokens
from tests.ui.stand_ins import House


@asynccontextmanager
async def _opened(tokens: PlainTokens) -> AsyncIterator[SettingsDialog]:
    reported: list[BaseException] = []
    tasks = TaskScope(reported.append)
    parent = QWidget()
    house = House(tokens=tokens)
    dialog = SettingsDialog(house.ports(), tasks, parent, SettingsPage.TOKEN)
    dialog.open()
    await settle()
    yield dialog
    await settle()
    dialog.reject()
    await tasks.aclose()
    assert reported == []


def _texts(dialog: SettingsDialog) -> str:
    labels = [label for label in dialog.findChildren(QLabel) if label.isVisible()]
    return "\n".join(label.text() for label in labels)


def _button(dialog: SettingsDialog, name: str) -> QPushButton:
    return next(
        button
        for button in dialog.findChildren(QPushButton)
        if name in (button.text(), button.accessibleName())
    )


def _field(dialog: SettingsDialog) -> QLineEdit:
    return dialog.findChild(QLineEdit)  # type: ignore[return-value]


async def _type_and_save(dialog: SettingsDialog, token: str) -> None:
    QTest.keyClicks(_field(dialog), token)
    _button(dialog, "Save").click()
    assert _field(dialog).text() == ""
    await settle()


def test_a_token_is_kept_and_only_its_end_is_shown(qt_run: Run) -> None:
    tokens = PlainTokens()

    async def scenario() -> str:
        async with _opened(tokens) as dialog:
            assert "No token yet." in _texts(dialog)
            await _type_and_save(dialog, "hf_notreal1234")
            return _texts(dialog)

    texts = qt_run(scenario())
    assert tokens.saved == ["hf_notreal1234"]
    assert "Token ending in …1234, kept in the system keyring." in texts
    assert "notreal" not in texts


def test_the_field_shows_no_characters(qt_run: Run) -> None:
    async def scenario() -> QLineEdit.EchoMode:
        async with _opened(PlainTokens()) as dialog:
            return _field(dialog).echoMode()

    assert qt_run(scenario()) is QLineEdit.EchoMode.Password


def test_what_is_no_token_is_refused_in_place_without_an_echo(qt_run: Run) -> None:
    async def scenario() -> str:
        async with _opened(PlainTokens()) as dialog:
            await _type_and_save(dialog, "my secret")
            return _texts(dialog)

    texts = qt_run(scenario())
    assert "That is not a Hugging Face token" in texts
    assert "my secret" not in texts


def test_what_is_no_token_stays_to_be_put_right_and_no_keyring_is_asked(qt_run: Run) -> None:
    tokens = PlainTokens()

    async def scenario() -> None:
        async with _opened(tokens) as dialog:
            tokens.gate = asyncio.Event()  # from now on the keyring would not answer
            await _type_and_save(dialog, "h_abcd")
            assert _field(dialog).text() == "h_abcd"
            assert "No token yet." in _texts(dialog)
            assert not dialog.token_changed
            QTest.keyClick(_field(dialog), Qt.Key.Key_Home)
            QTest.keyClick(_field(dialog), Qt.Key.Key_Right)
            QTest.keyClicks(_field(dialog), "f")
            QTest.keyClick(_field(dialog), Qt.Key.Key_Return)
            await settle()
            assert _field(dialog).text() == ""
            assert dialog.token_changed

    qt_run(scenario())
    assert tokens.saved == ["hf_abcd"]


def test_a_found_token_that_is_gone_is_named(qt_run: Run) -> None:
    class Gone(PlainTokens):
        async def adopt(self, found: FoundToken) -> TokenStatus:
            self.found_tokens = ()
            raise TokenMalformed("There is no token any more.")

    async def scenario() -> str:
        async with _opened(Gone(FoundToken("HF_TOKEN", "abcd"))) as dialog:
            _button(dialog, "Use the token in HF_TOKEN").click()
            await settle()
            return _texts(dialog)

    texts = qt_run(scenario())
    assert "There is no token any more." in texts
    assert "Found in" not in texts


def test_its_title_ends_like_the_main_window_s(qt_run: Run) -> None:
    async def scenario() -> str:
        async with _opened(PlainTokens()) as dialog:
            return dialog.windowTitle()

    assert qt_run(scenario()) == "Settings – HF Chat"


def test_enter_saves_and_blank_text_does_not(qt_run: Run) -> None:
    tokens = PlainTokens()

    async def scenario() -> None:
        async with _opened(tokens) as dialog:
            QTest.keyClicks(_field(dialog), "  ")
            assert not _button(dialog, "Save").isEnabled()
            QTest.keyClick(_field(dialog), Qt.Key.Key_Return)
            QTest.keyClicks(_field(dialog), "hf_abcd")
            QTest.keyClick(_field(dialog), Qt.Key.Key_Return)
            assert dialog.isVisible()

    qt_run(scenario())
    assert tokens.saved == ["hf_abcd"]


def test_a_token_can_be_replaced_and_removed(qt_run: Run) -> None:
    tokens = PlainTokens()
    tokens.now = TokenStatus(present=True, kept=True, ending="wxyz")

    async def scenario() -> str:
        async with _opened(tokens) as dialog:
            assert "…wxyz" in _texts(dialog)
            assert _button(dialog, "Replace").isVisible()
            _button(dialog, "Remove").click()
            await settle()
            assert not _button(dialog, "Remove").isVisible()
            return _texts(dialog)

    assert "No token yet." in qt_run(scenario())


def test_a_found_token_is_offered_and_taken_over(qt_run: Run) -> None:
    async def scenario() -> str:
        async with _opened(PlainTokens(FoundToken("HF_TOKEN", "abcd"))) as dialog:
            assert "Found in HF_TOKEN, ending in …abcd" in _texts(dialog)
            _button(dialog, "Use the token in HF_TOKEN").click()
            await settle()
            return _texts(dialog)

    texts = qt_run(scenario())
    assert "Token ending in …abcd, kept in the system keyring." in texts
    assert "Found in" not in texts


def test_a_found_token_is_offered_again_once_it_is_not_ours(qt_run: Run) -> None:
    async def scenario() -> list[bool]:
        async with _opened(PlainTokens(FoundToken("HF_TOKEN", "abcd"))) as dialog:
            seen = []
            for name in ("Use the token in HF_TOKEN", "Remove"):
                _button(dialog, name).click()
                await settle()
                seen.append("Found in HF_TOKEN" in _texts(dialog))
            return seen

    assert qt_run(scenario()) == [False, True]


def test_the_page_for_tokens_is_reached_by_the_keyboard(qt_run: Run) -> None:
    async def scenario() -> list[str]:
        async with _opened(PlainTokens()) as dialog:
            link = dialog.findChild(LinkLabel)
            assert isinstance(link, LinkLabel)
            followed: list[str] = []
            link.linkActivated.disconnect()
            link.linkActivated.connect(followed.append)
            for _ in range(6):
                if dialog.focusWidget() is link:
                    break
                QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
            QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Return)
            return followed

    assert qt_run(scenario()) == [PAGE]


def test_a_keyring_that_cannot_be_used_is_named(qt_run: Run) -> None:
    tokens = PlainTokens()
    tokens.now = TokenStatus(present=True, ending="abcd", problem="There is no keyring here.")

    async def scenario() -> str:
        async with _opened(tokens) as dialog:
            return _texts(dialog)

    texts = qt_run(scenario())
    assert "kept until HF Chat is closed" in texts
    assert "There is no keyring here." in texts


def test_a_keyring_that_is_silent_blocks_nothing(qt_run: Run) -> None:
    tokens = PlainTokens()
    tokens.gate = asyncio.Event()

    async def scenario() -> str:
        async with _opened(tokens) as dialog:
            QTest.keyClicks(_field(dialog), "typing goes on")
            return _texts(dialog)

    assert "Asking the system keyring…" in qt_run(scenario())


def test_all_of_the_dialog_is_visible(qt_run: Run, qapp: QApplication) -> None:
    found = [FoundToken(f"place {n}", "abcd") for n in range(4)]

    async def scenario() -> None:
        async with _opened(PlainTokens(*found)) as dialog:
            for button in dialog.findChildren(QPushButton):
                if button.isVisible():
                    assert button.height() >= button.sizeHint().height()

    qt_run(scenario())
