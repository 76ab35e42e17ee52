"""The one list of what can go wrong, a class for each thing that a person can do about it.

`kind` is the name that `ask --json` prints and the store keeps. `user_text` is for the person,
`detail` for the log and the card's details: neither holds a key or a prompt.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import ClassVar

from hfchat_gui.conversation.error_record import (
    ADD_TOKEN,
    CHANGE_ADDRESS,
    CHOOSE_MODEL,
    NEW_CHAT,
    OPEN_PROXY,
    OPEN_SETTINGS,
    TRY_AGAIN,
    Action,
    ActionKind,
    ErrorRecord,
)


class Wait(StrEnum):
    """Which kind of waiting may help, and so how often the same is asked again by itself."""

    BUSY = "busy"  # a few times, with growing pauses
    LOADING = "loading"  # as long as loading a model takes
    ONCE = "once"  # one more try, soon
    FLOODED = "flooded"  # a provider that refuses twice may do so for long: another is offered


@dataclass(frozen=True, slots=True)
class Again:
    """That asking again later may help; `after`: the seconds that the server named, or None."""

    wait: Wait
    after: float | None = None


class ChatError(Exception):
    """A failure that the person is told about, with its cause and one next step.

    Each class names its kind and its action; `error_table` gives each kind its heading. A class
    without a kind of its own is told as the one above it. `again` says whether waiting may help.
    """

    kind: ClassVar[str]
    action: Action
    again: Again | None = None

    def __init__(
        self,
        user_text: str,
        *,
        detail: str = "",
        action: Action | None = None,
    ) -> None:
        super().__init__(user_text)
        self.user_text = user_text
        self.detail = detail
        if action is not None:
            self.action = action

    def record(self) -> ErrorRecord:
        """Return this failure as a value to keep."""
        return ErrorRecord(self.kind, self.user_text, self.detail, self.action)


# --- the account ---------------------------------------------------------------------------------


class SignInNeeded(ChatError):
    """No token, or one that the server does not accept (401)."""

    kind = "sign_in"
    action = ADD_TOKEN


class PermissionMissing(ChatError):
    """The token is good but may not do this (403)."""

    kind = "permission"
    action = OPEN_SETTINGS


class LicenceNeeded(ChatError):
    """The model is gated: its licence must be accepted on its page (401, 403)."""

    kind = "licence"
    action = Action(ActionKind.OPEN_PAGE, "Open the model's page", "https://huggingface.co/models")


class PaymentNeeded(ChatError):
    """The account's credits are used up (402)."""

    kind = "payment"
    action = Action(ActionKind.OPEN_PAGE, "Open billing", "https://huggingface.co/settings/billing")


class KeyUnprotected(ChatError):
    """A key would go over plain http to a server that is not near, and nobody agreed to that."""

    kind = "unprotected"
    action = OPEN_SETTINGS  # which its raiser replaces by `ALLOW_PLAIN_HTTP` and the address


class TokenMalformed(ChatError):
    """What was typed or found is not a token; the text is never echoed."""

    kind = "token"
    action = OPEN_SETTINGS


class KeyringUnavailable(ChatError):
    """The system keyring is absent, locked or does not answer."""

    kind = "keyring"
    action = OPEN_SETTINGS


# --- the server ----------------------------------------------------------------------------------


class RateLimited(ChatError):
    """Too many requests (429)."""

    kind = "rate_limited"
    action = TRY_AGAIN


class ServerBusy(ChatError):
    """The server is loading, waking or overloaded (503): waiting helps."""

    kind = "busy"
    action = TRY_AGAIN


class EndpointPaused(ChatError):
    """The endpoint is paused: no waiting wakes it, only its owner does."""

    kind = "paused"
    action = Action(ActionKind.OPEN_PAGE, "Open your endpoints", "https://endpoints.huggingface.co")


class ProviderUnavailable(ChatError):
    """One provider of the router does not serve the model, or takes no more requests."""

    kind = "provider"
    action = Action(ActionKind.CHOOSE_MODEL, "Choose another provider")


class ServerFailed(ChatError):
    """The server broke (500, 502, 504) or reported an error in mid-stream."""

    kind = "server"
    action = TRY_AGAIN


class RequestRefused(ChatError):
    """The server does not accept this request (400, 413, 415, 422)."""

    kind = "refused"
    action = CHOOSE_MODEL


