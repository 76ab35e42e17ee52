"""What to tell the person where a connection that ought to be encrypted was not agreed on.

Only an answer in plain text shows that a server has no encryption: nothing else may end in the
advice to do without.
"""

from __future__ import annotations

import ssl
from dataclasses import dataclass

from hfchat_gui.conversation.error_record import CHANGE_ADDRESS, NO_ACTION, TRY_AGAIN, Action
from hfchat_gui.conversation.errors import CertificateRefused, ChatError, ProxyFailed, Unreachable
from hfchat_gui.network.proxies import Proxy

_SPOKE_PLAINLY = ("WRONG_VERSION_NUMBER", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
_HUNG_UP = "UNEXPECTED_EOF"


@dataclass(frozen=True, slots=True)
class _Cause:
    """What the library's name for a failure holds; what happened to whom, and what helps."""

    kinds: tuple[str, ...]
    told: str
    action: Action = NO_ACTION


_CAUSES = (
    _Cause(
        (_HUNG_UP,),
        "{who} closed the connection before it was encrypted. Check the port, and whether this "
        "network asks you to sign in first, then try again.",
        TRY_AGAIN,
    ),
    _Cause(
        ("CERTIFICATE_REQUIRED", "ALERT_BAD_CERTIFICATE", "ALERT_NO_CERTIFICATE"),
        "{who} wants a certificate from each program that asks it, and HF Chat has none to give. "
        "Ask whoever runs it for a way in with a key.",
    ),
    _Cause(
        ("UNSUPPORTED_PROTOCOL", "PROTOCOL_VERSION", "VERSION_TOO_LOW"),
        "{who} speaks no version of TLS that is safe today, so nothing was sent. Whoever runs it "
        "has to bring it up to date.",
    ),
    _Cause(
        ("HANDSHAKE_FAILURE", "INSUFFICIENT_SECURITY"),
        "{who} broke off while encryption was agreed on. It may want a certificate from each "
        "program that asks it, or speak only old kinds of encryption. Ask whoever runs it.",
    ),
    _Cause(
        ("UNRECOGNIZED_NAME",),
        "{who} does not go by this name. Check the address.",
        CHANGE_ADDRESS,
    ),
    _Cause(
        ("",),
        "No encryption could be agreed on with {who} ({what}). Ask whoever runs it.",
    ),
)


def untrusted(error: Exception, host: str) -> ChatError:
    """Return what to tell of a certificate that cannot be trusted."""
    reason = str(getattr(error, "verify_message", "") or "it cannot be verified").rstrip(".")
    return CertificateRefused(
        f"The certificate of {host} is not trusted: {reason}. Check the address and this "
        "computer's clock. A network that asks you to sign in first does this too: open any page "
        "in a browser then. If the network has its own authority, install its certificate in the "
        "system or name it in SSL_CERT_FILE."
    )


def not_agreed(error: Exception, host: str, proxy: Proxy | None) -> ChatError:
    """Return what to tell where TLS fails with a server, or with who `proxy` leads to instead."""
    what = _name_of(error)
    if proxy is not None and (what == _HUNG_UP or _is_any(what, _SPOKE_PLAINLY)):
        return _led_astray(what, host, proxy)
    if _is_any(what, _SPOKE_PLAINLY):
        text = (
            f"{host} does not speak https. If that server has no encryption, write http:// in "
            "front of the address. A network that asks you to sign in first does this too: open "
            "any page in a browser then."
        )
        return Unreachable(text, action=CHANGE_ADDRESS, detail=what)
    text, action = _cause(what, host)
    return Unreachable(text, action=action, detail=what)


def not_agreed_with(proxy: Proxy, error: Exception, host: str) -> ChatError:
    """Return what to tell where TLS fails with the proxy on the way to a server."""
    what = _name_of(error)
    name = f"{proxy.source.name}, {proxy.place},"
    if _is_any(what, _SPOKE_PLAINLY):
        text = (
            f"{name} speaks no https. If it has no encryption, write http:// in front of its "
            f"address, and {host} is still asked by https."
        )
    else:
        text, _ = _cause(what, name)
    return _proxy_failed(text, proxy, what)


def _led_astray(what: str, host: str, proxy: Proxy) -> ChatError:
    way = f"{proxy.source.name}, {proxy.place}, leads there"
    if what == _HUNG_UP:
        text = (
            f"The connection to {host} was closed before it was encrypted. {way}, and may not "
            "allow it."
        )
    else:
        text = (
            f"What answers for {host} is not encrypted. {way}, so it may be a page of the network: "
            "open any page in a browser, and sign in there if you are asked to."
        )
    return _proxy_failed(text, proxy, what)


def _proxy_failed(text: str, proxy: Proxy, what: str) -> ChatError:
    action = proxy.source.action
    return ProxyFailed(f"{text} {proxy.source.remedy}", action=action, detail=what)


def _cause(what: str, who: str) -> tuple[str, Action]:
    cause = next(cause for cause in _CAUSES if _is_any(what, cause.kinds))
    return cause.told.format(who=who, what=what), cause.action


def _is_any(what: str, kinds: tuple[str, ...]) -> bool:
    return any(kind in what for kind in kinds)


def _name_of(error: Exception) -> str:
    """Return the library's name for what happened, as it writes it in all its versions."""
    if isinstance(error, ssl.SSLEOFError | ssl.SSLZeroReturnError):
        return _HUNG_UP
    reason = str(getattr(error, "reason", "") or type(error).__name__)
    return _HUNG_UP if _HUNG_UP in reason else reason.upper().replace(" ", "_")
