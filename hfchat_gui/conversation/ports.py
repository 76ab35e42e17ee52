"""What the core asks of others: protocols that other folders fill and `assembly` hands over."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from hfchat_gui.conversation.choices import ColourScheme, PanelChoice, SendKey, WindowPlace
from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.error_record import ErrorRecord
from hfchat_gui.conversation.message import Message
from hfchat_gui.conversation.model_ref import ModelInfo, ModelRef
from hfchat_gui.conversation.proxy import ProxyChoice
from hfchat_gui.conversation.records import (
    ConversationDetails,
    ConversationSummary,
    StoredConversation,
)
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.request import ChatRequest, SamplingOptions
from hfchat_gui.conversation.route import Route, ServerFacts
from hfchat_gui.conversation.secret import Secret


class Backend(Protocol):
    """Speaks one protocol to one server."""

    def reply(self, request: ChatRequest) -> AsyncGenerator[ReplyEvent, None]:
        """Yield the reply as it arrives; end after `ReplyFinished` or raise a `ChatError`.

        The opener closes it (`contextlib.aclosing`); closing or cancelling ends the request.
        """
        ...


@dataclass(frozen=True, slots=True)
class Decision:
    """A route and the backend that follows it."""

    route: Route
    backend: Backend


class Router(Protocol):
    """Finds the backend that serves a model."""

    async def route(self, model: ModelRef) -> Decision:
        """Decide for `model`, asking an unknown address once; raise a `ChatError` if none can."""
        ...


class ConversationWriter(Protocol):
    """Puts conversations on disk. Every failure is a `StorageFailed`."""

    async def save_turn(self, details: ConversationDetails, messages: Sequence[Message]) -> None:
        """Write details and these turns; return once they are durable (fdatasync)."""
        ...

    async def journal(self, conversation_id: str, message: Message) -> None:
        """Append what an open reply grew by to the journal; the session calls it every 200 ms.

        Cheap: only the growth since the last call is written, without a sync.
        """
        ...

    async def settle(self, details: ConversationDetails, message: Message) -> None:
        """Write a reply's last state and drop its journal; return once durable."""
        ...

    async def save_details(self, details: ConversationDetails) -> None:
        """Write title, system prompt, model and the like."""
        ...

    async def bin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Put turns into the bin, where `load` does not see them; return once durable."""
        ...

    async def unbin_turns(self, details: ConversationDetails, message_ids: Sequence[str]) -> None:
        """Bring turns back from the bin; return once durable."""
        ...

    async def bin_conversation(self, conversation_id: str) -> None:
        """Put a conversation into the bin; return once durable. One that was never kept is fine."""
        ...

    async def unbin_conversation(self, conversation_id: str) -> None:
        """Bring a conversation back from the bin; return once durable."""
        ...


class ConversationLibrary(Protocol):
    """Reads conversations: database plus journal, changing nothing."""

    async def summaries(self) -> Sequence[ConversationSummary]:
        """Return all conversations, newest first."""
        ...

    async def load(self, conversation_id: str) -> StoredConversation:
        """Return one conversation; raise `StorageFailed` if it cannot be read."""
        ...


class Drafts(Protocol):
    """What is written but not sent, for each chat; `NEW_CHAT_DRAFT` is the key of the new one."""

    async def ids(self) -> frozenset[str]:
        """Return the chats that have a draft; raise `StorageFailed`."""
        ...

    async def draft(self, conversation_id: str) -> Draft:
        """Return the draft of a chat, an empty one where there is none; raise `StorageFailed`."""
        ...

    async def keep(self, conversation_id: str, draft: Draft) -> None:
        """Keep a draft, or forget an empty one; raise `StorageFailed`."""
        ...


@dataclass(frozen=True, slots=True)
class RouterModels:
    """The models that Hugging Face's router serves, as it listed them at `read_at` (Unix time).

    `problem` says why the list could not be read anew; `models` is then the last one known.
    """

    models: tuple[ModelInfo, ...] = ()
    read_at: float = 0.0
    problem: ErrorRecord | None = None


@dataclass(frozen=True, slots=True)
class TypedModel:
    """What a typed address or model id means; `note` says what was replaced or taken out.

    `key`: what stood in the address and is for this server alone, such as a password.
    """

    ref: ModelRef
    note: str = ""
    key: Secret | None = field(default=None, compare=False)


class ModelCatalogue(Protocol):
    """What the picker offers, and the reading of what is typed into it."""

    def local_models(self) -> Sequence[ModelInfo]:
        """Return the models on this computer's disk; the first one is the default."""
        ...

    async def router_models(self, *, fresh: bool = False) -> RouterModels:
        """Return the router's list: the kept one while it is young, unless `fresh`. Never raises a
        `ChatError`: what fails is in `problem`.
        """
        ...

    async def server_models(self, address: str) -> Sequence[ModelInfo]:
        """Return the models that this server lists; raise a `ChatError` where it cannot be asked.

        What was learnt within the last minutes is not asked again.
        """
        ...

    def address(self, text: str) -> str:
        """Return the base URL that typed text means; raise `BadAddress` with the reason."""
        ...

    def typed(self, text: str, name: str = "") -> TypedModel:
        """Return the model that typed text means, an address or a model id; raise `BadAddress`.

        `name` is the model's name at an address. An address of Hugging Face's old inference host,
        in any form, becomes the same model through the router, with a note.
        """
        ...


