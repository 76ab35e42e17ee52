"""The one table from a server's refusal to what the person is told, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hfchat_gui.backends.masking import masked
from hfchat_gui.backends.overflow import prompt_too_long
from hfchat_gui.backends.retry_after import seconds_to_wait, spoken
from hfchat_gui.backends.server_words import ServerWords, read_words, shortened
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import (
    CHANGE_ADDRESS,
    CHOOSE_MODEL,
    NO_ACTION,
    OPEN_SETTINGS,
    TRY_AGAIN,
    Action,
    ActionKind,
    ChatError,
    ModelUnknown,
    NotAChatServer,
    PaymentNeeded,
    PermissionMissing,
    RateLimited,
    RequestRefused,
    ServerBusy,
    ServerFailed,
    SignInNeeded,
)

_NEW_TOKEN = Action(
    ActionKind.OPEN_PAGE,
    "Make such a token",
    "https://huggingface.co/settings/tokens/new"
    "?ownUserPermissions=inference.serverless.write&tokenType=fineGrained",
)


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked for what. `keys` and `turns` are texts that must not be repeated."""

    host: str
    model: str = ""
    is_hugging_face: bool = False
    has_credential: bool = False
    keys: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()

    @property
    def model_name(self) -> str:
        """The model as a person reads it."""
        return self.model or "the model"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal: the status, the server's words, its headers, and who was asked."""

    status: int
    words: ServerWords
    headers: Mapping[str, str]
    asked: Asked

    @property
    def said(self) -> str:
        """The server's words in lower case, with its machine names, to search in."""
        return f"{self.words.text} {self.words.kind}".lower()

    @property
    def wait(self) -> float | None:
        """Seconds the server asks to wait, if it does."""
        return seconds_to_wait(self.headers, self.words.fields)


_Maker = Callable[[Refusal], ChatError]


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the table: a range of status, words that must be found, and the error."""

    status: range
    make: _Maker
    words: re.Pattern[str] | None = None

    def fits(self, refusal: Refusal) -> bool:
        """Whether this line is meant."""
        if refusal.status not in self.status:
            return False
        return self.words is None or self.words.search(refusal.said) is not None


def refusal(status: int, headers: Mapping[str, str], body: bytes, asked: Asked) -> ChatError:
    """Return the error for an answer that is not 200."""
    return _error(
        Refusal(status, read_words(body, headers.get("content-type", "")), headers, asked)
    )


def stream_error(words: ServerWords, headers: Mapping[str, str], asked: Asked) -> ChatError:
    """Return the error for a failure that came inside an answer with status 200."""
    status = words.status or (400 if "invalid_request" in words.kind else 500)
    return _error(Refusal(status, words, headers, asked))


def not_a_chat_server(words: ServerWords, asked: Asked) -> ChatError:
    """Return the error for an answer with status 200 that is no chat at all."""
    what = "a web page" if words.is_page else "something that is no chat reply"
    error = NotAChatServer(
        f"{asked.host} did not answer as a chat server does: it sent {what}. Check the address, "
        "and whether this network wants you to sign in first."
    )
    return _quoting(error, words, asked)


def _error(refusal: Refusal) -> ChatError:
    too_long = prompt_too_long(refusal.words, refusal.asked.host)
    error = too_long or next(row for row in _TABLE if row.fits(refusal)).make(refusal)
    request_id = printable(refusal.headers.get("x-request-id", "")[:80])
    error.detail = f"HTTP {refusal.status} from {refusal.asked.host}" + (
        f", request {request_id}" if request_id else ""
    )
    return _quoting(error, refusal.words, refusal.asked)


def _quoting(error: ChatError, words: ServerWords, asked: Asked) -> ChatError:
    """Add the server's own words after ours."""
    said = "" if words.is_page else shortened(masked(words.text, asked.keys, asked.turns))
    if said:
        error.user_text = f"{error.user_text} The server says: “{said}”"
        error.args = (error.user_text,)
    return error


