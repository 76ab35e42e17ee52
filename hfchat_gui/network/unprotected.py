"""Keeps keys off the open network: over plain http they go to near servers, or where agreed."""

from __future__ import annotations

import socket

from hfchat_gui.conversation.error_record import CHANGE_ADDRESS, Action, ActionKind
from hfchat_gui.conversation.errors import KeyUnprotected
from hfchat_gui.conversation.origin import Origin, is_private_host, number_of
from hfchat_gui.network.credentials import Credential


def must_stay_near(
    credential: Credential | None, url: str, *, through_proxy: bool
) -> Origin | None:
    """Return where the key goes if only a near peer may hear it, or None where any may.

    Near is this computer and private networks. Raises `KeyUnprotected` where the address alone
    says that it is far, or a proxy would look its name up; who answers to a name, even to one that
    ought to be near, is known when it is connected (`check_peer`).
    """
    if credential is None or not credential.fits(url):
        return None
    place = credential.origin
    if place.scheme == "https" or credential.secret.may_be_read:
        return None
    if is_private_host(place.host):
        return place if through_proxy else None  # then the proxy must be near as well
    if through_proxy or number_of(place.host) is not None:
        raise _not_sent(place)
    return place


def check_peer(place: Origin, sock: socket.socket) -> None:
    """Raise `KeyUnprotected` where a connection leads out of this computer and private networks."""
    if not is_private_host(str(sock.getpeername()[0])):
        raise _not_sent(place)


def _not_sent(place: Origin) -> KeyUnprotected:
    if place.is_near:  # by its name: what to agree to is not this
        return KeyUnprotected(
            f"The key for {place.place} was not sent: such a name belongs to a server nearby, but "
            "the way there leads out of this network, where anyone could read the key. Change the "
            "address to the server's number, as in http://192.168.1.20:8080, or to https://.",
            action=CHANGE_ADDRESS,
        )
    return KeyUnprotected(
        f"The key for {place.place} was not sent: this address begins with http://, so anyone on "
        "the way could read it. If the server can be reached with https://, change the address; "
        "else allow it in the server's settings.",
        action=Action(ActionKind.ALLOW_PLAIN_HTTP, "Open the server's settings", str(place)),
    )
