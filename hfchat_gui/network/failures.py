"""The one table from what sockets, TLS and the HTTP library raise to what the person is told."""

from __future__ import annotations

import errno
import socket
import ssl
from collections.abc import Callable
from dataclasses import dataclass

import httpcore
import socksio

from hfchat_gui.conversation.errors import (
    BadAddress,
    ChatError,
    InternalFault,
    Interrupted,
    NotAChatServer,
    ProxyFailed,
    TimedOut,
    Unreachable,
)
from hfchat_gui.network.line import SEND_LIMIT, OnlySignsOfLife, Phase, Unfinished
from hfchat_gui.network.paced import NotTaken, StaleConnection
from hfchat_gui.network.proxies import Proxy
from hfchat_gui.network.proxy_failures import away, odd, refused
from hfchat_gui.network.tls_failures import not_agreed, not_agreed_with, untrusted

_HUGGING_FACE = "huggingface.co"
# What the HTTP library says where a connection ended too early, and broke no other rule.
_NOTHING_CAME, _CUT_SHORT = "disconnected without sending", "peer closed connection"
_NO_MORE_FILES = (errno.EMFILE, errno.ENFILE)


@dataclass(frozen=True, slots=True)
class Circumstances:
    """Where a request stood when it failed; the limits in seconds.

    `heard`: whether any byte had come back; `has_head`: whether the whole head of an answer had.
    """

    host: str
    phase: Phase
    heard: bool = False
    first_byte: float | None = None
    silence: float | None = None
    has_head: bool = False
    without_content: float | None = None
    whole: float | None = None
    proxy: Proxy | None = None

    @property
    def is_at_proxy(self) -> bool:
        """Whether TLS, if it is that which fails, is the proxy's own and not the server's."""
        return self.proxy is not None and self.proxy.is_secure and not self.heard


_Row = Callable[[Exception, Circumstances], ChatError]


def chat_error(error: Exception, at: Circumstances) -> ChatError | None:
    """Return what to tell the person of `error`, or None if the table does not know it."""
    for kind in type(error).__mro__:
        if row := _TABLE.get(kind):
            failure = row(error, at)
            if at.proxy is not None and _is_before_the_server(failure, error, at):
                failure = away(error, at.proxy, at.host)
            elif _is_hugging_face_away(failure, at):
                failure = _hugging_face_away(at)
            failure.detail = failure.detail or f"{type(error).__name__} while {at.phase.value}"
            return failure
    return None


def _is_before_the_server(failure: ChatError, error: Exception, at: Circumstances) -> bool:
    """Whether the way ended at the proxy: what TLS says is of the server behind it."""
    is_of_tls = isinstance(error, ssl.SSLError)
    return _is_not_reached(failure) and at.phase is Phase.CONNECTING and not is_of_tls


def _is_not_reached(failure: ChatError) -> bool:
    return isinstance(failure, Unreachable | TimedOut) and not isinstance(failure, ProxyFailed)


def _is_hugging_face_away(failure: ChatError, at: Circumstances) -> bool:
    """Whether Hugging Face was not reached: the address is ours then, and has no mistake."""
    is_theirs = at.host == _HUGGING_FACE or at.host.endswith(f".{_HUGGING_FACE}")
    return is_theirs and _is_not_reached(failure) and at.phase is Phase.CONNECTING


def _hugging_face_away(at: Circumstances) -> ChatError:
    return Unreachable(
        f"Hugging Face ({at.host}) cannot be reached. Check whether this computer is online, then "
        "try again; the model on this computer works without network."
    )


def _refused(_: Exception, at: Circumstances) -> ChatError:
    return Unreachable(
        f"Nothing answers at {at.host}: the connection was refused. Start the server there, "
        "then try again, or check the address."
    )


def _no_such_host(error: Exception, at: Circumstances) -> ChatError:
    if isinstance(error, socket.gaierror) and error.errno == socket.EAI_AGAIN:
        return Unreachable(
            f"The name {at.host} cannot be looked up just now. Check whether this computer is "
            "online, then try again."
        )
    return Unreachable(
        f"There is no server called {at.host}. Check the address for typing mistakes, and "
        "whether this computer is online."
    )


def _broken_off(_: Exception, at: Circumstances) -> ChatError:
    if at.phase is Phase.READING or at.has_head:
        return Interrupted(
            f"The connection to {at.host} broke off in the middle of the reply. Try again."
        )
    return Unreachable(
        f"{at.host} closed the connection without an answer. Check that the server runs and that "
        "the address is right, then try again."
    )


def _no_route(error: Exception, at: Circumstances) -> ChatError:
    code = error.errno if isinstance(error, OSError) else None
    reason = errno.errorcode.get(code or 0, type(error).__name__)
    if at.phase is Phase.READING:
        return _broken_off(error, at)
    if code in _NO_MORE_FILES:
        return InternalFault(
            f"HF Chat cannot open a connection to {at.host}: this computer lets it open no more "
            "files. Close what is not needed, then try again."
        )
    return Unreachable(
        f"There is no way to {at.host} from here ({reason}). Check whether this computer is "
        "online, then try again."
    )