def _sign_in(refusal: Refusal) -> ChatError:
    asked = refusal.asked
    if asked.is_hugging_face and asked.has_credential:
        return SignInNeeded(
            "Hugging Face does not accept the saved token. Enter a valid one in the settings.",
            action=OPEN_SETTINGS,
        )
    if asked.is_hugging_face:
        return SignInNeeded(
            "Hugging Face wants a token for this. Add yours in the settings, or use the model on "
            "this computer."
        )
    if asked.has_credential:
        return SignInNeeded(
            f"{asked.host} does not accept the key that was sent. Start HF Chat with the right "
            "one in HFCHAT_API_KEY, or change in the model picker whether your Hugging Face token "
            "is sent to this address.",
            action=CHANGE_ADDRESS,
        )
    return SignInNeeded(
        f"{asked.host} wants a key, and none was sent. If it takes Hugging Face tokens, allow "
        "yours for this address in the model picker; otherwise start HF Chat with the key in "
        "HFCHAT_API_KEY.",
        action=CHANGE_ADDRESS,
    )


def _no_credit(refusal: Refusal) -> ChatError:
    if refusal.asked.is_hugging_face:
        return PaymentNeeded(
            "The Hugging Face account has no credit left for this. Buy credit, or use the model "
            "on this computer."
        )
    return PaymentNeeded(
        f"{refusal.asked.host} wants payment first. Check the account there, or choose another "
        "model.",
        action=CHOOSE_MODEL,
    )


def _gated(refusal: Refusal) -> ChatError:
    model = refusal.asked.model_name
    page = f"https://huggingface.co/{refusal.asked.model.partition(':')[0]}"
    return PermissionMissing(
        f"{model} is gated: its licence must be accepted on its page first, with the account that "
        "the token belongs to.",
        action=Action(ActionKind.OPEN_PAGE, "Open the model's page", page),
    )


def _token_may_not(_: Refusal) -> ChatError:
    return PermissionMissing(
        "The Hugging Face token may not call Inference Providers. Make one that has this "
        "permission and enter it in the settings.",
        action=_NEW_TOKEN,
    )


def _forbidden(refusal: Refusal) -> ChatError:
    if refusal.asked.is_hugging_face:
        return PermissionMissing(
            "Hugging Face does not allow this. Check on its pages what the token may do, or enter "
            "another one in the settings."
        )
    return PermissionMissing(
        f"{refusal.asked.host} does not allow this. Check there what the key may do, or choose "
        "another address.",
        action=CHANGE_ADDRESS,
    )


def _model_unknown(refusal: Refusal) -> ChatError:
    asked = refusal.asked
    where = (
        "by Hugging Face or a provider you have enabled"
        if asked.is_hugging_face
        else (f"by {asked.host}")
    )
    return ModelUnknown(f"{asked.model_name} is not served {where}. Choose another model.")


def _no_chat_there(refusal: Refusal) -> ChatError:
    return NotAChatServer(
        f"{refusal.asked.host} has no chat at this address ({refusal.status}). Check the address."
    )


def _gone(refusal: Refusal) -> ChatError:
    return NotAChatServer(
        f"What was at this address of {refusal.asked.host} is gone for good (410). Choose another "
        "model, or change the address.",
        action=CHANGE_ADDRESS,
    )


def _paused(refusal: Refusal) -> ChatError:
    return ServerBusy(
        f"The endpoint at {refusal.asked.host} is paused. Its owner must resume it; then try again."
    )


def _loading(refusal: Refusal) -> ChatError:
    wait = f", which takes about {spoken(refusal.wait)}" if refusal.wait else ""
    return ServerBusy(f"{refusal.asked.host} is still loading the model{wait}. Then try again.")


def _busy(refusal: Refusal) -> ChatError:
    when = f"in about {spoken(refusal.wait)}" if refusal.wait else "in a moment"
    return ServerBusy(f"{refusal.asked.host} is busy or starting. Try again {when}.")


def _too_many(refusal: Refusal) -> ChatError:
    when = f"in about {spoken(refusal.wait)}" if refusal.wait else "in a minute"
    return RateLimited(f"{refusal.asked.host} gets too many requests just now. Try again {when}.")


