"""The one table from a server's refusal to what the person is told, and what to do next."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from hfchat_gui.backends.account_refusals import (
    forbidden,
    gated,
    no_credit,
    quota,
    sign_in,
    token_may_not,
)
from hfchat_gui.backends.asked import Asked, Refusal
from hfchat_gui.backends.masking import masked
from hfchat_gui.backends.overflow import prompt_too_long
from hfchat_gui.backends.retry_after import spoken
from hfchat_gui.backends.server_words import ServerWords, read_words, shortened
from hfchat_gui.backends.wrong_shape import NoChatRoute, NoTemplate, WantsText
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import (
    CHANGE_ADDRESS,
    NO_ACTION,
    TRY_AGAIN,
    Action,
    ActionKind,
    ChatError,
    ModelUnknown,
    NotAChatServer,
    PermissionMissing,
    RateLimited,
    RequestRefused,
    ServerBusy,
    ServerFailed,
)
from hfchat_gui.conversation.model_ref import POLICIES

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
    too_long = prompt_too_long(refusal.words, refusal.asked.model_place)
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


def _model_unknown(refusal: Refusal) -> ChatError:
    asked = refusal.asked
    if not asked.is_hugging_face:
        return ModelUnknown(
            f"{asked.model_name} is not served by {asked.host}. Choose another model."
        )
    model, _, provider = asked.model.partition(":")
    if provider and provider not in POLICIES:
        return ModelUnknown(
            f"{model} is not served by {provider}, or that provider is switched off in your "
            "Hugging Face settings. Leave it to the router, or choose another model."
        )
    return ModelUnknown(
        f"{asked.model_name} is not served by any provider that you have enabled. Choose another "
        "model, or enable more providers at huggingface.co/settings/inference-providers."
    )


def _no_chat_model(refusal: Refusal) -> ChatError:
    asked = refusal.asked
    return ModelUnknown(
        f"{asked.model_name} at {asked.host} is not served for chats. Choose another model, or "
        "another provider."
    )


def _wants_text(refusal: Refusal) -> ChatError:
    return WantsText(
        f"The model at {refusal.asked.host} takes neither a chat nor messages. Choose another "
        "model, or change the address."
    )


def _no_chat_there(refusal: Refusal) -> ChatError:
    return NoChatRoute(
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


def _too_big(refusal: Refusal) -> ChatError:
    return RequestRefused(
        f"This chat is too large to send to {refusal.asked.host} (413). Start a new chat or "
        "shorten this one.",
        action=Action(ActionKind.NEW_CHAT, "Start a new chat"),
    )


def _no_template(refusal: Refusal) -> ChatError:
    return NoTemplate(
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
    _Row(
        _status(400, 500),
        _wants_text,
        _said(
            r"can only concatenate (str|list) \(not|text input must be of type"
            r"|inputs: invalid type: (sequence|map), expected a string"
        ),
    ),
    _Row(_status(401), gated, _said(r"\bgated\b|is restricted|accept the licen[cs]e")),
    _Row(_status(401), sign_in),
    _Row(_status(402), no_credit),
    _Row(_status(403), gated, _said(r"\bgated\b|accept the licen[cs]e|authorized list")),
    _Row(_status(403), token_may_not, _said(r"inference providers|inference\.serverless")),
    _Row(_status(403), forbidden),
    _Row(_status(404), _model_unknown, _said(r"\bmodel\b")),
    _Row(_status(404, 405), _no_chat_there),
    _Row(_status(407), _proxy_password),
    _Row(_status(410), _gone),
    _Row(_status(413), _too_big),
    _Row(_status(429), quota, _said(r"insufficient_quota|exceeded your current quota")),
    _Row(_status(429), _too_many),
    _Row(_status(400), _paused, _said(r"\bpaused\b|invalid state\b")),
    _Row(
        _status(400, 422),
        _model_unknown,
        _said(r"model_not_(supported|found)|model.{0,200}not supported by (any )?provider"),
    ),
    _Row(
        _status(400, 422),
        _no_chat_model,
        _said(r"does not support chat|served by provider .{0,80}for task|not a chat model"),
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
