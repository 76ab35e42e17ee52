"""Builds the core from its parts, for the window and for the command line alike; no Qt."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from hfchat_gui.assembly.foundation import Foundation
from hfchat_gui.assembly.late_wire import LateWire
from hfchat_gui.conversation.chats import Chats
from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.ports import ConversationLibrary, Credentials, Router, TypedModel
from hfchat_gui.conversation.secret import Secret, check_secret
from hfchat_gui.conversation.tasks import Report
from hfchat_gui.local.listing import STARTER_FILE
from hfchat_gui.local.models import model_folders
from hfchat_gui.network.addresses import Address, read_address
from hfchat_gui.network.proxies import no_proxy_note, taken_apart
from hfchat_gui.routing.catalogue import Catalogue
from hfchat_gui.routing.clock import Clock
from hfchat_gui.routing.hub import router_address
from hfchat_gui.routing.old_world import modern_ref
from hfchat_gui.settings.agreements import AgreedCredentials
from hfchat_gui.settings.given_key import GivenKey
from hfchat_gui.settings.paths import Paths
from hfchat_gui.settings.preferences import PreferencesFile
from hfchat_gui.settings.proxy_keeper import ProxyVault
from hfchat_gui.settings.server_keys import ServerKeyVault
from hfchat_gui.settings.servers import ServerList
from hfchat_gui.settings.system_keyring import SystemKeyring
from hfchat_gui.settings.tokens import TokenVault
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.drafts import DraftStore
from hfchat_gui.store.facts import ServerFactsStore

KEY_VARIABLE = "HFCHAT_API_KEY"
"""Holds the key for the address on the command line, where that has no password in it."""

LOCAL = "local"
"""The model reference that means the model on this computer."""


@dataclass(frozen=True, slots=True)
class Core:
    """The parts that a front end needs."""

    paths: Paths
    preferences: PreferencesFile
    tokens: TokenVault
    servers: ServerList
    server_keys: ServerKeyVault
    proxy: ProxyVault
    catalogue: Catalogue
    database: Database
    store: ConversationStore
    drafts: DraftStore
    wire: LateWire
    chats: Chats

    @property
    def network_note(self) -> str:
        """What the person should know of the way to other computers, "" where it is in order."""
        return no_proxy_note(os.environ, self.proxy.choice)

    async def aclose(self) -> None:
        """End replies, then engines and connections beside each other, then close the database."""
        async with AsyncExitStack() as stack:
            stack.push_async_callback(self.database.aclose)
            stack.push_async_callback(self._let_go)
            stack.push_async_callback(self.chats.aclose)

    async def _let_go(self) -> None:
        flushed = asyncio.to_thread(self.preferences.flush)
        await asyncio.gather(self.wire.aclose(), flushed)


def assemble(
    report: Report,
    *,
    endpoint: str | None = None,
    also_found: bool = False,
    clock: Clock | None = None,
) -> Core:
    """Build the core; nothing is opened, started or sent yet.

    `endpoint`: an address given on the command line. `also_found`: use a token that other tools
    left. `clock`: the time that waits are measured by. Raises a `ChatError` where there is no home
    folder, or the address or its key cannot be.
    """
    paths = Paths.find()
    preferences, keyring = PreferencesFile(paths.preferences_file), SystemKeyring()
    tokens = TokenVault(preferences, paths.hf_token_file, keyring=keyring, also_found=also_found)
    servers, keys = ServerList(preferences), ServerKeyVault(preferences, tokens, keyring)
    router_at = router_address(os.environ)
    credentials = _credentials(keys, endpoint, router_at, preferences)
    proxy = ProxyVault(preferences, keyring, taken_apart)
    database = Database(paths.data)
    store = ConversationStore(database)
    wire = LateWire(
        Foundation(
            credentials,
            ServerFactsStore(database),
            servers,
            proxy,
            paths,
            router_at.base,
            report,
            clock or Clock(),
            lambda: preferences.bill_to,
        )
    )
    catalogue = Catalogue(model_folders(paths.data), wire, wire)
    return Core(
        paths,
        preferences,
        tokens,
        servers,
        keys,
        proxy,
        catalogue,
        database,
        store,
        DraftStore(database),
        wire,
        _chats(wire, store, catalogue, preferences, report),
    )


def _chats(
    router: Router,
    store: ConversationStore,
    catalogue: Catalogue,
    preferences: PreferencesFile,
    report: Report,
) -> Chats:
    return Chats(
        router,
        store,
        store,
        _default_model(catalogue, preferences),
        report,
        default_sampling=lambda: preferences.sampling,
        modern=modern_ref,
    )


@asynccontextmanager
async def library() -> AsyncGenerator[ConversationLibrary]:
    """Open what is kept for reading, beside a running program and without changing anything."""
    database = Database(Paths.find().data)
    try:
        yield ConversationStore(database)
    finally:
        await database.aclose()


def chosen_model(core: Core, name: str | None, endpoint: str | None) -> TypedModel:
    """Return the model that `--model` and `--endpoint` mean, with a note where it was replaced.

    With an address, `name` is sent to it; without one it is `local`, the name of a model on this
    computer, or a Hugging Face model id. Raises `BadAddress`.
    """
    if endpoint is not None:
        return core.catalogue.typed_address(endpoint, name or "")
    if name is None or name == LOCAL:
        return TypedModel(local_model(core.catalogue))
    local = (info.ref for info in core.catalogue.local_models() if info.ref.name == name)
    return TypedModel(next(local, ModelRef(Source.ROUTER, name)))


def local_model(catalogue: Catalogue) -> ModelRef:
    """Return the first model on this computer, or the starter model where there is none."""
    found = catalogue.local_models()
    return found[0].ref if found else ModelRef(Source.LOCAL, STARTER_FILE.removesuffix(".gguf"))


def _credentials(
    others: Credentials, endpoint: str | None, router: Address, preferences: PreferencesFile
) -> Credentials:
    """Return what gives keys out: those given for this run first, each with its agreement."""
    if router.key is not None:
        others = GivenKey(router.base, router.key, others)
    if endpoint is not None:
        address = read_address(endpoint)
        key = address.key or _key_from_environment()
        others = GivenKey(address.base, key, others) if key else others
    return AgreedCredentials(others, preferences, os.environ)


def _key_from_environment() -> Secret | None:
    key = os.environ.get(KEY_VARIABLE, "").strip()
    if not key:
        return None
    if problem := check_secret(key):
        raise TokenMalformed(f"The key in {KEY_VARIABLE} {problem}. Correct it and start again.")
    return Secret(key)


def _default_model(catalogue: Catalogue, preferences: PreferencesFile) -> Callable[[], ModelRef]:
    return lambda: preferences.last_model or local_model(catalogue)