class RememberedFacts(Protocol):
    """What was learnt of servers, kept across starts."""

    async def facts(self, address: str) -> ServerFacts | None:
        """Return what is known of the address, or None."""
        ...

    async def remember(self, address: str, facts: ServerFacts) -> None:
        """Keep what was learnt; where nothing may be written, forget it silently."""
        ...

    async def forget(self, address: str) -> None:
        """Drop what is known of the address, so that it is asked again."""
        ...


class Credentials(Protocol):
    """Gives out secrets, each only for the origin it was saved for."""

    async def for_url(self, url: str) -> Secret | None:
        """Return the secret for this URL's scheme, host and port, or None."""
        ...


@dataclass(frozen=True, slots=True)
class FoundToken:
    """A Hugging Face token that another tool left: where it is, and its last four characters."""

    place: str
    ending: str


@dataclass(frozen=True, slots=True)
class TokenStatus:
    """What the settings page shows of the token; never the token itself.

    `problem` is a sentence where the keyring cannot be used and the token lives for this run only.
    """

    present: bool
    kept: bool = False
    ending: str = ""
    problem: str = ""


class TokenKeeper(Protocol):
    """The Hugging Face token in the OS keyring."""

    @property
    def expected(self) -> bool:
        """Whether there should be a token, as far as is known without asking the keyring."""
        ...

    async def status(self) -> TokenStatus:
        """Say whether there is a token and whether it is kept."""
        ...

    async def save(self, text: str) -> TokenStatus:
        """Clean, check and keep a token; raise `TokenMalformed` without echoing it."""
        ...

    async def remove(self) -> TokenStatus:
        """Remove the token from the keyring and from this run."""
        ...

    async def found(self) -> Sequence[FoundToken]:
        """List tokens that other tools left (`HF_TOKEN`, the token file)."""
        ...

    async def adopt(self, found: FoundToken) -> TokenStatus:
        """Keep a found token as ours."""
        ...


class ProxyKeeper(Protocol):
    """Which way leads to other computers, and the password of a proxy named by hand."""

    @property
    def choice(self) -> ProxyChoice:
        """What was chosen last."""
        ...

    async def status(self) -> TokenStatus:
        """Say whether there is a password for the proxy that is named, and whether it is kept."""
        ...

    async def save(self, choice: ProxyChoice, password: str | None = None) -> TokenStatus:
        """Keep a choice; `password`: None leaves it as it is, "" removes it.

        Name and password that stand in the address are taken out of it. Raises `ProxyFailed`,
        and keeps nothing, where a proxy named by hand has no address that can be read.
        """
        ...


class Preferences(Protocol):
    """Small choices that outlive a run."""

    @property
    def last_model(self) -> ModelRef | None:
        """The model chosen last, or None on the first start."""
        ...

    def set_last_model(self, ref: ModelRef) -> None:
        """Remember the model chosen last."""
        ...

    @property
    def router_models(self) -> Sequence[str]:
        """The Hugging Face model ids typed before, newest first."""
        ...

    def remember_router_model(self, name: str) -> None:
        """Put a model id at the head of the list."""
        ...

    @property
    def colour_scheme(self) -> ColourScheme:
        """Light, dark, or as the system has it."""
        ...

    def set_colour_scheme(self, scheme: ColourScheme) -> None:
        """Choose the colours."""
        ...

    @property
    def text_size(self) -> int:
        """The size of text in percent of the system's, from 80 to 200."""
        ...

    def set_text_size(self, percent: int) -> None:
        """Choose the size of text."""
        ...

    @property
    def send_key(self) -> SendKey:
        """The key that sends a message."""
        ...

    def set_send_key(self, key: SendKey) -> None:
        """Choose the key that sends."""
        ...

    @property
    def sampling(self) -> SamplingOptions:
        """How answers are drawn in new chats."""
        ...

    def set_sampling(self, sampling: SamplingOptions) -> None:
        """Choose how answers are drawn in new chats."""
        ...

    @property
    def bill_to(self) -> str:
        """The organisation that pays at Hugging Face in place of the account, or ""."""
        ...

    def set_bill_to(self, organisation: str) -> None:
        """Choose who pays: a name that `is_organisation` lets pass, or ""."""
        ...

    @property
    def side_panel(self) -> PanelChoice:
        """How wide the side panel is, and where it is shown."""
        ...

    def set_side_panel(self, choice: PanelChoice) -> None:
        """Remember how the side panel is."""
        ...

    @property
    def window_place(self) -> WindowPlace | None:
        """Where the window stood when it was closed last, or None."""
        ...

    def set_window_place(self, place: WindowPlace) -> None:
        """Remember where the window stands."""
        ...

    def token_allowed(self, address: str) -> bool:
        """Whether the person agreed to send the Hugging Face token to this address."""
        ...

    def unprotected_allowed(self, address: str) -> bool:
        """Whether the person agreed to send this address's key over plain http."""
        ...

    def allow_unprotected(self, address: str, allowed: bool) -> None:
        """Keep or withdraw that agreement; it is for scheme, host and port."""
        ...

    def allow_token(self, address: str, allowed: bool) -> None:
        """Keep or withdraw that agreement."""
        ...
