"""Asks servers which models they have, each with its own key, and remembers it for some minutes."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from time import monotonic

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source
from hfchat_gui.conversation.ports import Credentials
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.servers import Servers
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.patience import LISTING_LIMIT, Patience
from hfchat_gui.routing.probe import Probe
from hfchat_gui.routing.shared_questions import SharedQuestions

KEPT_SECONDS = 180.0
"""How long what a server listed is not asked again."""


class ServerModels:
    """The models of the servers in the list, and of any other address.

    Those who ask at once for one address share one question; what failed is asked anew each time.
    """

    def __init__(
        self,
        client: HttpClient,
        credentials: Credentials,
        servers: Servers,
        clock: Clock,
    ) -> None:
        self._probe = Probe(client)
        self._credentials = credentials
        self._servers = servers
        self._clock = clock
        self._facts: dict[str, tuple[float, ServerFacts]] = {}
        self._questions: SharedQuestions[ServerFacts] = SharedQuestions()

    async def of(self, address: str) -> Sequence[ModelInfo]:
        """Return the models; raise a `ChatError` where the server cannot be asked.

        None are listed by the transformers pipeline, which has the one it was started with.
        """
        server = self._servers.server(address)
        if server is not None and server.wire is WireKind.TEXT_GENERATION:
            return ()
        facts = self._young(address)
        if facts is None:
            facts = await self._questions.answer(address, partial(self._asked, address))
        return [
            ModelInfo(ModelRef(Source.ADDRESS, name, address), _context(facts, name))
            for name in facts.models
        ]

    def _young(self, address: str) -> ServerFacts | None:
        """Return what was learnt lately."""
        asked, facts = self._facts.get(address, (0.0, None))
        return facts if monotonic() - asked <= KEPT_SECONDS else None

    async def _asked(self, address: str) -> ServerFacts:
        """Ask and keep the answer; a server that is loading its model gives it after a while."""
        secret = await self._credentials.for_url(address)
        credential = Credential.for_url(address, secret) if secret else None
        patience = Patience(self._clock, LISTING_LIMIT)
        while True:
            try:
                facts = (await self._probe.ask(address, credential)).facts
            except ChatError as failure:
                pause = patience.pause_after(failure)
                if pause is None:
                    raise
            else:
                self._facts[address] = (monotonic(), facts)
                return facts
            await self._clock.sleep(pause.seconds)


def _context(facts: ServerFacts, name: str) -> int | None:
    """Return the window where it is known: a server's facts hold that of its first model."""
    return facts.context_tokens if facts.models[:1] == (name,) else None
