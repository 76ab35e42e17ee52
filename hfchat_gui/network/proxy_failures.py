"""What to tell the person where a request got no further than the proxy on its way."""

from __future__ import annotations

import errno
import re
import socket

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import ProxyFailed, ProxySignInNeeded
from hfchat_gui.network.proxies import Proxy

_WANTS_SIGN_IN = re.compile(r"^407|invalid username|USERNAME/PASSWORD|NO ACCEPTABLE", re.IGNORECASE)
_FORBIDS = re.compile(r"^(403|405|451)|not allowed", re.IGNORECASE)
_TRIED = re.compile(r"^5\d\d|could not connect", re.IGNORECASE)


def refused(error: Exception, proxy: Proxy | None, host: str) -> ProxyFailed:
    """Return what to tell of a proxy that answered, but not by letting the request through."""
    said = proxy.hushed(str(error)) if proxy else str(error)
    words = printable(said[:80]).rstrip(".") or type(error).__name__
    if _WANTS_SIGN_IN.search(words):
        return _sign_in(proxy, host)
    name = _name(proxy, host)
    if _FORBIDS.search(words):
        text = f"{name} does not allow connections to {host} ({words}). Ask whoever runs it."
    elif _TRIED.search(words):
        text = (
            f"{name} could not reach {host} ({words}). Check the address, and whether the proxy "
            "is meant for it."
        )
    else:
        text = f"{name} refused the connection to {host} ({words}). {_remedy(proxy)}"
    return _failure(ProxyFailed, text, proxy)


def away(error: Exception, proxy: Proxy, host: str) -> ProxyFailed:
    """Return what to tell of a proxy that cannot be reached or does not answer."""
    if isinstance(error, ConnectionRefusedError):
        reason = "nothing answers there"
    elif isinstance(error, socket.gaierror):
        reason = "there is no server of that name, or this computer is offline"
    elif isinstance(error, TimeoutError):
        reason = "it does not answer in time"
    elif isinstance(error, OSError) and error.errno and not isinstance(error, ConnectionError):
        reason = f"there is no way to it from here ({errno.errorcode.get(error.errno, '?')})"
    else:
        reason = f"the connection broke off ({type(error).__name__})"
    text = (
        f"{proxy.source.name}, {proxy.place}, cannot be used on the way to {host}: {reason}. "
        f"{proxy.source.remedy}"
    )
    return _failure(ProxyFailed, text, proxy)


def odd(proxy: Proxy, host: str) -> ProxyFailed:
    """Return what to tell of a proxy that answers, but not as a proxy does."""
    text = (
        f"{_name(proxy, host)} answers, but not in HTTP as a proxy does, so {host} cannot be "
        f"reached. {_remedy(proxy)}"
    )
    return _failure(ProxyFailed, text, proxy)


def _sign_in(proxy: Proxy | None, host: str) -> ProxyFailed:
    name = _name(proxy, host)
    if proxy is None:
        text = (
            f"{name} asks for a name and a password. Name the proxy in HF Chat's settings, with "
            "them."
        )
    elif proxy.user or proxy.password:
        text = (
            f"{name} does not accept the name and password that it was given. Correct them. "
            f"{proxy.source.sign_in}"
        )
    else:
        text = f"{name} asks for a name and a password. {proxy.source.sign_in}"
    return _failure(ProxySignInNeeded, text, proxy)


def _failure(kind: type[ProxyFailed], text: str, proxy: Proxy | None) -> ProxyFailed:
    return kind(text, action=proxy.source.action if proxy else None)


def _name(proxy: Proxy | None, host: str) -> str:
    return f"{proxy.source.name}, {proxy.place}," if proxy else f"A proxy on the way to {host}"


def _remedy(proxy: Proxy | None) -> str:
    return proxy.source.remedy if proxy else "Ask whoever runs the network."
