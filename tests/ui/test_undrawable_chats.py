"""A chat that cannot be drawn leaves the window whole, in the chat before it."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.ui.transcript.shown_path import ShownPath
from tests.helpers.running import Run
from tests.ui.conftest import Opened
from tests.ui.driving import message, named, send, texts, until
from tests.ui.stand_in_ports import LOCAL
from tests.ui.stand_ins import House

_SERVER = ModelRef(Source.ADDRESS, "big", "http://localhost:8080")


@pytest.mark.parametrize("has_turns", [True, False])
def test_the_window_stays_whole_in_the_chat_before_it(
    qt_run: Run,
    opened: Opened,
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    *,
    has_turns: bool,
) -> None:
    house.conversation("Broken")
    house.conversation("Sound", age=5.0)
    show_path = ShownPath.show

    def show(path: ShownPath, conversation: Conversation | None) -> None:
        show_path(path, conversation)
        if conversation is not None and conversation.title == "Broken":
            raise ValueError("a fault of the drawing")

    monkeypatch.setattr(ShownPath, "show", show)

    async def scenario() -> None:
        async with opened() as window:
            if has_turns:
                await send(window, "hi")
            first = window.session
            broken = await window._chats._chats.open("id of Broken")
            broken.set_model(_SERVER)
            window._chats.open("id of Broken")
            await until(lambda: "This chat cannot be shown" in texts(window))
            assert window.session is first
            assert named(window, "Model")[0].accessibleDescription().startswith(LOCAL.label)
            assert bool(named(window, "Transcript")) is has_turns
            assert "localhost:8080" not in texts(window)
            assert [str(error) for error in house.reported] == ["a fault of the drawing"]
            house.reported.clear()
            await send(window, "go on")
            assert house.router.backend.requests[-1].model == LOCAL
            assert first.conversation.path[-2].text == "go on"
            assert message(window).toPlainText() == ""
            window._chats.open("id of Sound")
            await until(lambda: window.windowTitle() == "Sound – HF Chat")
            assert "cannot be shown" not in texts(window)

    qt_run(scenario())
