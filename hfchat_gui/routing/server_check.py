"""Tests a server that a person adds: what it is, and whether it can be chatted with."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

from hfchat_gui.conversation.ports import Credentials, RememberedFacts
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import SERVER_KINDS, Server, ServerReport
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.routing.old_world import check_alive
from hfchat_gui.routing.probe import Probe, Probed


class ServerChecker:
    """Fills `conversation.servers.ServerCheck`. Nothing of any chat is sent."""

    def __init__(
        self, client: HttpClient, credentials: Credentials, facts: RememberedFacts
    ) -> None:
        self._probe = Probe(client)
        self._credentials = credentials
        self._facts = facts

    async def check(self, server: Server, key: Secret | None = None) -> ServerReport:
        """Ask anew, with `key` or else the one for its address, and remember what it is.

        Raises a `ChatError` with the cause where it cannot be used; what was known of it is then
        forgotten. The facts are what the server showed, whatever kind it is set to.
        """
        check_alive(server.address)
        secret = key or await self._credentials.for_url(server.address)
        credential = Credential.for_url(server.address, secret) if secret else None
        await self._facts.forget(server.address)
        began = monotonic()
        probed = await self._probe.ask(server.address, credential)
        seconds = monotonic() - began
        if probed.is_complete:
            await self._facts.remember(server.address, probed.facts)
        notes = _notes(server, probed, has_key=credential is not None)
        return ServerReport(probed.facts, seconds, tuple(notes))


def _notes(server: Server, probed: Probed, *, has_key: bool) -> Iterator[str]:
    facts = probed.facts
    is_chat = facts.wire is WireKind.CHAT_COMPLETIONS
    if not is_chat:
        yield "It answers all at once; there is no stream."
    elif not facts.models:
        yield "It lists no models. Type the model's name where it needs one."
    if not probed.is_complete:
        yield "Some of its routes stayed silent, so this is a guess."
    if has_key:
        yield "The key for this address went along."
    else:
        yield "Its answer came without a key."
    if server.kind and server.kind != (facts.server or "openai"):
        yield _contradiction(server, facts)


def _contradiction(server: Server, facts: ServerFacts) -> str:
    kind = SERVER_KINDS.get(server.kind, server.kind)
    shown = SERVER_KINDS.get(facts.server)
    says = f"it shows itself to be {shown}" if shown else "it does not say what kind it is"
    return f"You set this server to {kind}, but {says}. It is used as you set it."
