"""Where a redirect may lead: never a POST elsewhere or into a GET, never from https to http."""

from __future__ import annotations

from urllib.parse import urljoin

from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import BadAddress, NotAChatServer
from hfchat_gui.conversation.origin import origin
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.credentials import without_key
from hfchat_gui.network.messages import HttpRequest

REDIRECTS = frozenset({301, 302, 303, 307, 308})
_KEEP_THE_METHOD = (307, 308)
_LONGEST_SHOWN = 120


def redirected(request: HttpRequest, url: str, status: int, location: str) -> str:
    """Return where to ask instead; a credential stays behind at another origin by itself.

    Raises `BadAddress` naming the new address where the request may not follow, and
    `NotAChatServer` where there is none.
    """
    new = _target(url, location)
    here, there = origin(url), origin(new)
    if here.scheme == "https" and there.scheme == "http":
        raise BadAddress(
            f"{host_of(url)} sends this request on to {_shown(new, request)}, which has no "
            "encryption. Nothing was sent there; the fault is at the server."
        )
    if request.method == "GET":
        return new
    if here == there and status in _KEEP_THE_METHOD:
        return new
    asks = (
        " A network that asks you to sign in first does this too: open any page in a browser then."
        if here.scheme == "http" and here.host != there.host
        else ""
    )
    raise BadAddress(
        f"{host_of(url)} sends this request on to {_shown(new, request)}. Nothing was sent there; "
        f"if you trust it, enter it as the address.{asks}"
    )


def _target(url: str, location: str) -> str:
    location = location.partition("#")[0].strip()
    if not location:
        raise NotAChatServer(f"{host_of(url)} sends the request on without saying where to.")
    try:
        new = urljoin(url, location)
        origin(new)
    except (BadAddress, ValueError) as error:
        raise NotAChatServer(
            f"{host_of(url)} sends the request on to something that is no web address."
        ) from error
    return new


def _shown(url: str, request: HttpRequest) -> str:
    """Return an address as it may be shown: a query can hold what is nobody's business."""
    url = without_key(printable(url.partition("?")[0]), request.credential)
    return url if len(url) <= _LONGEST_SHOWN else url[: _LONGEST_SHOWN - 1] + "…"
