"""Opens sockets: name look-up, each address in turn, TLS; each step has a limit and can be cut."""

from __future__ import annotations

import contextlib
import errno
import os
import selectors
import socket
import ssl
import threading
from concurrent.futures import Future, InvalidStateError
from itertools import zip_longest
from time import monotonic

from hfchat_gui.conversation.origin import is_loopback_host, is_private_host, number_of
from hfchat_gui.network import peers
from hfchat_gui.network.inner_tls import InnerTls
from hfchat_gui.network.line import CONNECT_LIMIT, Line

_STEP = 0.05
_UNDER_WAY = (errno.EINPROGRESS, errno.EWOULDBLOCK, getattr(errno, "WSAEWOULDBLOCK", -1))

_Address = tuple[socket.AddressFamily, tuple[object, ...]]


def connect(host: str, port: int, line: Line) -> socket.socket:
    """Return a connected socket, trying every address of `host` within one limit.

    Raises `OSError` (`socket.gaierror`, `TimeoutError`, …), or `Cut`.
    """
    deadline = monotonic() + CONNECT_LIMIT
    addresses = _of_use(_look_up(host, port, deadline, line), line)
    failure: OSError = socket.gaierror(socket.EAI_NONAME, "no address")
    for tried, (family, address) in enumerate(addresses):
        share = (deadline - monotonic()) / (len(addresses) - tried)
        try:
            return _dial(family, address, max(0.001, share), line)
        except OSError as error:
            failure = error
        line.check()
    raise failure


def secure(
    sock: socket.socket, context: ssl.SSLContext, name: str | None, line: Line
) -> ssl.SSLSocket | InnerTls:
    """Return the socket after a TLS handshake with `name`; the given one is used up.

    On a socket that speaks TLS already, this is spoken within that.
    """
    deadline = monotonic() + CONNECT_LIMIT
    sock.settimeout(0.0)
    if name is not None:  # certificates know neither the root's dot nor this computer's zones
        name = name.partition("%")[0].rstrip(".")
    with contextlib.ExitStack() as on_failure:
        on_failure.callback(sock.close)
        tls: ssl.SSLSocket | InnerTls
        if isinstance(sock, ssl.SSLSocket):
            line.attach(sock)
            tls = InnerTls(sock, context, name)
        else:
            tls = context.wrap_socket(sock, server_hostname=name, do_handshake_on_connect=False)
            on_failure.callback(tls.close)
            line.attach(tls)
        _shake_hands(tls, deadline, line)
        on_failure.pop_all()
    return tls


def is_readable(sock: socket.socket | InnerTls, seconds: float = 0.0) -> bool:
    """Whether a read would return at once, with data, the end or an error."""
    return _ready(sock, selectors.EVENT_READ, seconds)


def _look_up(host: str, port: int, deadline: float, line: Line) -> list[_Address]:
    if number_of(host) is not None:
        return _addresses(host, port)
    # Each name below localhost is this computer, whatever a name server would say: what may be
    # sent there was decided by that.
    name = "localhost" if is_loopback_host(host) else host
    # The system's look-up has no limit and cannot be ended, so it gets a thread that may be left.
    found: Future[list[_Address]] = Future()

    def look_up() -> None:
        with contextlib.suppress(InvalidStateError):  # nobody waits for it any more
            try:
                found.set_result(_addresses(name, port))
            except (OSError, UnicodeError) as error:
                found.set_exception(error)

    threading.Thread(target=look_up, name="hfchat-look-up", daemon=True).start()
    return line.result_of(found, max(0.001, deadline - monotonic()))


def _of_use(addresses: list[_Address], line: Line) -> list[_Address]:
    """Leave out who is far where only a near peer may hear the key, and one of them is near."""
    if line.near_only is None:
        return addresses
    near = [one for one in addresses if is_private_host(str(one[1][0]))]
    return near or addresses


def _addresses(host: str, port: int) -> list[_Address]:
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return _in_turns([(family, address) for family, _, _, _, address in found])


def _in_turns(addresses: list[_Address]) -> list[_Address]:
    """Let the kinds of address take turns: often one of them leads nowhere from here."""
    families = list(dict.fromkeys(family for family, _ in addresses))
    kinds = [[one for one in addresses if one[0] == family] for family in families]
    return [one for row in zip_longest(*kinds) for one in row if one is not None]


def _dial(
    family: socket.AddressFamily, address: tuple[object, ...], seconds: float, line: Line
) -> socket.socket:
    sock = socket.socket(family, socket.SOCK_STREAM)
    with contextlib.ExitStack() as on_failure:
        on_failure.callback(sock.close)
        line.attach(sock)
        sock.setblocking(False)
        begun = sock.connect_ex(address)
        if begun in _UNDER_WAY:
            _wait(sock, selectors.EVENT_WRITE, monotonic() + seconds, line)
            begun = sock.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR)
        if begun:
            raise OSError(begun, os.strerror(begun))
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        peers.watch(sock)
        line.check()
        on_failure.pop_all()
    return sock


def _shake_hands(tls: ssl.SSLSocket | InnerTls, deadline: float, line: Line) -> None:
    # Without blocking: the trust store's context holds a lock while a handshake blocks, so one
    # silent server would hold up every other connection.
    while True:
        try:
            tls.do_handshake()
            return
        except ssl.SSLWantReadError:
            events = selectors.EVENT_READ
        except ssl.SSLWantWriteError:
            events = selectors.EVENT_WRITE
        _wait(tls, events, deadline, line)


def _wait(sock: socket.socket | InnerTls, events: int, deadline: float, line: Line) -> None:
    """Wait until the socket is ready; in short steps, since not every system wakes it at a cut."""
    while not _ready(sock, events, min(_STEP, deadline - monotonic())):
        line.check()
        if monotonic() >= deadline:
            raise TimeoutError("connecting")
    line.check()


def _ready(sock: socket.socket | InnerTls, events: int, seconds: float) -> bool:
    with selectors.DefaultSelector() as selector:
        selector.register(sock, events)
        return bool(selector.select(max(0.0, seconds)))
