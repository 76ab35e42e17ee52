"""What the person calls the servers in the list, for all that name a model or its place."""

from __future__ import annotations

from hfchat_gui.conversation.model_ref import ModelRef
from hfchat_gui.conversation.servers import Servers

_servers: list[Servers] = []  # the window's list, while there is a window


def read_names_from(servers: Servers | None) -> None:
    """Ask this list for names from now on, or none."""
    _servers[:] = [servers] if servers is not None else []


def given_name(address: str) -> str:
    """Return the name that the person gave the server at this address, "" where there is none."""
    server = _servers[0].server(address) if _servers and address else None
    return server.name if server is not None else ""


def label_of(model: ModelRef) -> str:
    """Return the model's short name; of one without a name, that of its server."""
    return model.label if model.name else given_name(model.address) or model.label


def place_of(model: ModelRef) -> str:
    """Return where the model runs: the server by its name, where it has one."""
    return given_name(model.address) or model.place
