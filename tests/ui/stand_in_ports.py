"""What fills the window's ports in these tests: plain objects that keep what they are told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import urlsplit

from hfchat_gui.conversation.choices import ColourScheme, PanelChoice, SendKey, WindowPlace
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.errors import BadAddress, ChatError, StorageFailed, TokenMalformed
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef, Source, is_model_id
from hfchat_gui.conversation.origin import without_login
from hfchat_gui.conversation.ports import FoundToken, RouterModels, TokenStatus, TypedModel
from hfchat_gui.conversation.proxy import ProxyChoice
from hfchat_gui.conversation.request import SamplingOptions
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import Server, ServerReport
from hfchat_gui.network.proxies import taken_apart

LOCAL = ModelRef(Source.LOCAL, "SmolLM2-135M-Instruct")


class PlainCatalogue:
    """One local model; addresses need a scheme or a known host."""

    def __init__(self) -> None:
        self.times_asked = 0
        self.times_router_asked = 0
        self.of_router = RouterModels()
        self.of_servers: dict[str, Sequence[ModelInfo] | ChatError] = {}

    def local_models(self) -> Sequence[ModelInfo]:
        """Name the starter model."""
        self.times_asked += 1
        return [ModelInfo(LOCAL, 8192)]

    async def router_models(self, *, fresh: bool = False) -> RouterModels:
        """Give the list that a test wrote."""
        self.times_router_asked += 1
        return self.of_router

    async def server_models(self, address: str) -> Sequence[ModelInfo]:
        """Give the models that a test wrote, or its error."""
        found = self.of_servers.get(address, [])
        if isinstance(found, ChatError):
            raise found
        return found

    def typed(self, text: str, name: str = "") -> TypedModel:
        """Read an id, else an address."""
        if is_model_id(text):
            return TypedModel(ModelRef(Source.ROUTER, text))
        key = without_login(text)[1]
        note = "The password is taken out." if key else ""
        return TypedModel(ModelRef(Source.ADDRESS, name, self.address(text)), note, key)

    def address(self, text: str) -> str:
        """Complete or refuse."""
        text = without_login(text)[0]
        url = text if "://" in text else f"http://{text}"
        if urlsplit(url).scheme not in ("http", "https"):
            raise BadAddress("An address starts with http:// or https://. Type it again.")
        return url.rstrip("/")


@dataclass
class PlainPreferences:
    """Kept in this object."""

    last_model: ModelRef | None = None
    router_models: list[str] = field(default_factory=list)
    allowed: set[str] = field(default_factory=set)
    unprotected: set[str] = field(default_factory=set)
    colour_scheme: ColourScheme = ColourScheme.SYSTEM
    text_size: int = 100
    send_key: SendKey = SendKey.ENTER
    sampling: SamplingOptions = field(default_factory=SamplingOptions)
    window_place: WindowPlace | None = None
    side_panel: PanelChoice = field(default_factory=PanelChoice)
    bill_to: str = ""

    def set_bill_to(self, organisation: str) -> None:
        """Choose."""
        self.bill_to = organisation

    def set_colour_scheme(self, scheme: ColourScheme) -> None:
        """Choose."""
        self.colour_scheme = scheme

    def set_text_size(self, percent: int) -> None:
        """Choose."""
        self.text_size = percent

    def set_send_key(self, key: SendKey) -> None:
        """Choose."""
        self.send_key = key

    def set_sampling(self, sampling: SamplingOptions) -> None:
        """Choose."""
        self.sampling = sampling

    def set_side_panel(self, choice: PanelChoice) -> None:
        """Remember."""
        self.side_panel = choice

    def set_window_place(self, place: WindowPlace) -> None:
        """Remember."""
        self.window_place = place

    def set_last_model(self, ref: ModelRef) -> None:
        """Remember."""
        self.last_model = ref

    def remember_router_model(self, name: str) -> None:
        """Remember."""
        self.router_models = [name, *(row for row in self.router_models if row != name)]

    def token_allowed(self, address: str) -> bool:
        """Say."""
        return address in self.allowed

    def allow_token(self, address: str, allowed: bool) -> None:
        """Agree or withdraw."""
        (self.allowed.add if allowed else self.allowed.discard)(address)

    def unprotected_allowed(self, address: str) -> bool:
        """Say."""
        return address in self.unprotected

    def allow_unprotected(self, address: str, allowed: bool) -> None:
        """Agree or withdraw."""
        (self.unprotected.add if allowed else self.unprotected.discard)(address)


class PlainTokens:
    """A keeper that needs no keyring."""

    def __init__(self, *found: FoundToken) -> None:
        self.now = TokenStatus(present=False)
        self.found_tokens = found
        self.saved: list[str] = []
        self.gate: asyncio.Event | None = None

    @property
    def expected(self) -> bool:
        """Say."""
        return self.now.present

    async def status(self) -> TokenStatus:
        """Say."""
        if self.gate is not None:
            await self.gate.wait()
        return self.now

    async def save(self, text: str) -> TokenStatus:
        """Check and keep."""
        if not text.strip().startswith("hf_"):
            raise TokenMalformed("That is not a Hugging Face token: they start with hf_.")
        self.saved.append(text)
        return self._kept(text.strip()[-4:])

    async def remove(self) -> TokenStatus:
        """Remove."""
        self.now = TokenStatus(present=False)
        return self.now

    async def found(self) -> Sequence[FoundToken]:
        """List those that are not kept already."""
        return [one for one in self.found_tokens if one.ending != self.now.ending]

    async def adopt(self, found: FoundToken) -> TokenStatus:
        """Keep a found one."""
        return self._kept(found.ending)

    def _kept(self, ending: str) -> TokenStatus:
        self.now = replace(self.now, present=True, kept=not self.now.problem, ending=ending)
        return self.now


class PlainDrafts:
    """Kept in this object."""

    def __init__(self) -> None:
        self.kept: dict[str, Draft] = {}
        self.error: StorageFailed | None = None

    async def ids(self) -> frozenset[str]:
        """Give the chats with a draft."""
        if self.error is not None:
            raise self.error
        return frozenset(key for key, draft in self.kept.items() if not draft.is_empty)

    async def draft(self, conversation_id: str) -> Draft:
        """Give the draft."""
        if self.error is not None:
            raise self.error
        return self.kept.get(conversation_id, Draft())

    async def keep(self, conversation_id: str, draft: Draft) -> None:
        """Keep it."""
        if self.error is not None:
            raise self.error
        self.kept[conversation_id] = draft


class PlainServers:
    """A list in this object."""

    def __init__(self, *servers: Server) -> None:
        self.all: list[Server] = list(servers)
        self.typed: dict[str, list[str]] = {}

    def server(self, address: str) -> Server | None:
        """Find one."""
        return next((one for one in self.all if one.address == address), None)

    def put(self, server: Server, *, instead_of: str = "") -> None:
        """Add or change one."""
        gone = (server.address, instead_of)
        self.all = [server, *(one for one in self.all if one.address not in gone)]

    def remove(self, address: str) -> None:
        """Drop one."""
        self.all = [one for one in self.all if one.address != address]

    def typed_models(self, address: str) -> Sequence[str]:
        """Name them."""
        return self.typed.get(address, [])

    def remember_model(self, address: str, name: str) -> None:
        """Remember."""
        if self.server(address):
            others = [known for known in self.typed_models(address) if known != name]
            self.typed[address] = [name, *others]


class PlainServerKeys:
    """Keys in this object; they need eight characters."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.problem = ""  # why the keyring keeps none

    async def status(self, address: str) -> TokenStatus:
        """Say."""
        key = self.kept.get(address, "")
        is_kept = bool(key) and not self.problem
        return TokenStatus(bool(key), is_kept, key[-4:], self.problem if key else "")

    def typed(self, address: str, text: str) -> Secret:
        """Check."""
        if len(text) < 8:
            raise TokenMalformed("The key is too short. Copy it whole.")
        return Secret(text)

    async def save(self, address: str, text: str) -> TokenStatus:
        """Keep."""
        self.kept[address] = self.typed(address, text).reveal()
        return await self.status(address)

    async def remove(self, address: str) -> TokenStatus:
        """Drop."""
        self.kept.pop(address, None)
        return TokenStatus(False)


