"""Lets the window open before what talks to servers is loaded: a third of the program's code."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from hfchat_gui.assembly.foundation import Foundation
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef
from hfchat_gui.conversation.ports import Decision, RouterModels
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import Server, ServerReport

if TYPE_CHECKING:
    from hfchat_gui.assembly.wire import Wire


class LateWire:
    """Fills `Router`, `ServerCheck` and the two lists of the catalogue with a wire made later.

    It is made once, on a thread: by `ready`, or when it is asked for something first.
    """

    def __init__(self, foundation: Foundation) -> None:
        self._foundation = foundation
        self._making = asyncio.Lock()
        self._made: Wire | None = None

    async def ready(self) -> Wire:
        """Return the wire, made if it is not there yet."""
        async with self._making:
            if self._made is None:
                self._made = await asyncio.to_thread(self._make)
            return self._made

    async def route(self, model: ModelRef) -> Decision:
        """Decide which backend answers for `model`; raise a `ChatError` if none can."""
        return await (await self.ready()).router.route(model)

    async def check(self, server: Server, key: Secret | None = None) -> ServerReport:
        """Ask a server what it is; raise a `ChatError` where it cannot be used."""
        return await (await self.ready()).server_check.check(server, key)

    async def models(self, *, fresh: bool = False) -> RouterModels:
        """Return the list of Hugging Face's router."""
        return await (await self.ready()).hub_list.models(fresh=fresh)

    async def of(self, address: str) -> Sequence[ModelInfo]:
        """Return the models that the server at this address lists."""
        return await (await self.ready()).server_models.of(address)

    async def aclose(self) -> None:
        """End engines and connections, if there are any."""
        async with self._making:
            if self._made is not None:
                await asyncio.gather(self._made.router.aclose(), self._made.client.aclose())

    def _make(self) -> Wire:
        from hfchat_gui.assembly.wire import lay

        return lay(self._foundation)
