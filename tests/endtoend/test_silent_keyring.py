"""A keyring that takes every call and never answers holds up neither the window nor a chat."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from jeepney import DBusAddress, new_method_call
from jeepney.io.blocking import open_dbus_connection

from tests.endtoend.steps import CHAT, turn, until
from tests.helpers.answers import Answer
from tests.helpers.chat_stream import chat_events
from tests.helpers.desktop import Program, needs_desktop
from tests.helpers.http_server import ScriptedServer
from tests.helpers.keyring_service import bus_with_silent_keyring

pytestmark = [needs_desktop, pytest.mark.timeout(150)]


def accessibility_address() -> str:
    """Where the elements of windows are found, which a program on another bus cannot ask."""
    service = DBusAddress("/org/a11y/bus", bus_name="org.a11y.Bus", interface="org.a11y.Bus")
    with open_dbus_connection() as bus:
        return str(bus.send_and_get_reply(new_method_call(service, "GetAddress")).body[0])


def with_kept_token(home: Path) -> Path:
    """A home whose token is in the keyring."""
    (home / "config").mkdir(parents=True)
    (home / "config" / "preferences.json").write_text(json.dumps({"token_kept": True}))
    return home


def test_the_window_is_typed_into_and_a_chat_is_answered(
    tmp_path: Path, server: ScriptedServer
) -> None:
    server.on("POST", CHAT, Answer.stream(chat_events("Hello there")))
    (tmp_path / "bus").mkdir()
    with bus_with_silent_keyring(tmp_path / "bus") as bus:
        given = {
            "DBUS_SESSION_BUS_ADDRESS": bus,
            "AT_SPI_BUS_ADDRESS": accessibility_address(),
            "HFCHAT_HOME": str(with_kept_token(tmp_path / "kept")),
        }
        with Program("--endpoint", server.url, home=tmp_path, environment=given) as program:
            message = program.find("Message")
            message.type("Are you there?")
            message.key("Control+,")
            program.find("Hugging Face token", role="page tab").press()
            token = program.find("Hugging Face token", role="password text")
            token.type("typing goes on")
            until(lambda: [e for e in program.root.find_all() if "does not answer" in e.name])
            program.find("Close").press()
            program.find("Discard", role="push button").press()
            token.wait_until_gone()
            message.key("Return")
            turn(program, "tiny:").wait_until(lambda reply: "Hello there" in reply.text)
            message.type("And typing goes on")
