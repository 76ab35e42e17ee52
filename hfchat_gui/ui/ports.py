"""What the window is handed by `app`: things that fill the protocols of the conversation."""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation.ports import Drafts, ModelCatalogue, Preferences, TokenKeeper
from hfchat_gui.conversation.servers import ServerCheck, ServerKeys, Servers
from hfchat_gui.conversation.tasks import Report


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
    report: Report
