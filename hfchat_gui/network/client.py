"""The HTTP client of the whole program: one pool, one reader thread per request, no per-token cost.

Nothing here imports the HTTP library before the first request: that takes 100 ms.
"""

from __future__ import annotations

import asyncio
from collections.abc import (
    AsyncGenerator,
    AsyncIterator,
    Awaitable,
    Callable,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import cached_property
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, TypeVar, cast

from hfchat_gui.conversation.errors import Interrupted
from hfchat_gui.conversation.origin import is_loopback
from hfchat_gui.conversation.proxy import ChosenProxy
from hfchat_gui.network import content
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.exchange import Exchange, Plan
from hfchat_gui.network.messages import HttpAnswer, HttpHead, HttpRequest
from hfchat_gui.network.proxies import NOTHING_CHOSEN

if TYPE_CHECKING:
    from hfchat_gui.network.transport import Transport

__all__ = ["HttpAnswer", "HttpClient", "HttpRequest", "HttpStream"]

T = TypeVar("T")
_MOST_BYTES = 8 * 1024 * 1024
_MOST_WITHOUT_CONTENT = 32 * 1024 * 1024  # unpacked: comments may be a few kB for as many MB
_WHOLE_WITHIN = 20.0  # seconds; lists and answers to probes are there in one
_END_WITHIN = 0.4  # seconds; below what the program has for its end


class HttpStream:
    """An answer whose body is still open; read it once, by `batches` or `body`."""

    def __init__(self, exchange: Exchange, head: HttpHead) -> None:
        self._exchange = exchange
        self._head = head

    @property
    def status(self) -> int:
        """The HTTP status."""
        return self._head.status

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers; names in lower case."""
        return self._head.headers

    @property
    def url(self) -> str:
        """Where the answer came from, after redirects."""
        return self._head.url

    @property
    def unsaid(self) -> tuple[str, ...]:
        """What must not be repeated of the body, if more of it than a reply's text is shown."""
        return self._head.unsaid

    def end_within(self, seconds: float) -> None:
        """Break off a body that still goes on then; `decode` may call it, in its thread."""
        self._exchange.end_within(seconds)

    async def batches(
        self, decode: Callable[[bytes], Sequence[T]], finish: Callable[[], Sequence[T]]
    ) -> AsyncGenerator[Sequence[T], None]:
        """Yield what `decode` makes of each read, once a frame, and last what `finish` returns.

        What `decode` makes nothing of is a sign of life and no more, of which there may be so many
        bytes in a row. Both run in the reader thread;
        what they raise is raised here. Raises a `ChatError` when
        the connection fails; neither runs any more then.
        """
        plan = _decoding(decode, finish, self._exchange.note_content, host_of(self.url))
        self._exchange.read(plan)
        while items := await self._exchange.take():
            for item in items:
                yield cast("Sequence[T]", item)
                # A fast server has the next one ready: the rest of the program comes first.
                await asyncio.sleep(0)

    async def body(self, limit: int = _MOST_BYTES) -> bytes:
        """Return the whole body, decoded; raise `ServerFailed` above `limit` bytes."""
        self._exchange.read(_collecting(limit, host_of(self.url)), frame=0.0)
        [whole] = await self._exchange.take()
        said = cast("bytes", whole)
        return said if 200 <= self.status < 300 else self._exchange.hushed(said)


class HttpClient:
    """Sends requests. `frame`: seconds between two reads of a streamed answer; `proxy`: what the
    person chose, asked before each request that leaves this computer.

    Works on any asyncio loop. Close it with `aclose` before the loop ends.
    """

    def __init__(
        self, frame: float = 0.05, proxy: Callable[[], Awaitable[ChosenProxy]] | None = None
    ) -> None:
        self._frame = frame
        self._proxy = proxy
        self._open: set[Exchange] = set()
        self._closed = False
        self._making = Lock()

    async def fetch(
        self,
        request: HttpRequest,
        limit: int = _MOST_BYTES,
        *,
        within: float | None = _WHOLE_WITHIN,
    ) -> HttpAnswer:
        """Return a whole answer, whatever its status; raise a `ChatError` if there is none.

        `within`: seconds from its head to its end (None = no limit), so that a server that sends a
        byte now and then is not waited for without end.
        """
        async with self.open(request) as stream:
            if within is not None:
                stream.end_within(within)
            body = await stream.body(limit)
        return HttpAnswer(stream.status, stream.headers, body, stream.url, stream.unsaid)

    def open(self, request: HttpRequest) -> AbstractAsyncContextManager[HttpStream]:
        """Send a request and give its answer once the head is there; raise a `ChatError`.

        Leaving the context by an exception (cancelled, closed) ends the request at once; leaving
        it in order keeps the connection if the answer has ended.
        """
        return self._opened(request)

    @asynccontextmanager
    async def _opened(self, request: HttpRequest) -> AsyncIterator[HttpStream]:
        chosen = NOTHING_CHOSEN
        if self._proxy is not None and not is_loopback(request.url):
            chosen = await self._proxy()
        exchange = self._begin(request, chosen)
        try:
            yield HttpStream(exchange, await exchange.head())
        except BaseException:
            exchange.cut()
            raise
        exchange.let_go()

    async def aclose(self) -> None:
        """End what is open, close all connections, and wait a moment for the reader threads."""
        self._closed = True
        deadline = monotonic() + _END_WITHIN
        ending = list(self._open)
        for exchange in ending:
            exchange.cut()
        if ending:
            await asyncio.wait([exchange.ended for exchange in ending], timeout=_END_WITHIN)
        for exchange in ending:
            if exchange.ended.done():
                exchange.join(max(0.01, deadline - monotonic()))
        if "_transport" in self.__dict__:
            self._transport.close()

    def _begin(self, request: HttpRequest, chosen: ChosenProxy) -> Exchange:
        if self._closed:
            raise RuntimeError("the HTTP client is closed")
        exchange = Exchange(request, self._shared_transport, self._frame, chosen)
        exchange.start()  # first: where no thread can be had, nothing is open
        self._open.add(exchange)
        exchange.ended.add_done_callback(lambda _: self._open.discard(exchange))
        return exchange

    def _shared_transport(self) -> Transport:
        with self._making:  # called by reader threads, so that the import is not on the loop
            return self._transport

    @cached_property
    def _transport(self) -> Transport:
        from hfchat_gui.network.transport import Transport

        return Transport()


def _decoding(
    decode: Callable[[bytes], Sequence[T]],
    finish: Callable[[], Sequence[T]],
    note_content: Callable[[], None],
    host: str,
) -> Plan:
    def plan(pieces: Iterable[bytes]) -> Iterator[object]:
        size = 0
        for piece in pieces:
            size += len(piece)
            if made := decode(piece):
                note_content()
                yield made
                size = 0
            elif size > _MOST_WITHOUT_CONTENT:
                raise Interrupted(
                    f"{host} sent {size // 1024**2} MB without a word of the reply, so it was "
                    "ended. Try again; if it stays so, the fault is at the server."
                )
        if made := finish():
            yield made

    return plan


def _collecting(limit: int, host: str) -> Plan:
    def plan(pieces: Iterable[bytes]) -> Iterator[object]:
        yield b"".join(content.limited(pieces, limit, host))

    return plan
