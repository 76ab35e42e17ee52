"""The written table of what can go wrong: each error's kind, its cause in a few words, its action.

There is no row for the rest: a class of `errors` without a row fails the tests. The sentence of one
failure and its action come with the error. A class elsewhere that narrows one of these, as for what
a server answered, has no kind of its own on purpose: the person can do the same about both.

A card has one step. A second one has a chat that is too long (leave out turns, or a new chat), a
fault of this program (a report), and a refusal that names how long to wait beside another step.
"""

from __future__ import annotations

from dataclasses import dataclass

from hfchat_gui.conversation import errors
from hfchat_gui.conversation.error_record import Action
from hfchat_gui.conversation.errors import ChatError


@dataclass(frozen=True, slots=True)
class ErrorRow:
    """One class of errors and the heading of its card: the cause in the person's words."""

    error: type[ChatError]
    heading: str

    @property
    def kind(self) -> str:
        """The name that is kept and printed."""
        return self.error.kind

    @property
    def action(self) -> Action:
        """The one step that is offered where the failure at hand names no better one."""
        return self.error.action


ERROR_TABLE = (
    ErrorRow(errors.SignInNeeded, "A token or key is needed"),
    ErrorRow(errors.PermissionMissing, "This is not permitted"),
    ErrorRow(errors.LicenceNeeded, "The model's licence is not accepted"),
    ErrorRow(errors.PaymentNeeded, "The account has no credit left"),
    ErrorRow(errors.KeyUnprotected, "Send the key unprotected?"),
    ErrorRow(errors.TokenMalformed, "This is not a token"),
    ErrorRow(errors.KeyringUnavailable, "The keyring cannot be used"),
    ErrorRow(errors.RateLimited, "The server gets too many requests"),
    ErrorRow(errors.ServerBusy, "The server is not ready"),
    ErrorRow(errors.EndpointPaused, "The endpoint is paused"),
    ErrorRow(errors.ProviderUnavailable, "The provider cannot answer"),
    ErrorRow(errors.ServerFailed, "The server failed"),
    ErrorRow(errors.RequestRefused, "The server refused the request"),
    ErrorRow(errors.TemplateRefused, "The model takes no such turns"),
    ErrorRow(errors.ModelCannotChat, "The model cannot chat"),
    ErrorRow(errors.PromptTooLong, "The chat is too long for the model"),
    ErrorRow(errors.ModelUnknown, "The model is not served there"),
    ErrorRow(errors.NotAChatServer, "There is no chat server at this address"),
    ErrorRow(errors.EmptyAnswer, "The answer is empty"),
    ErrorRow(errors.Interrupted, "The reply was cut short"),
    ErrorRow(errors.BadAddress, "The address is not valid"),
    ErrorRow(errors.Unreachable, "The server cannot be reached"),
    ErrorRow(errors.ProxyFailed, "The proxy does not let this through"),
    ErrorRow(errors.ProxySignInNeeded, "The proxy asks for a sign-in"),
    ErrorRow(errors.TimedOut, "The server does not answer"),
    ErrorRow(errors.CertificateRefused, "The server cannot be trusted"),
    ErrorRow(errors.ModelFileMissing, "The model file is missing"),
    ErrorRow(errors.ModelFileDamaged, "The model file is damaged"),
    ErrorRow(errors.NotAModelFile, "This is not a model file"),
    ErrorRow(errors.NotEnoughMemory, "There is not enough memory"),
    ErrorRow(errors.EngineFailed, "The engine on this computer failed"),
    ErrorRow(errors.StorageFailed, "The chat is not on disk"),
    ErrorRow(errors.FolderInUse, "Another HF Chat has the chats open"),
    ErrorRow(errors.InternalFault, "HF Chat made a mistake"),
)

_HEADINGS = {row.kind: row.heading for row in ERROR_TABLE}


def heading(kind: str) -> str:
    """Return what a card says above its message, "" for a kind of a later version."""
    return _HEADINGS.get(kind, "")
