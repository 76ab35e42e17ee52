"""What is known of each address: asked once, kept for a day, corrected by what replies teach."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from time import monotonic, time

from hfchat_gui.conversation.ports import RememberedFacts
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.probe import Probe
from hfchat_gui.routing.shared_questions import SharedQuestions

FRESH_SECONDS = 24 * 3600.0
"""How long what was learnt of an address is taken for granted; then it is asked again."""

ASSUMED_SECONDS = 600.0
"""How long a guess about a server that left questions unanswered spares it further ones."""


class AddressMemory:
    """Remembers what addresses are, and asks those of which it knows nothing."""

    def __init__(self, client: HttpClient, facts: RememberedFacts) -> None:
        self._facts = facts
        self._probe = Probe(client)
        self._assumed: dict[str, tuple[float, ServerFacts]] = {}
        self._questions: SharedQuestions[ServerFacts] = SharedQuestions()

    async def known(self, address: str) -> ServerFacts | None:
        """Return what is known and young enough, or None."""
        facts = await self._facts.facts(address)
        if facts is not None and abs(time() - facts.learnt) <= FRESH_SECONDS:
            return facts
        learnt, assumed = self._assumed.get(address, (0.0, None))
        return assumed if monotonic() - learnt <= ASSUMED_SECONDS else None

    async def ask(self, address: str, credential: Credential | None) -> ServerFacts:
        """Ask the address what it is and keep that; raise a `ChatError` where it is no chat.

        Those who ask at once with the same key share one question.
        """
        key = hash(credential.secret.forms()) if credential else None  # told apart, not held
        ask = partial(self._ask, address, credential)
        return await self._questions.answer((address, key), ask)

    def assume(self, address: str, facts: ServerFacts) -> None:
        """Take this for granted for a while, without keeping it."""
        self._assumed[address] = (monotonic(), facts)

    async def forget(self, address: str) -> None:
        """Drop what is known of the address."""
        self._assumed.pop(address, None)
        await self._facts.forget(address)

    async def learn_shape(
        self, address: str, facts: ServerFacts, wire: WireKind, *, takes_text: bool
    ) -> None:
        """Keep in which shape the address takes a conversation; `facts`: what was known of it."""
        now = await self._newest(address, facts)
        await self._keep(address, replace(now, wire=wire, takes_text=takes_text))

    async def learn_refused(self, address: str, facts: ServerFacts, names: tuple[str, ...]) -> None:
        """Keep which request fields the address does not know."""
        now = await self._newest(address, facts)
        await self._keep(address, replace(now, refused=names))

    async def learn_strict(self, address: str, facts: ServerFacts, model: str) -> None:
        """Keep that this model's template takes question and answer only, strictly in turn."""
        now = await self._newest(address, facts)
        names = dict.fromkeys((*now.strict, model))
        await self._keep(address, replace(now, strict=tuple(names)))

    async def _ask(self, address: str, credential: Credential | None) -> ServerFacts:
        probed = await self._probe.ask(address, credential)
        if probed.is_complete:
            await self._facts.remember(address, probed.facts)
        else:
            self.assume(address, probed.facts)
        return probed.facts

    async def _newest(self, address: str, facts: ServerFacts) -> ServerFacts:
        return await self.known(address) or facts

    async def _keep(self, address: str, facts: ServerFacts) -> None:
        await self._facts.remember(address, replace(facts, learnt=facts.learnt or time()))
