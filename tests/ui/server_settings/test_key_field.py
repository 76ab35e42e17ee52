"""A server's key is kept, replaced and removed; it is never shown, and stays with its server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton

from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.server_settings.key_field import KeyField
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.stand_in_ports import PlainServerKeys

_BOX = "http://localhost:8080"


class _Slow(PlainServerKeys):
    """A keyring that answers when it is let."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.gate.set()
        self.problem = ""

    async def status(self, address: str) -> TokenStatus:
        await self.gate.wait()
        found = await super().status(address)
        return TokenStatus(
            found.present, not self.problem and found.kept, found.ending, self.problem
        )


@asynccontextmanager
async def _shown(keys: PlainServerKeys, address: str = _BOX) -> AsyncIterator[KeyField]:
    reported: list[BaseException] = []
    tasks = TaskScope(reported.append)
    field = KeyField(keys, tasks)
    field.show_address(address)
    field.show()
    await settle()
    yield field
    await tasks.aclose()
    field.close()
    field.deleteLater()
    assert reported == []


def _line(field: KeyField) -> QLineEdit:
    return field.findChild(QLineEdit)  # type: ignore[return-value]


def _has_key(field: KeyField) -> bool:
    return field.present


def _texts(field: KeyField) -> str:
    return " ".join(label.text() for label in field.findChildren(QLabel) if label.isVisible())


def _buttons(field: KeyField) -> dict[str, QPushButton]:
    return {one.text(): one for one in field.findChildren(QPushButton) if one.isVisible()}


async def _keep(field: KeyField, key: str, button: str = "Keep key") -> None:
    QTest.keyClicks(_line(field), key)
    _buttons(field)[button].click()
    await settle()


def test_a_key_is_kept_and_only_its_end_is_shown(qt_run: Run) -> None:
    keys = PlainServerKeys()

    async def scenario() -> None:
        async with _shown(keys) as field:
            assert _line(field).echoMode() is QLineEdit.EchoMode.Password
            assert not field.is_typed
            assert _buttons(field) == {}
            await _keep(field, "a-long-secret-key")
            assert _has_key(field)
            assert _line(field).text() == ""
            assert _texts(field) == "Key ending in …-key, kept in the system keyring."

    qt_run(scenario())
    assert keys.kept == {_BOX: "a-long-secret-key"}


def test_a_key_is_replaced_and_removed(qt_run: Run) -> None:
    keys = PlainServerKeys()
    keys.kept[_BOX] = "the-first-key"

    async def scenario() -> None:
        async with _shown(keys) as field:
            heard: list[bool] = []
            field.changed.connect(heard.append)
            await _keep(field, "the-second-one", "Replace key")
            assert "…-one" in _texts(field)
            _buttons(field)["Remove key"].click()
            await settle()
            assert _texts(field) == ""
            assert not _has_key(field)
            assert heard == [True, False]

    qt_run(scenario())
    assert keys.kept == {}


def test_what_is_no_key_comes_back_to_be_put_right_beside_the_one_that_is_kept(qt_run: Run) -> None:
    keys = PlainServerKeys()
    keys.kept[_BOX] = "the-first-key"

    async def scenario() -> None:
        async with _shown(keys) as field:
            await _keep(field, "short", "Replace key")
            assert _line(field).text() == "short"
            assert _texts(field).startswith("Key ending in …-key")
            assert _texts(field).endswith("The key is too short. Copy it whole.")
            QTest.keyClicks(_line(field), "er")
            assert "too short" not in _texts(field)
            field.clear()
            assert not field.is_typed

    qt_run(scenario())
    assert keys.kept == {_BOX: "the-first-key"}


def test_a_keyring_that_cannot_be_used_is_said(qt_run: Run) -> None:
    keys = _Slow()
    keys.problem = "The keyring is locked."

    async def scenario() -> None:
        async with _shown(keys) as field:
            await _keep(field, "a-long-secret-key")
            assert "kept until HF Chat is closed" in _texts(field)
            assert "The keyring is locked." in _texts(field)

    qt_run(scenario())


def test_another_path_of_the_same_server_has_the_same_key_and_is_not_asked_about(
    qt_run: Run,
) -> None:
    keys = _Slow()
    keys.kept[_BOX] = "the-first-key"

    async def scenario() -> None:
        async with _shown(keys) as field:
            keys.gate.clear()
            field.show_address(f"{_BOX}/path")
            assert _has_key(field)
            field.show_address("http://localhost:9090")
            assert not _has_key(field)
            field.show_address("")
            assert _texts(field) == ""
            assert await field.keep()

    qt_run(scenario())


def test_an_answer_that_comes_late_is_not_shown_for_another_server(qt_run: Run) -> None:
    keys = _Slow()
    keys.kept[_BOX] = "the-first-key"
    keys.gate.clear()

    async def scenario() -> None:
        async with _shown(keys) as field:
            assert "Asking the system keyring" in _texts(field)
            field.show_address("http://localhost:9090")
            keys.gate.set()
            await settle()
            assert not _has_key(field)
            assert _texts(field) == ""

    qt_run(scenario())


def test_what_is_being_kept_is_kept_though_the_field_is_left(qt_run: Run) -> None:
    keys = _Slow()

    async def scenario() -> None:
        async with _shown(keys) as field:
            heard: list[bool] = []
            field.changed.connect(heard.append)
            keys.gate.clear()
            QTest.keyClicks(_line(field), "a-long-secret-key")
            _buttons(field)["Keep key"].click()
            await settle()
            field.leave()
            keys.gate.set()
            await settle()
            assert heard == []

    qt_run(scenario())
    assert keys.kept == {_BOX: "a-long-secret-key"}


def test_enter_submits(qt_run: Run) -> None:
    async def scenario() -> None:
        async with _shown(PlainServerKeys()) as field:
            heard: list[bool] = []
            field.submitted.connect(lambda: heard.append(True))
            QTest.keyClick(_line(field), Qt.Key.Key_Return)
            assert heard == [True]

    qt_run(scenario())


def test_an_answer_is_never_taken_for_that_of_another_server(qt_run: Run) -> None:
    keys = PlainServerKeys()
    keys.kept[_BOX] = "secret-of-box"
    other = "http://localhost:18101/v1"

    async def scenario() -> None:
        async with _shown(keys, "") as field:
            field.show_address(_BOX)
            field.show_address(other)  # before the keyring was even asked about the first
            await settle()
            assert (field.present, _texts(field)) == (False, "")
            field.show_address(_BOX)
            await settle()
            _buttons(field)["Remove key"].click()
            field.show_address(other)
            await settle()
            assert keys.kept == {}
            QTest.keyClicks(_line(field), "typed-for-other")
            _buttons(field)["Keep key"].click()
            field.show_address(_BOX)
            await settle()
            assert keys.kept == {other: "typed-for-other"}
            assert not field.present

    qt_run(scenario())


def test_another_path_of_the_same_server_gets_the_answer_too(qt_run: Run) -> None:
    keys = _Slow()
    keys.kept[_BOX] = "secret-of-box"
    keys.gate.clear()

    async def scenario() -> None:
        async with _shown(keys) as field:
            field.show_address(f"{_BOX}/v1")
            keys.gate.set()
            await settle()
            assert field.present

    qt_run(scenario())
