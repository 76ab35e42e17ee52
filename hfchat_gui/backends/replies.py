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
    too_dear,
)
from hfchat_gui.backends.asked import Asked, Refusal
from hfchat_gui.backends.masking import masked
from hfchat_gui.backends.model_refusals import (
    gone,
    model_unknown,
    no_chat_model,
    no_chat_there,
    no_system_role,
    no_template,
    our_fault,
    refused,
    roles_alternate,
    template_failed,
    too_big,
    unexpected,
    wants_text,
)
from hfchat_gui.backends.overflow import prompt_too_long, reply_too_long
from hfchat_gui.backends.server_words import ServerWords, read_words, shortened
from hfchat_gui.backends.waiting_refusals import (
    busy,
    down_or_starting,
    failed,
    gateway,
    is_asleep,
    is_loading,
    loading,
    paused,
    too_many,
    waking,
)
from hfchat_gui.conversation.errors import (
    Again,
    ChatError,
    NotAChatServer,
    Wait,
)

# Where a template's own source begins in what a server says of it.
_SOURCE = re.compile(r"[\s,:]*(?:\bat row \d+|\{[%{#])")

_Maker = Callable[[Refusal], ChatError]


@dataclass(frozen=True, slots=True)
class _Row:
    """One line of the table: a range of status, words that must be found, and the error.

    `wait`: the kind of waiting that may help. `when`: what else must be true of the refusal.
    """

    status: range
    make: _Maker
    words: re.Pattern[str] | None = None
    wait: Wait | None = None
    when: Callable[[Refusal], bool] | None = None

    def error(self, refusal: Refusal) -> ChatError:
        """Return the error, and whether asking again may help."""
        error = self.make(refusal)
        if self.wait is not None:
            is_flood = refusal.status == 429 and refusal.asked.is_hugging_face
            error.again = Again(Wait.FLOODED if is_flood else self.wait, refusal.wait)
        return error

    def fits(self, refusal: Refusal) -> bool:
        """Whether this line is meant."""
        return (
            refusal.status in self.status
            and (self.when is None or self.when(refusal))
            and (self.words is None or self.words.search(refusal.said) is not None)
        )


def refusal(status: int, headers: Mapping[str, str], body: bytes, asked: Asked) -> ChatError:
    """Return the error for an answer that is not 200."""
    return _error(
        Refusal(status, read_words(body, headers.get("content-type", "")), headers, asked)
    )


def stream_error(words: ServerWords, headers: Mapping[str, str], asked: Asked) -> ChatError:
    """Return the error for a failure that came inside an answer with status 200."""
    status = words.status or (400 if "invalid_request" in words.kind else 500)
    return _error(Refusal(status, words, headers, asked, in_stream=True))


def not_a_chat_server(words: ServerWords, asked: Asked) -> ChatError:
    """Return the error for an answer with status 200 that is no chat at all."""
    what = "a web page" if words.is_page else "something that is no chat reply"
    error = NotAChatServer(
        f"{asked.host} did not answer as a chat server does: it sent {what}. Check the address, "
        "and whether this network wants you to sign in first."
    )
    return _quoting(error, words, asked)


def _error(refusal: Refusal) -> ChatError:
    error = _too_long(refusal) or next(row for row in _TABLE if row.fits(refusal)).error(refusal)
    error.detail = refusal.trace
    return _quoting(error, refusal.words, refusal.asked)


def _too_long(refusal: Refusal) -> ChatError | None:
    words, place = refusal.words, refusal.asked.model_place
    if too_long := prompt_too_long(words, place):
        return too_long
    return reply_too_long(words, place) if refusal.status in (400, 422) else None


