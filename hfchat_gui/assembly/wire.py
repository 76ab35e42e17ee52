"""Builds what talks to servers: the client, the router, and what asks for lists and kinds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hfchat_gui.assembly.foundation import Foundation
from hfchat_gui.local.models import model_folders
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.hub_list import HubList
from hfchat_gui.routing.router import ModelRouter
from hfchat_gui.routing.server_check import ServerChecker
from hfchat_gui.routing.server_models import ServerModels
from hfchat_gui.settings.cache_file import CacheFile
from hfchat_gui.settings.servers import ServerList


@dataclass(frozen=True, slots=True)
class Wire:
    """The parts that talk to servers, on one pool of connections."""

    client: HttpClient
    router: ModelRouter
    hub_list: HubList
    server_models: ServerModels
    server_check: ServerChecker


def lay(on: Foundation) -> Wire:
    """Build the parts; nothing is opened, started or sent yet."""
    client = HttpClient(proxy=on.proxy.chosen)
    return Wire(
        client,
        ModelRouter(
            client,
            on.credentials,
            on.facts,
            model_folders(on.paths.data),
            on.report,
            router_base=on.router_base,
            clock=on.clock,
            bill_to=on.bill_to,
            kind_of=_kinds(on.servers),
        ),
        HubList(client, CacheFile(on.paths.hub_list_file), on.router_base),
        ServerModels(client, on.credentials, on.servers, on.clock),
        ServerChecker(client, on.credentials, on.facts),
    )


def _kinds(servers: ServerList) -> Callable[[str], str]:
    def kind(address: str) -> str:
        server = servers.server(address)
        return server.kind if server is not None else ""

    return kind
