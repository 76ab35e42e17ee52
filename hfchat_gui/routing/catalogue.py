"""What the model picker offers, and how what is typed into it is read."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

from hfchat_gui.conversation.errors import BadAddress
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source, is_model_id
from hfchat_gui.conversation.ports import RouterModels, TypedModel
from hfchat_gui.local.listing import ModelListing
from hfchat_gui.network.addresses import read_address
from hfchat_gui.network.pasted import model_in
from hfchat_gui.routing.old_world import check_alive, modern

# What stands before the first slash of an address, and where an owner would in a model's id: no
# account at Hugging Face has a dot in its name.
_HOST = re.compile(r"localhost|[\w-]+(\.[\w-]+)+", re.ASCII | re.IGNORECASE)


class HubLister(Protocol):
    """Lists the models of Hugging Face's router, as `routing.hub_list.HubList` does."""

    async def models(self, *, fresh: bool = False) -> RouterModels:
        """Return the list: the kept one while it is young, unless `fresh`."""
        ...


class ServerLister(Protocol):
    """Lists the models of one server, as `routing.server_models.ServerModels` does."""

    async def of(self, address: str) -> Sequence[ModelInfo]:
        """Return the models at this address; raise a `ChatError` where it cannot be asked."""
        ...


def _is_id(text: str) -> bool:
    return is_model_id(text) and not _HOST.fullmatch(text.partition("/")[0])


class Catalogue:
    """The models of this computer, of the router and of servers. Fills `ModelCatalogue`."""

    def __init__(
        self, folders: Sequence[Path], hub_list: HubLister, server_models: ServerLister
    ) -> None:
        self._listing = ModelListing(tuple(folders))
        self._hub_list = hub_list
        self._server_models = server_models

    def local_models(self) -> Sequence[ModelInfo]:
        """Return the models on this computer's disk; the first one is the default.

        Cheap enough for each key that is typed: what has not changed is not read again.
        """
        return self._listing.models()

    async def router_models(self, *, fresh: bool = False) -> RouterModels:
        """Return the router's list: the kept one while it is young, unless `fresh`."""
        return await self._hub_list.models(fresh=fresh)

    async def server_models(self, address: str) -> Sequence[ModelInfo]:
        """Return the models that a server lists; raise a `ChatError` where it cannot be asked."""
        return await self._server_models.of(address)

    def address(self, text: str) -> str:
        """Return the base URL that typed text means; raise `BadAddress` with the reason.

        Addresses of Hugging Face that are no server to chat with are refused too, and the ids of
        models.
        """
        if _is_id(text.strip()):
            raise BadAddress(
                "This looks like the id of a model at Hugging Face, which is chosen in the model "
                "picker. If it is the name of a server with a path, write http:// before it."
            )
        check_alive(text)
        return read_address(text).base

    def typed(self, text: str, name: str = "") -> TypedModel:
        """Return the model that typed text means, an address or a model id; raise `BadAddress`.

        `name` is the model's name at an address. An address of Hugging Face's old inference host,
        and the like, becomes the same model through the router, with a note. The reference has no
        name then where neither text nor name say which; the note asks for one.
        """
        text = text.strip()
        if _is_id(text):
            return TypedModel(ModelRef(Source.ROUTER, text))
        return self.typed_address(text, name)

    def typed_address(self, text: str, name: str = "") -> TypedModel:
        """Return the same for a text that is an address, even where it could be a model's id."""
        if replaced := modern(text, name or model_in(text)):
            return replaced
        found = read_address(text)
        ref = ModelRef(Source.ADDRESS, name.strip() or found.model, found.base)
        return TypedModel(ref, found.note, found.key)