def _quota(refusal: Refusal) -> ChatError:
    return PaymentNeeded(
        f"The quota at {refusal.asked.host} is used up; waiting does not help. Check the account "
        "there, or choose another model.",
        action=CHOOSE_MODEL,
    )


def _too_big(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"This chat is too large to send to {refusal.asked.host} (413). Start a new chat or "
        "shorten this one.",
        action=Action(ActionKind.NEW_CHAT, "Start a new chat"),
    )


def _no_template(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"{refusal.asked.model_name} at {refusal.asked.host} has no chat template: it completes "
        "text and does not chat. Choose another model."
    )


def _no_system_role(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"{refusal.asked.model_name} at {refusal.asked.host} takes no system prompt. Empty the "
        "system prompt and try again.",
        action=TRY_AGAIN,
    )


def _roles_alternate(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"{refusal.asked.model_name} at {refusal.asked.host} wants question and answer strictly "
        "in turn. Empty the system prompt, or start a new chat.",
        action=Action(ActionKind.NEW_CHAT, "Start a new chat"),
    )


def _refused(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"{refusal.asked.host} does not accept this request ({refusal.status}). Choose another "
        "model, or change what is asked."
    )


def _proxy_password(refusal: Refusal) -> ChatError:
    return PermissionMissing(
        f"The proxy on the way to {refusal.asked.host} wants a user name and password. Put them "
        "into the environment variable that names the proxy, then start HF Chat again.",
        action=NO_ACTION,
    )


def _gateway(refusal: Refusal) -> ChatError:
    return ServerFailed(
        f"The server behind {refusal.asked.host} is down or too slow ({refusal.status}). Try "
        "again in a moment, or choose another model."
    )


def _failed(refusal: Refusal) -> ChatError:
    return ServerFailed(
        f"{refusal.asked.host} failed while answering ({refusal.status}). Try again, or choose "
        "another model."
    )


def _unexpected(refusal: Refusal) -> ChatError:
    return NotAChatServer(
        f"{refusal.asked.host} gave an answer that no chat server gives ({refusal.status}). Check "
        "the address."
    )


def _status(first: int, last: int | None = None) -> range:
    return range(first, (last or first) + 1)


def _said(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


# The first line that fits counts; a line with words stands above the one for its status alone.
_TABLE = (
    _Row(_status(401), _gated, _said(r"\bgated\b|is restricted|accept the licen[cs]e")),
    _Row(_status(401), _sign_in),
    _Row(_status(402), _no_credit),
    _Row(_status(403), _gated, _said(r"\bgated\b|accept the licen[cs]e|authorized list")),
    _Row(_status(403), _token_may_not, _said(r"inference providers|inference\.serverless")),
    _Row(_status(403), _forbidden),
    _Row(_status(404), _model_unknown, _said(r"\bmodel\b")),
    _Row(_status(404, 405), _no_chat_there),
    _Row(_status(407), _proxy_password),
    _Row(_status(410), _gone),
    _Row(_status(413), _too_big),
    _Row(_status(429), _quota, _said(r"insufficient_quota|exceeded your current quota")),
    _Row(_status(429), _too_many),
    _Row(_status(400), _paused, _said(r"\bpaused\b|invalid state\b")),
    _Row(
        _status(400, 422),
        _model_unknown,
        _said(r"model_not_(supported|found)|model.{0,200}not supported by (any )?provider"),
    ),
    _Row(_status(400, 500), _no_system_role, _said(r"system role not supported")),
    _Row(_status(400, 500), _roles_alternate, _said(r"roles must alternate")),
    _Row(
        _status(400, 500),
        _no_template,
        _said(r"template not found|no chat[_ ]template|chat_template is not"),
    ),
    _Row(_status(500, 503), _loading, _said(r"\bloading\b")),
    _Row(_status(500, 503), _busy, _said(r"overloaded")),
    _Row(_status(503), _busy),
    _Row(_status(502), _gateway),
    _Row(_status(504), _gateway),
    _Row(_status(520, 527), _gateway),
    _Row(_status(424), _failed),
    _Row(_status(400, 499), _refused),
    _Row(_status(500, 599), _failed),
    _Row(_status(0, 399), _unexpected),
    _Row(_status(600, 999), _unexpected),
)
