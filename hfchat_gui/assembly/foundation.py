"""What the parts that talk to servers stand on, as a value that can wait for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hfchat_gui.conversation.ports import Credentials
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.routing.clock import Clock
from hfchat_gui.settings.paths import Paths
from hfchat_gui.settings.proxy_keeper import ProxyVault
from hfchat_gui.settings.servers import ServerList
from hfchat_gui.store.facts import ServerFactsStore


@dataclass(frozen=True, slots=True)
class Foundation:
    """What the wire stands on. `router_base` is the address of Hugging Face's router."""

    credentials: Credentials
    facts: ServerFactsStore
    servers: ServerList
    proxy: ProxyVault
    paths: Paths
    router_base: str
    report: Report
    clock: Clock
    bill_to: Callable[[], str]
