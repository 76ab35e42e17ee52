"""One request in its own thread: sends, reads, decodes there, and hands the result to the loop."""

from __future__ import annotations

import asyncio
import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator
from queue import SimpleQueue
from typing import TYPE_CHECKING, cast

from hfchat_gui.conversation.errors import ChatError, InternalFault, Interrupted
from hfchat_gui.conversation.proxy import ChosenProxy
from hfchat_gui.network import content
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.handover import Handover, tell
from hfchat_gui.network.line import Line, use_line
from hfchat_gui.network.messages import HttpHead, HttpRequest
from hfchat_gui.network.proxies import NOTHING_CHOSEN

if TYPE_CHECKING:
    import httpcore

    from hfchat_gui.network.transport import Transport

# Turns the body's pieces into what is handed over; runs in the reader thread.
Plan = Callable[[Iterable[bytes]], Iterable[object]]

# A million events are a quarter of it. The text in them has its own limit, at whoever reads it.
_MOST_BYTES = 1024 * 1024 * 1024


class Exchange:
    """One request and its answer. Made and used on the loop; `_run` is the reader thread."""

    def __init__(
        self,
        request: HttpRequest,
        transport: Callable[[], Transport],
        frame: float,
        chosen: ChosenProxy = NOTHING_CHOSEN,
    ) -> None:
        self._request = request
        self._transport = transport
        self._chosen = chosen
        self._line = Line(
            frame=frame,
            first_byte=request.first_byte,
            silence=request.silence,
            without_content=request.without_content,
        )
        loop = asyncio.get_running_loop()
        self._loop = loop
        self._handover = Handover(loop)
        self._plan: SimpleQueue[Plan | None] = SimpleQueue()
        self._has_plan = False
        self._thread = threading.Thread(target=self._run, name="hfchat-reader", daemon=True)
        self.ended: asyncio.Future[None] = loop.create_future()

    # --- on the loop -----------------------------------------------------------------------------

    def start(self) -> None:
        """Start the reader thread."""
        self._thread.start()

    async def head(self) -> HttpHead:
        """Wait for the answer's head; raise a `ChatError`."""
        [head] = await self._handover.take()
        return cast("HttpHead", head)

    def read(self, plan: Plan, *, frame: float | None = None) -> None:
        """Begin to read the body by a plan, once; `frame` replaces the pause between reads."""
        if self._has_plan:
            raise RuntimeError("the body of an answer is read once")
        self._has_plan = True
        if frame is not None:
            self._line.frame = frame
        self._plan.put(plan)

    async def take(self) -> list[object]:
        """Return what the plan has made since the last call; [] at the end.

        What it raises is raised once the thread has left the plan.
        """
        try:
            return await self._handover.take()
        except Exception:
            await asyncio.wait([self.ended])
            raise

    def hushed(self, said: bytes) -> bytes:
        """Return what a proxy on the way may have said, without the password it was given."""
        proxy = self._line.proxy
        if proxy is None:
            return said
        text = said.decode("utf-8", "surrogateescape")
        return proxy.hushed(text).encode("utf-8", "surrogateescape")

    def end_within(self, seconds: float) -> None:
        """Break off the body if it still goes on then; from any thread."""
        self._line.end_within(seconds)

    def note_content(self) -> None:
        """Note that what was read last was more than a sign of life; from the reader thread."""
        self._line.note_content()

    def cut(self) -> None:
        """End it now; the thread ends by itself and sends nothing more."""
        self._handover.close()
        self._handover.end(Interrupted("The connection was closed before the reply was complete."))
        self._line.cut()
        self._plan.put(None)

    def let_go(self) -> None:
        """Leave an answer that was read as far as wanted; keep the connection if it has ended."""
        if self._has_plan:
            self._handover.close()
            self._line.let_go()
        else:
            self.cut()

    def join(self, seconds: float) -> None:
        """Wait for the thread, blocking: only once `ended` is done."""
        self._thread.join(seconds)

    # --- in the reader thread --------------------------------------------------------------------

    def _run(self) -> None:
        use_line(self._line)
        failure: Exception | None = None
        try:
            self._read_all()
        except Exception as error:  # noqa: BLE001 - raised again in the coroutine that waits
            failure = error
        finally:
            self._handover.end(failure)
            tell(self._loop, self._on_ended)

    def _read_all(self) -> None:
        with self._explaining():
            self._line.check()
            response, url = self._transport().send(self._request, self._line, self._chosen)
        self._line.has_head = True
        try:
            head = self._head_of(response, url)
            self._handover.put(head)
            plan = self._plan.get()
            if plan is not None:
                for item in plan(self._pieces(response, head)):
                    self._handover.put(item)
        finally:
            self._line.detach()
            self._close(response)

    def _close(self, response: httpcore.Response) -> None:
        from hfchat_gui.network.transport import close

        close(response)

    def _head_of(self, response: httpcore.Response, url: str) -> HttpHead:
        from hfchat_gui.network.transport import all_headers

        unsaid = self._line.proxy.forms() if self._line.proxy else ()
        return HttpHead(response.status, all_headers(response), url, unsaid)

    def _pieces(self, response: httpcore.Response, head: HttpHead) -> Iterator[bytes]:
        host = host_of(head.url)
        encoding = head.headers.get("content-encoding", "")
        with self._explaining():
            plain = content.decoded(self._body(response), encoding, host)
            for piece in content.limited(plain, _MOST_BYTES, host, Interrupted):
                self._line.check_reading()  # what is unpacked needs no further read for long
                yield piece

    def _body(self, response: httpcore.Response) -> Iterator[bytes]:
        for piece in response.iter_stream():
            self._line.begin_reading()
            yield piece

    @contextlib.contextmanager
    def _explaining(self) -> Iterator[None]:
        """Tell what the network raises; a plan's own faults come out as they are."""
        try:
            yield
        except Exception as error:
            explained = self._explained(error)
            if explained is error:
                raise
            raise explained from error

    def _explained(self, error: Exception) -> Exception:
        if isinstance(error, ChatError) or self._line.is_cut:
            return error
        try:
            from hfchat_gui.network.failures import Circumstances, chat_error
        except (ImportError, OSError) as unread:
            return self._unexplained(error, unread)
        at = Circumstances(
            host_of(self._request.url),
            self._line.phase,
            self._line.received,
            self._request.first_byte,
            self._request.silence,
            has_head=self._line.has_head,
            without_content=self._request.without_content,
            whole=self._line.whole,
            proxy=self._line.proxy,
        )
        return chat_error(error, at) or error

    def _unexplained(self, error: Exception, unread: Exception) -> ChatError:
        """Return what to tell where the part that explains failures cannot be read either."""
        return InternalFault(
            f"HF Chat cannot ask {host_of(self._request.url)}: this computer lets it open no more "
            "files, or a part of it is missing. Close other programs and start HF Chat again; if "
            "it stays so, install it again.",
            detail=f"{type(error).__name__}, then {type(unread).__name__}",
        )

    def _on_ended(self) -> None:
        if not self.ended.done():
            self.ended.set_result(None)
