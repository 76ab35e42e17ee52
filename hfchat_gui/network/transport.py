"""Sends one request over the pooled connections: proxies, redirects, idle connections, headers."""

from __future__ import annotations

import json
import logging
import os
import re
import threading
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote, urlsplit

import httpcore
import msgspec

from hfchat_gui import __version__
from hfchat_gui.conversation.errors import KeyUnprotected, NotAChatServer, Unreachable
from hfchat_gui.conversation.origin import origin
from hfchat_gui.conversation.proxy import ChosenProxy
from hfchat_gui.network import content, trust
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.credentials import authorization
from hfchat_gui.network.hushing import answers_itself, hush
from hfchat_gui.network.line import Line
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.network.paced import IDLE_LIMIT, PacedBackend, StaleConnection
from hfchat_gui.network.proxies import NOTHING_CHOSEN, Proxy, proxy_for
from hfchat_gui.network.redirects import REDIRECTS, redirected
from hfchat_gui.network.socks import SocksBackend
from hfchat_gui.network.unprotected import must_stay_near

_PROXY_SIGN_IN = 407
_ON_THE_WAY = (_PROXY_SIGN_IN, 511)
_MOST_REDIRECTS = {"GET": 5, "POST": 3}
_MOST_IDLE = 8
_IN_TARGET = "/%:?&=~#+!$,;'@()*[]-._"
_ZONE = re.compile("%[^]]*")  # means something on this computer only (RFC 6874)
_BROKEN = (OSError, StaleConnection, httpcore.NetworkError, httpcore.RemoteProtocolError)


# At DEBUG the library would write the password of a SOCKS proxy into the log.
logging.getLogger("httpcore").setLevel(logging.INFO)


class Transport:
    """The connection pools, one per scheme and proxy; used by many threads at once."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._lock = threading.Lock()
        self._pools: dict[tuple[bool, Proxy | None, str], httpcore.ConnectionPool] = {}

    def send(
        self, request: HttpRequest, line: Line, chosen: ChosenProxy = NOTHING_CHOSEN
    ) -> tuple[httpcore.Response, str]:
        """Return the answer's head with its open body, and the URL that it came from.

        Raises `ChatError`, or what httpcore and the socket raise.
        """
        url = request.url
        for _ in range(_MOST_REDIRECTS.get(request.method, 0) + 1):
            response = self._deliver(request, url, line, chosen)
            if line.proxy is not None and answers_itself(line.proxy, url):
                hush(response, line.proxy)
            if response.status not in (*REDIRECTS, *_ON_THE_WAY):
                return response, url
            line.detach()
            response.close()
            if response.status in _ON_THE_WAY:
                raise _from_the_way(response.status, url)
            url = redirected(request, url, response.status, header(response, "location"))
        raise NotAChatServer(f"{host_of(request.url)} sends requests round in a circle.")

    def close(self) -> None:
        """Close the idle connections."""
        with self._lock:
            pools, self._pools = self._pools, {}
        for pool in pools.values():
            pool.close()

    def _deliver(
        self, request: HttpRequest, url: str, line: Line, chosen: ChosenProxy
    ) -> httpcore.Response:
        line.proxy = proxy = proxy_for(url, self._environment, chosen)
        line.near_only = must_stay_near(request.credential, url, through_proxy=proxy is not None)
        pool = self._pool(url, proxy)
        while True:
            line.start_over()
            try:
                with line.closing_on_failure():
                    return pool.handle_request(_core_request(request, url, proxy))
            except KeyUnprotected:
                if not line.reused:  # else it was an idle connection's peer; another may be near
                    raise
            except _BROKEN as error:
                # Ends at the latest with a new connection, which is never taken for an idle one.
                if not line.may_resend(error):
                    raise

    def _pool(self, url: str, proxy: Proxy | None) -> httpcore.ConnectionPool:
        secure = url.lower().startswith("https:")
        password = proxy.password.reveal() if proxy and proxy.password else ""
        with self._lock:
            pool = self._pools.get((secure, proxy, password))
            if pool is None:
                pool = _new_pool(secure=secure, proxy=proxy, password=password)
                self._pools[secure, proxy, password] = pool
            return pool


def _new_pool(*, secure: bool, proxy: Proxy | None, password: str) -> httpcore.ConnectionPool:
    through = None
    if proxy is not None:
        auth = (_sendable(proxy.user), _sendable(password)) if proxy.user or password else None
        by_tls = trust.tls_context() if proxy.is_secure else None
        through = httpcore.Proxy(proxy.url, auth=auth, ssl_context=by_tls)
    return httpcore.ConnectionPool(
        ssl_context=trust.tls_context() if secure else None,
        proxy=through,
        max_connections=None,
        max_keepalive_connections=_MOST_IDLE,
        keepalive_expiry=IDLE_LIMIT,
        network_backend=SocksBackend() if proxy and proxy.is_socks else PacedBackend(),
    )


def _sendable(text: str) -> bytes:
    return text.encode("utf-8", "replace")


def _from_the_way(status: int, url: str) -> Exception:
    """Return what to tell of an answer that no server gives, but something on the way to it."""
    if status == _PROXY_SIGN_IN:
        return httpcore.ProxyError(f"{status} Proxy Authentication Required")
    return Unreachable(
        f"This network lets nothing through to {host_of(url)} until you sign in. Open any page in "
        "a browser, sign in there, then try again."
    )


def _core_request(request: HttpRequest, url: str, proxy: Proxy | None) -> httpcore.Request:
    place = urlsplit(f"//{host_of(url)}")
    body = b""
    headers = {
        "Host": _ZONE.sub("", host_of(url)),
        "User-Agent": f"HFChat/{__version__}",
        "Accept": "*/*",
        "Accept-Encoding": "identity" if answers_itself(proxy, url) else content.ACCEPTED,
    }
    if origin(url) == origin(request.url):
        headers |= request.headers
    if request.body is not None:
        body = _as_json(request.body)
        headers |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    if (bearer := authorization(request.credential, url)) is not None:
        headers["Authorization"] = bearer
    target = httpcore.URL(
        scheme=url.partition(":")[0].lower().encode(),
        host=(place.hostname or "").encode(),
        port=place.port,
        target=_target(url).encode(),
    )
    named = [(name.encode("ascii"), value.encode("ascii")) for name, value in headers.items()]
    return httpcore.Request(request.method.encode(), target, headers=named, content=body)


def _as_json(value: Mapping[str, object]) -> bytes:
    try:
        return msgspec.json.encode(value)
    except UnicodeEncodeError:  # half a surrogate pair cannot be sent: it becomes a question mark
        return json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")


def _target(url: str) -> str:
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return quote(f"{parts.path or '/'}{query}", safe=_IN_TARGET)


def close(response: httpcore.Response) -> None:
    """Let an answer go; close a connection on which more than the answer came.

    The library would keep the rest, and take it for the answer to the next request.
    """
    stream: Any = response.stream
    for name in ("_stream", "_connection", "_h11_state"):
        stream = getattr(stream, name)
    if stream.trailing_data[0]:
        response.extensions["network_stream"].close()
    response.close()


def header(response: httpcore.Response, name: str) -> str:
    """Return a header of an answer, or ""."""
    return all_headers(response).get(name, "")


def all_headers(response: httpcore.Response) -> dict[str, str]:
    """Return the headers of an answer; names in lower case, repeated ones joined by `, `."""
    found: dict[str, str] = {}
    for name, value in _decoded(response):
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _decoded(response: httpcore.Response) -> Iterator[tuple[str, str]]:
    for name, value in response.headers:
        yield name.decode("latin-1").lower(), value.decode("latin-1")
