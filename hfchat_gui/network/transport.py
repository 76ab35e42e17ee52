"""Sends one request over the pooled connections: proxies, redirects, idle connections, headers."""

from __future__ import annotations

import json
import logging
import os
import threading
from collections.abc import Iterator, Mapping
from urllib.parse import quote, urljoin, urlsplit

import httpcore

from hfchat_gui import __version__
from hfchat_gui.conversation.characters import printable
from hfchat_gui.conversation.errors import BadAddress, NotAChatServer
from hfchat_gui.conversation.origin import origin
from hfchat_gui.network import content, trust
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.credentials import authorization
from hfchat_gui.network.line import Line
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.network.paced import IDLE_LIMIT, PacedBackend, StaleConnection
from hfchat_gui.network.proxies import Proxy, proxy_for

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_MOST_REDIRECTS = {"GET": 5, "POST": 3}
_MOST_IDLE = 8
_LONGEST_SHOWN = 120
_IN_TARGET = "/%:?&=~#+!$,;'@()*[]-._"
_BROKEN = (OSError, StaleConnection, httpcore.NetworkError, httpcore.RemoteProtocolError)


# At DEBUG the library would write the password of a SOCKS proxy into the log.
logging.getLogger("httpcore").setLevel(logging.INFO)


class Transport:
    """The connection pools, one per scheme and proxy; used by many threads at once."""

    def __init__(self, environment: Mapping[str, str] = os.environ) -> None:
        self._environment = environment
        self._lock = threading.Lock()
        self._pools: dict[tuple[bool, Proxy | None], httpcore.ConnectionPool] = {}

    def send(self, request: HttpRequest, line: Line) -> tuple[httpcore.Response, str]:
        """Return the answer's head with its open body, and the URL that it came from.

        Raises `ChatError`, or what httpcore and the socket raise.
        """
        url = request.url
        for _ in range(_MOST_REDIRECTS.get(request.method, 0) + 1):
            response = self._deliver(request, url, line)
            if response.status not in _REDIRECTS:
                return response, url
            line.detach()
            response.close()
            url = _redirected(request, url, response)
        raise NotAChatServer(f"{host_of(request.url)} sends requests round in a circle.")

    def close(self) -> None:
        """Close the idle connections."""
        with self._lock:
            pools, self._pools = self._pools, {}
        for pool in pools.values():
            pool.close()

    def _deliver(self, request: HttpRequest, url: str, line: Line) -> httpcore.Response:
        while True:
            line.start_over()
            try:
                with line.closing_on_failure():
                    return self._pool(url).handle_request(_core_request(request, url))
            except _BROKEN as error:
                # Ends at the latest with a new connection, which is never taken for an idle one.
                if not line.may_resend(error):
                    raise

    def _pool(self, url: str) -> httpcore.ConnectionPool:
        secure = url.lower().startswith("https:")
        proxy = proxy_for(url, self._environment)
        with self._lock:
            pool = self._pools.get((secure, proxy))
            if pool is None:
                pool = self._pools[secure, proxy] = _new_pool(secure=secure, proxy=proxy)
            return pool


def _new_pool(*, secure: bool, proxy: Proxy | None) -> httpcore.ConnectionPool:
    through = None
    if proxy is not None:
        password = proxy.password.reveal() if proxy.password else ""
        auth = (proxy.user, password) if proxy.user or password else None
        through = httpcore.Proxy(proxy.url, auth=auth)
    return httpcore.ConnectionPool(
        ssl_context=trust.tls_context() if secure else None,
        proxy=through,
        max_connections=None,
        max_keepalive_connections=_MOST_IDLE,
        keepalive_expiry=IDLE_LIMIT,
        network_backend=PacedBackend(),
    )


def _core_request(request: HttpRequest, url: str) -> httpcore.Request:
    place = urlsplit(f"//{host_of(url)}")
    body = b""
    headers = {
        "Host": host_of(url),
        "User-Agent": f"HFChat/{__version__}",
        "Accept": "*/*",
        "Accept-Encoding": content.ACCEPTED,
    }
    if origin(url) == origin(request.url):
        headers |= request.headers
    if request.body is not None:
        # Half a surrogate pair cannot be sent: it becomes a question mark, not an exception.
        body = json.dumps(request.body, ensure_ascii=False).encode("utf-8", "replace")
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


def _target(url: str) -> str:
    parts = urlsplit(url)
    query = f"?{parts.query}" if parts.query else ""
    return quote(f"{parts.path or '/'}{query}", safe=_IN_TARGET)


def _redirected(request: HttpRequest, url: str, response: httpcore.Response) -> str:
    """Return where to ask instead; a credential stays behind at another origin by itself."""
    try:
        new = urljoin(url, header(response, "location").partition("#")[0])
        elsewhere = origin(new) != origin(url)
    except (BadAddress, ValueError) as error:
        raise NotAChatServer(
            f"{host_of(url)} sends the request on to something that is no web address."
        ) from error
    if request.method == "GET":
        return new
    if elsewhere or response.status not in (307, 308):
        raise BadAddress(
            f"{host_of(url)} sends this request on to {_shown(new)}. Nothing was sent there; if "
            "you trust it, enter it as the address."
        )
    return new


def _shown(url: str) -> str:
    url = printable(url)
    return url if len(url) <= _LONGEST_SHOWN else url[: _LONGEST_SHOWN - 1] + "…"


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
