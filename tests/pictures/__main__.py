"""Writes pictures of error cards, settings, picker and empty chat into a folder, for looking at."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QApplication, QDialog, QLineEdit

from hfchat_gui.conversation.choices import ColourScheme
from hfchat_gui.conversation.error_record import OPEN_PROXY, enter_key
from hfchat_gui.conversation.error_table import ERROR_TABLE, ErrorRow
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Offer, Source
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.conversation.proxy import ProxyChoice, ProxyMode
from hfchat_gui.conversation.records import ConversationDetails
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.servers import Server
from hfchat_gui.conversation.session import ChatSession
from hfchat_gui.eventloop.run import run
from hfchat_gui.ui.controls.fold import Fold
from hfchat_gui.ui.look.theme import SCHEMES, theme
from hfchat_gui.ui.transcript.transcript import Transcript
from hfchat_gui.ui.window.main_window import MainWindow
from tests.pictures.failures import record_of
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House

IN_A_PICTURE = 4
USUAL, NARROW, TALL = (1180, 780), (720, 780), (900, 1560)
SETTLED = 0.5
"""Seconds until all has been read, coloured and painted."""


def main(folder: Path) -> int:
    """Write all pictures into `folder`, light and dark; return how many faults were reported."""
    folder.mkdir(parents=True, exist_ok=True)
    return run(partial(_draw, folder))


async def _draw(folder: Path, app: QApplication) -> int:
    theme().dress(app)
    house = _house()
    chats = house.chats()
    window = MainWindow(chats, house.ports(), lambda: None)
    window.show()
    for scheme in (ColourScheme.LIGHT, ColourScheme.DARK):
        theme().set_scheme(SCHEMES[scheme])
        pictures = _Pictures(window, folder, scheme)
        window.show_session(chats.new())
        await pictures.keep("empty", NARROW)
        await pictures.keep("empty-wide", USUAL)
        for number in range(len(_pages())):
            window.show_session(await chats.open(_id(number)))
            await pictures.keep(f"errors-{number}", TALL)
            [transcript] = window.findChildren(Transcript)
            assert transcript.scroller.last <= 0, "not all cards fit into the picture"
        await pictures.keep_picker()
        await pictures.keep_dialogs()
        await pictures.keep_options(chats.new())
    await chats.aclose()
    await window.aclose()
    for error in house.reported:
        print(f"unexpected: {error!r}", file=sys.stderr)
    return len(house.reported)


class _Pictures:
    """Takes them of one window in one colour scheme."""

    def __init__(self, window: MainWindow, folder: Path, scheme: str) -> None:
        self._window = window
        self._folder = folder
        self._scheme = scheme

    async def keep(self, name: str, size: tuple[int, int]) -> None:
        self._window.resize(*size)
        await asyncio.sleep(SETTLED)
        self._window.grab().save(self._file(name))

    async def keep_picker(self) -> None:
        self._window._models.open()
        await self.keep("picker", USUAL)
        await self.keep("picker-narrow", NARROW)
        picker = self._window._models._picker
        assert picker is not None
        picker.close_picker()

    async def keep_dialogs(self) -> None:
        settings, help_way = self._window._settings, self._window._help
        ways: dict[str, Callable[[], None]] = {
            "settings-general": settings.open_general,
            "settings-token": settings.open_token,
            "settings-servers": settings.open_servers,
            "settings-server": partial(settings.follow, enter_key("http://far.example.org:8000")),
            "settings-network": partial(settings.follow, OPEN_PROXY),
            "settings-more": settings.open_general,
            "parameters": self._window._pane._on_more_options,
            "parameters-left": self._window._pane._on_more_options,
            "shortcuts": help_way.open_shortcuts,
            "about": help_way.open_about,
        }
        for name, way in ways.items():
            way()
            await asyncio.sleep(SETTLED)
            for dialog in self._window.findChildren(QDialog):
                if dialog.isVisible():
                    if deed := _DEEDS.get(name):
                        deed(dialog)
                        await asyncio.sleep(SETTLED)
                    dialog.grab().save(self._file(name))
                    dialog.accept()
            await asyncio.sleep(SETTLED)

    async def keep_options(self, session: ChatSession) -> None:
        """The row of options of a chat."""
        self._window.show_session(session)
        self._window._pane._on_options()
        await self.keep("options", USUAL)
        await self.keep("options-narrow", NARROW)
        self._window._pane._on_options_left()

    def _file(self, name: str) -> str:
        return str(self._folder / f"{name}-{self._scheme}.png")


def _unfold(dialog: QDialog) -> None:
    for fold in dialog.findChildren(Fold):
        fold._on_pressed()


def _leave(dialog: QDialog) -> None:
    """Close it while something typed cannot be used, so that it asks first."""
    dialog.findChildren(QLineEdit)[0].setText("no number")
    dialog.reject()


_DEEDS: dict[str, Callable[[QDialog], None]] = {
    "settings-more": _unfold,
    "parameters-left": _leave,
}


def _house() -> House:
    house = House()
    house.proxy.choice = ProxyChoice(ProxyMode.MANUAL, "http://proxy.example.org:3128", "me")
    house.servers.put(Server("Workshop", "http://localhost:8000", "vllm"))
    house.servers.put(Server("Ollama", "http://localhost:11434"))
    offers = (
        Offer("groq", 131_072, 0.29, 0.59, 640.0, 0.2, has_tools=True),
        Offer("cheaper", 40_960, 0.1, 0.3, 80.0, 0.6),
    )
    names = ("Qwen/Qwen3-32B", "meta-llama/Llama-3.3-70B-Instruct", "deepseek-ai/DeepSeek-V3")
    house.catalogue.of_router = RouterModels(
        tuple(ModelInfo(ModelRef(Source.ROUTER, name), 131_072, offers) for name in names)
    )
    address = "http://localhost:11434"
    served = ModelRef(Source.ADDRESS, "llama3.2:latest", address)
    house.catalogue.of_servers[address] = [ModelInfo(served, 8192)]
    for number, rows in enumerate(_pages()):
        _write_chat(house, number, rows)
    return house


def _pages() -> list[tuple[ErrorRow, ...]]:
    starts = range(0, len(ERROR_TABLE), IN_A_PICTURE)
    return [ERROR_TABLE[start : start + IN_A_PICTURE] for start in starts]


def _id(number: int) -> str:
    return f"errors {number}"


def _write_chat(house: House, number: int, rows: tuple[ErrorRow, ...]) -> None:
    turns: list[Message] = []
    for row in rows:
        before = turns[-1].id if turns else None
        turns.append(Message(Role.USER, (TextPart("Which rivers are long?"),), parent=before))
        turns.append(_failed(row, turns[-1].id))
    details = ConversationDetails(
        _id(number), f"Errors {number}", "", LOCAL, SamplingOptions(), 1.0, 1.0, turns[-1].id
    )
    house.disk.put(details, turns)


def _failed(row: ErrorRow, question: str) -> Message:
    error = record_of(row)
    return Message(
        Role.ASSISTANT, (), parent=question, state=ReplyState.FAILED, model=LOCAL, error=error
    )


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
