"""A test says what it asks, what it found, or why it cannot; it can be ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from hfchat_gui.conversation.error_record import NO_ACTION, TRY_AGAIN, Action
from hfchat_gui.conversation.errors import BadAddress, ChatError, Unreachable
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.servers import Server, ServerReport
from hfchat_gui.conversation.tasks import TaskScope
from hfchat_gui.ui.server_settings.check_line import CheckLine, describe, kind_name
from tests.helpers.patience import settle
from tests.helpers.running import Run
from tests.ui.stand_in_ports import PlainServerCheck

_BOX = Server("Box", "http://localhost:8080")


@asynccontextmanager
async def _shown(check: PlainServerCheck) -> AsyncIterator[CheckLine]:
    reported: list[BaseException] = []
    tasks = TaskScope(reported.append)
    line = CheckLine(check, tasks)
    line.start(_BOX)
    await settle()
    yield line
    await tasks.aclose()
    line.close()
    line.deleteLater()
    assert reported == []


def _text(line: CheckLine) -> str:
    return line.findChild(QLabel).text()  # type: ignore[union-attr]


def _button(line: CheckLine) -> QPushButton:
    return line.findChild(QPushButton)  # type: ignore[return-value]


def test_what_was_found_is_said_and_told(qt_run: Run) -> None:
    async def scenario() -> None:
        check = PlainServerCheck()
        check.gate = asyncio.Event()
        async with _shown(check) as line:
            reports: list[ServerReport] = []
            line.reported.connect(reports.append)
            assert _text(line) == "Asking Box what it is…"
            check.gate.set()
            await settle()
            assert _text(line) == "vLLM: 1 model, 0.2 s."
            assert not _button(line).isVisible()
            assert [report.facts.server for report in reports] == ["vllm"]

    qt_run(scenario())


def test_a_test_can_be_ended(qt_run: Run) -> None:
    async def scenario() -> None:
        check = PlainServerCheck()
        check.gate = asyncio.Event()
        async with _shown(check) as line:
            assert _button(line).text() == "Cancel"
            _button(line).click()
            assert not line.isVisible()
            check.gate.set()
            await settle()
            assert not line.isVisible()

    qt_run(scenario())


@pytest.mark.parametrize(
    ("error", "button"),
    [
        (Unreachable("Nothing answers there."), "Try again"),
        (BadAddress("That is no address."), "Change the address"),
        (Unreachable("So it is.", action=NO_ACTION), ""),
    ],
)
def test_a_failure_says_why_with_its_one_step(qt_run: Run, error: ChatError, button: str) -> None:
    async def scenario() -> None:
        check = PlainServerCheck()
        check.error = error
        async with _shown(check) as line:
            actions: list[Action] = []
            line.action_requested.connect(actions.append)
            line.retry_requested.connect(lambda: actions.append(TRY_AGAIN))
            assert _text(line) == error.user_text
            assert _button(line).isVisible() == bool(button)
            if button:
                assert _button(line).text() == button
                _button(line).click()
                assert actions == [error.action]

    qt_run(scenario())


def test_all_that_was_found_stands_in_one_line() -> None:
    facts = ServerFacts(WireKind.CHAT_COMPLETIONS, "http://x", "", ("a", "b"), 32_768)
    report = ServerReport(facts, 1.24, ("It wants no key.",))
    assert describe(report) == (
        "Another chat completions server: 2 models, 32,768 tokens of context, 1.2 s. "
        "It wants no key."
    )
    bare = ServerFacts(WireKind.TEXT_GENERATION, "http://x", "toolkit")
    assert describe(ServerReport(bare, 0.0)).endswith(": no models listed, 0.0 s.")


def test_a_kind_of_a_later_version_has_a_name_too() -> None:
    assert kind_name("llama.cpp") == "llama.cpp"
    assert kind_name("from-the-future") == "another chat completions server"
