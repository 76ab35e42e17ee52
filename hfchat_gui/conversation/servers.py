"""The servers that a person has added, and what can be asked of them: values and protocols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from hfchat_gui.conversation.ports import TokenStatus
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret

SERVER_KINDS = {
    "tgi": "Text Generation Inference",
    "vllm": "vLLM",
    "llama.cpp": "llama.cpp",
    "ollama": "Ollama",
    "lmstudio": "LM Studio",
    "transformers-serve": "transformers serve",
    "toolkit": "transformers pipeline (no stream)",
    "openai": "another chat completions server",
}
"""The kinds that a server can be set to, with their names; those of `ServerFacts.server`.

"openai" is a server of which only the protocol is known: `ServerFacts.server` is "" for it.
"""


def wire_of(kind: str) -> WireKind:
    """Return the protocol that servers of this kind speak."""
    return WireKind.TEXT_GENERATION if kind == "toolkit" else WireKind.CHAT_COMPLETIONS


@dataclass(frozen=True, slots=True)
class Server:
    """A server in the person's list; `address` is its base URL and tells it from the others.

    `kind` is a key of `SERVER_KINDS` where the person set it, "" where the probe is to find it.
    """

    name: str
    address: str
    kind: str = ""

    @property
    def wire(self) -> WireKind | None:
        """The protocol that the set kind speaks, or None where none is set."""
        return wire_of(self.kind) if self.kind else None


@dataclass(frozen=True, slots=True)
class ServerReport:
    """What a test of a server found. `seconds` is how long it took; `notes` are sentences."""

    facts: ServerFacts
    seconds: float
    notes: tuple[str, ...] = ()


class Servers(Protocol):
    """The list of servers."""

    @property
    def all(self) -> Sequence[Server]:
        """Every server, the one added last first."""
        ...

    def server(self, address: str) -> Server | None:
        """Return the server at this base URL, or None."""
        ...

    def put(self, server: Server, *, instead_of: str = "") -> None:
        """Add a server or change the one at its address; raise `BadAddress` for none.

        `instead_of`: the address under which it was known before.
        """
        ...

    def remove(self, address: str) -> None:
        """Drop a server from the list, and the consent that was given for it; its key stays until
        `ServerKeys.remove`.
        """
        ...

    def typed_models(self, address: str) -> Sequence[str]:
        """Return the model names that were typed for this server, newest first."""
        ...

    def remember_model(self, address: str, name: str) -> None:
        """Put a typed model name at the head of that list, where the server is in the list."""
        ...


class ServerKeys(Protocol):
    """The key of each server, in the system's keyring, bound to its scheme, host and port."""

    async def status(self, address: str) -> TokenStatus:
        """Say whether there is a key for this address and whether it is kept."""
        ...

    def typed(self, address: str, text: str) -> Secret:
        """Return a key for this address as it would be kept; raise `TokenMalformed` for none."""
        ...

    async def save(self, address: str, text: str) -> TokenStatus:
        """Check and keep a key; raise `TokenMalformed` without echoing it."""
        ...

    async def remove(self, address: str) -> TokenStatus:
        """Remove the key from the keyring and from this run."""
        ...


class ServerCheck(Protocol):
    """Asks a server what it is, and whether it can be chatted with."""

    async def check(self, server: Server, key: Secret | None = None) -> ServerReport:
        """Ask anew, with its key; raise a `ChatError` with the cause where it cannot be used.

        `key` goes in place of the one that is kept, and is not kept itself.
        """
        ...