class PlainProxy:
    """A choice in this object; addresses are read as the program reads them."""

    def __init__(self) -> None:
        self.choice = ProxyChoice()
        self.password = ""
        self.problem = ""  # why the keyring keeps none

    async def status(self) -> TokenStatus:
        """Say."""
        present = bool(self.password)
        is_kept = present and not self.problem
        return TokenStatus(present, is_kept, problem=self.problem if present else "")

    async def save(self, choice: ProxyChoice, password: str | None = None) -> TokenStatus:
        """Keep."""
        apart = taken_apart(choice)
        self.choice = apart.choice
        if password is None and apart.password is not None:
            password = apart.password.reveal()
        self.password = self.password if password is None else password
        return await self.status()


class PlainServerCheck:
    """Reports what a test wrote, or its error."""

    def __init__(self) -> None:
        self.checked: list[Server] = []
        self.keys: list[Secret | None] = []  # that went along though they are not kept
        self.error: ChatError | None = None
        self.gate: asyncio.Event | None = None

    async def check(self, server: Server, key: Secret | None = None) -> ServerReport:
        """Report."""
        self.keys.append(key)
        self.checked.append(server)
        if self.gate is not None:
            await self.gate.wait()
        if self.error is not None:
            raise self.error
        facts = ServerFacts(WireKind.CHAT_COMPLETIONS, server.address, "vllm", ("org/one",))
        return ServerReport(facts, 0.2)