class TemplateRefused(ChatError):
    """The model's chat template does not take these turns: their roles, or their order."""

    kind = "template"
    action = NEW_CHAT


class ModelCannotChat(ChatError):
    """The model is there but not for chats: a base model, an embedder, another task."""

    kind = "no_chat_model"
    action = CHOOSE_MODEL


class PromptTooLong(ChatError):
    """The conversation does not fit the model's window: numbers of tokens, where the server named
    them.
    """

    kind = "too_long"
    action = NEW_CHAT

    def __init__(
        self,
        user_text: str,
        *,
        detail: str = "",
        action: Action | None = None,
        prompt_tokens: int | None = None,
        window_tokens: int | None = None,
    ) -> None:
        super().__init__(user_text, detail=detail, action=action)
        self.prompt_tokens = prompt_tokens
        self.window_tokens = window_tokens

    def record(self) -> ErrorRecord:
        """Return this failure as a value to keep, with its numbers."""
        numbers = (self.prompt_tokens, self.window_tokens)
        return replace(super().record(), prompt_tokens=numbers[0], window_tokens=numbers[1])


class ModelUnknown(ChatError):
    """The server or the router does not serve this model."""

    kind = "model"
    action = CHOOSE_MODEL


class NotAChatServer(ChatError):
    """Something answers at the address, but not with a chat (HTML, 404, another protocol)."""

    kind = "not_a_chat_server"
    action = CHANGE_ADDRESS


class EmptyAnswer(ChatError):
    """The server ended the reply without a word of text."""

    kind = "empty"
    action = TRY_AGAIN


class Interrupted(ChatError):
    """The reply was cut before its end."""

    kind = "interrupted"
    action = TRY_AGAIN


# --- the way there -------------------------------------------------------------------------------


class BadAddress(ChatError):
    """What was typed cannot be an address."""

    kind = "address"
    action = CHANGE_ADDRESS


class Unreachable(ChatError):
    """No connection: refused, no such host, reset, no network."""

    kind = "unreachable"
    action = TRY_AGAIN


class ProxyFailed(Unreachable):
    """The proxy on the way cannot be used or reached, or lets nothing through."""

    kind = "proxy"
    action = OPEN_PROXY


class ProxySignInNeeded(ProxyFailed):
    """The proxy on the way asks for a name and a password (407)."""

    kind = "proxy_sign_in"
    action = OPEN_PROXY


class TimedOut(ChatError):
    """The server was silent for too long."""

    kind = "timeout"
    action = TRY_AGAIN


class CertificateRefused(ChatError):
    """The server's certificate cannot be trusted."""

    kind = "certificate"
    action = CHANGE_ADDRESS


# --- this computer -------------------------------------------------------------------------------


class ModelFileMissing(ChatError):
    """The model file is not where the program looks for it."""

    kind = "model_missing"
    action = CHOOSE_MODEL


class ModelFileDamaged(ChatError):
    """The model file is a GGUF, but is cut short or broken inside."""

    kind = "model_damaged"
    action = CHOOSE_MODEL


class NotAModelFile(ChatError):
    """The file is not a GGUF at all."""

    kind = "model_format"
    action = CHOOSE_MODEL


class NotEnoughMemory(ChatError):
    """The model does not fit into this computer's free memory."""

    kind = "memory"
    action = TRY_AGAIN


class EngineFailed(ChatError):
    """The embedded engine did not start, or ended by itself."""

    kind = "engine"
    action = TRY_AGAIN


class StorageFailed(ChatError):
    """The chat could not be written to disk or read from it."""

    kind = "storage"
    action = TRY_AGAIN


class FolderInUse(StorageFailed):
    """Another HF Chat holds the data folder."""

    kind = "in_use"
    action = TRY_AGAIN


class InternalFault(ChatError):
    """A fault of this program: reported, logged, and the chat is kept."""

    kind = "internal"
    action = TRY_AGAIN

    def record(self) -> ErrorRecord:
        """Return this failure as a value to keep, with a report of it to copy."""
        what = f"{self.kind}: {self.detail}".removesuffix(": ")
        report = Action(ActionKind.COPY_REPORT, "Copy a report", what)
        return replace(super().record(), other_action=report)