def _timed_out(error: Exception, at: Circumstances) -> ChatError:
    if isinstance(error, TimeoutError) and error.errno and at.phase is not Phase.CONNECTING:
        return _lost(error, at)
    if at.phase is Phase.CONNECTING:
        return TimedOut(
            f"{at.host} could not be reached in time. Check the address and the network, then "
            "try again."
        )
    if at.phase is Phase.WAITING:
        return TimedOut(
            f"{at.host} took the request but did not answer{_within(at.first_byte)}. It may be "
            "overloaded; try again."
        )
    return TimedOut(
        f"{at.host} fell silent in the middle of the reply: nothing came{_within(at.silence)}. "
        "Try again."
    )


def _not_taken(_: Exception, at: Circumstances) -> ChatError:
    return TimedOut(
        f"{at.host} does not take the request: of what was sent, nothing was read"
        f"{_within(SEND_LIMIT)}. It may be overloaded or stuck; try again."
    )


def _lost(_: Exception, at: Circumstances) -> ChatError:
    kind = Interrupted if at.phase is Phase.READING else Unreachable
    return kind(
        f"The connection to {at.host} was lost without a sign, as when a network goes away. Check "
        "whether this computer is online, then try again."
    )


def _only_signs_of_life(_: Exception, at: Circumstances) -> ChatError:
    return TimedOut(
        f"{at.host} kept the connection alive{_within(at.without_content)} but sent no text. It "
        "may be overloaded or stuck; try again."
    )


def _unfinished(_: Exception, at: Circumstances) -> ChatError:
    return TimedOut(
        f"{at.host} sent its answer bit by bit{_within(at.whole)}, and had not come to the end. It "
        "may be overloaded; try again."
    )


def _within(seconds: float | None) -> str:
    if seconds is None:
        return ""
    return f" for {seconds / 60:.0f} minutes" if seconds >= 120 else f" for {seconds:.0f} seconds"


def _untrusted(error: Exception, at: Circumstances) -> ChatError:
    return untrusted(error, at.proxy.place if at.proxy and at.is_at_proxy else at.host)


def _no_tls(error: Exception, at: Circumstances) -> ChatError:
    is_over = isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError)
    if at.phase is Phase.READING or at.has_head or (is_over and at.phase is Phase.WAITING):
        return _broken_off(error, at)
    if at.proxy and at.is_at_proxy:
        return not_agreed_with(at.proxy, error, at.host)
    return not_agreed(error, at.host, at.proxy)


def _not_http(error: Exception, at: Circumstances) -> ChatError:
    said = str(error)
    # Through a proxy something has been heard in any case: its own answer.
    if not at.heard or (at.proxy and _NOTHING_CAME in said):
        return _broken_off(error, at)
    if at.phase is Phase.READING or at.has_head:
        return _broken_off(error, at) if _CUT_SHORT in said else _against_the_rules(at)
    if at.proxy and at.phase is Phase.CONNECTING:
        return odd(at.proxy, at.host)
    return NotAChatServer(
        f"Something answers at {at.host}, but it does not speak HTTP. Check the port, and whether "
        "the address should begin with https://."
    )


def _against_the_rules(at: Circumstances) -> ChatError:
    return Interrupted(
        f"{at.host} breaks the rules of HTTP in the middle of its answer, so the rest cannot be "
        "read. Try again; if it stays so, the fault is at the server."
    )


def _proxy(error: Exception, at: Circumstances) -> ChatError:
    return refused(error, at.proxy, at.host)


def _bad_address(_: Exception, at: Circumstances) -> ChatError:
    return BadAddress(f"{at.host} cannot be the name of a server. Check the address.")


def _own_fault(_: Exception, at: Circumstances) -> ChatError:
    # Not the library's words: they can hold a whole header.
    return InternalFault(
        f"HF Chat made a request to {at.host} that cannot be sent. Please send a report of this to "
        "whoever you have HF Chat from."
    )


# The most specific class of an exception decides. Nothing here stands for "anything else": what
# the table does not know is a fault of this program and goes up as it is.
_TABLE: dict[type, _Row] = {
    # sockets
    socket.gaierror: _no_such_host,
    ConnectionRefusedError: _refused,
    ConnectionError: _broken_off,
    StaleConnection: _broken_off,
    TimeoutError: _timed_out,
    NotTaken: _not_taken,
    OnlySignsOfLife: _only_signs_of_life,
    Unfinished: _unfinished,
    OSError: _no_route,
    UnicodeError: _bad_address,  # a host name that the look-up cannot encode
    # TLS
    ssl.SSLCertVerificationError: _untrusted,
    ssl.SSLError: _no_tls,
    # httpcore
    httpcore.ConnectError: _no_route,
    httpcore.NetworkError: _broken_off,
    httpcore.TimeoutException: _timed_out,
    httpcore.ProxyError: _proxy,
    socksio.SOCKSError: _proxy,
    httpcore.RemoteProtocolError: _not_http,
    httpcore.LocalProtocolError: _own_fault,
    httpcore.ProtocolError: _not_http,
    httpcore.UnsupportedProtocol: _bad_address,
    httpcore.ConnectionNotAvailable: _broken_off,
}
