"""What the window is handed by `app`: things that fill the protocols of the conversation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from hfchat_gui.conversation.ports import (
    Drafts,
    ModelCatalogue,
    Preferences,
    ProxyKeeper,
    TokenKeeper,
)
from hfchat_gui.conversation.records import StoredConversation
from hfchat_gui.conversation.servers import ServerCheck, ServerKeys, Servers
from hfchat_gui.conversation.tasks import Report

WriteFile = Callable[[StoredConversation, Path], None]
"""Writes a chat in the format that the file's name asks for; raises `StorageFailed`. It blocks."""


@dataclass(frozen=True, slots=True)
class WindowPorts:
    """The window's way to all that is not a conversation."""

    catalogue: ModelCatalogue
    preferences: Preferences
    tokens: TokenKeeper
    drafts: Drafts
    servers: Servers
    server_keys: ServerKeys
    server_check: ServerCheck
    proxy: ProxyKeeper
    write_file: WriteFile
    report: Report