def _quoting(error: ChatError, words: ServerWords, asked: Asked) -> ChatError:
    """Add the server's own words after ours; a page and a template's source are details."""
    whole = masked(words.text, asked.keys, asked.turns)
    prose = "" if words.is_page else _SOURCE.split(whole)[0].strip()
    if prose:
        quoted = shortened(prose)
        stop = "" if quoted.endswith((".", "!", "?", "…")) else "."
        error.user_text = f"{error.user_text} The server says: “{quoted}”{stop}"
        error.args = (error.user_text,)
    if prose != whole.strip():
        error.detail = f"{error.detail}\n{shortened(whole)}".strip()
    return error


def _status(first: int, last: int | None = None) -> range:
    return range(first, (last or first) + 1)


def _said(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


# The first line that fits counts; a line with words stands above the one for its status alone.
_TABLE = (
    _Row(
        _status(400, 500),
        wants_text,
        _said(
            r"can only concatenate (str|list) \(not|text input must be of type"
            r"|inputs: invalid type: (sequence|map), expected a string"
        ),
    ),
    _Row(_status(401), gated, _said(r"\bgated\b|is restricted|accept the licen[cs]e")),
    _Row(_status(401), sign_in),
    _Row(_status(402), too_dear, _said(r"max_tokens|fewer tokens|smaller (reply|answer|output)")),
    _Row(_status(402), no_credit),
    _Row(_status(403), gated, _said(r"\bgated\b|accept the licen[cs]e|authorized list")),
    _Row(_status(403), token_may_not, _said(r"inference providers|inference\.serverless")),
    _Row(_status(403), forbidden),
    _Row(_status(404), model_unknown, _said(r"\bmodel\b")),
    _Row(_status(404, 405), no_chat_there),
    _Row(_status(410), gone),
    _Row(_status(413), too_big),
    _Row(_status(429), quota, _said(r"insufficient_quota|exceeded your current quota|billing_")),
    _Row(_status(429), sign_in, _said(r"please log in\b")),  # who is unknown may ask seldom
    _Row(_status(429), too_many, wait=Wait.BUSY),
    _Row(_status(400, 503), paused, _said(r"\bpaused\b|invalid state\b")),
    _Row(
        _status(400, 422),
        model_unknown,
        _said(r"model_not_(supported|found)|model.{0,200}not supported by (any )?provider"),
    ),
    _Row(
        _status(400, 422),
        no_chat_model,
        _said(r"does not support chat|served by provider .{0,80}for task|not a chat model"),
    ),
    _Row(_status(400, 500), no_system_role, _said(r"system role (is )?not supported")),
    _Row(_status(400, 500), roles_alternate, _said(r"roles must alternate|must alternate between")),
    _Row(
        _status(400, 500),
        no_template,
        _said(r"template not found|no chat[_ ]template|chat_template is not"),
    ),
    _Row(_status(400, 500), template_failed, _said(r"template[_ ]error|\bjinja|raise_exception")),
    _Row(_status(415), our_fault),
    _Row(_status(400, 422), our_fault, _said(r"failed to (parse|deserialize) the (request|json)")),
    _Row(_status(500, 503), loading, wait=Wait.LOADING, when=is_loading),
    _Row(_status(422), busy, _said(r"overloaded"), Wait.BUSY),  # within TGI's streams
    _Row(_status(500, 503), busy, _said(r"overloaded"), Wait.BUSY),
    _Row(_status(502, 504), waking, wait=Wait.LOADING, when=is_asleep),
    _Row(_status(503), busy, wait=Wait.BUSY),
    _Row(_status(502), down_or_starting, wait=Wait.ONCE),
    _Row(_status(504), gateway, wait=Wait.ONCE),
    _Row(_status(520, 527), gateway, wait=Wait.ONCE),
    _Row(_status(424), failed, wait=Wait.ONCE),
    _Row(_status(500), failed, _said(r"incomplete.generation|unknown error"), Wait.ONCE),
    # What has no row of its own is told by its class: each hundred means one thing in HTTP.
    _Row(_status(400, 499), refused),
    _Row(_status(500, 599), failed),
    _Row(_status(0, 399), unexpected),
    _Row(_status(600, 999), unexpected),
)
