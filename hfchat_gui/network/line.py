"""What one request holds of its connection, so that another thread can end it at any moment."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from concurrent.futures import CancelledError, Future
from contextvars import ContextVar
from enum import Enum
from time import monotonic
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

if TYPE_CHECKING:
    from hfchat_gui.conversation.origin import Origin
    from hfchat_gui.network.proxies import Proxy

T = TypeVar("T")

CONNECT_LIMIT = 10.0
SEND_LIMIT = 30.0
# How long an idle connection that is used again may leave what is sent without a receipt.
RECEIPT_LIMIT = 8.0
# How long a server may take to close an answer that was understood, so that the connection can
# be used again.
_GRACE = 0.25
# A connection that was idle and breaks this soon after sending was closed before the request came.
_STALE_WITHIN = 1.0
# After waking up a computer first has to find its network again.
_AWAKE_GRACE = 30.0
# A wait that took so much longer than its limit was slept through.
_OVERSLEPT = 5.0


class OnlySignsOfLife(TimeoutError):
    """The server kept the connection alive for long and sent nothing else."""


class Unfinished(TimeoutError):
    """The answer was still going on when the time for the whole of it was over."""


class Cut(Exception):
    """The request was ended from this side; nobody waits for it any more."""


class Phase(Enum):
    """How far a request has come; each has its own limit."""

    CONNECTING = "connecting"
    WAITING = "waiting"
    READING = "reading"


class Line:
    """One request's hold on a socket. `cut` and `let_go` come from the loop, all else from the
    reader thread. Times are in seconds; `frame` is the pause between two reads.
    """

    def __init__(
        self,
        *,
        frame: float,
        first_byte: float | None,
        silence: float | None,
        without_content: float | None = None,
    ) -> None:
        self.frame = frame
        self.first_byte = first_byte
        self.silence = silence
        self.without_content = without_content
        self.phase = Phase.CONNECTING
        self.near_only: Origin | None = None
        self.proxy: Proxy | None = None
        self._lock = threading.Lock()
        self._hurry = threading.Event()
        self._socket: socket.socket | None = None
        self._awaited: Future[Any] | None = None
        self._cut = False
        self._blocked = False
        self.whole: float | None = None
        self._end_by: float | None = None
        self._grace_until = 0.0
        self.start_over()

    def start_over(self) -> None:
        """Forget what was seen of a connection, before the request is sent on another."""
        self.phase = Phase.CONNECTING
        self.reused = False
        self.received = False
        self.has_head = False
        self._sent_at: float | None = None
        self._content_at: float | None = None

    # --- from the loop ---------------------------------------------------------------------------

    def cut(self) -> None:
        """End the request now: the server sees the connection close, the thread wakes."""
        with self._lock:
            self._hang_up()

    def let_go(self) -> None:
        """End a request whose answer was understood: a moment's grace if nothing blocks."""
        with self._lock:
            if self._blocked:
                self._hang_up()
            else:
                self.end_within(_GRACE)
                self._hurry.set()

    def _hang_up(self) -> None:
        self._cut = True
        self._hurry.set()
        if self._awaited is not None:
            self._awaited.cancel()
        if self._socket is not None:
            # Not SSLSocket's own shutdown: it would switch a reading thread to the bare bytes.
            with contextlib.suppress(OSError):
                socket.socket.shutdown(self._socket, socket.SHUT_RDWR)

    # --- from the reader thread ------------------------------------------------------------------

    @property
    def is_cut(self) -> bool:
        """Whether the request was ended from this side."""
        return self._cut

    def check(self) -> None:
        """Raise `Cut` if the request was ended from this side."""
        if self._cut:
            raise Cut

    def attach(self, sock: socket.socket) -> None:
        """Take hold of a socket before anything is done with it; raise `Cut` if too late."""
        with self._lock:
            self.check()
            self._socket = sock

    def result_of(self, work: Future[T], seconds: float) -> T:
        """Return what another thread finds, which goes on alone when this raises.

        Raises what `work` raises, `TimeoutError`, or `Cut` at the moment the request is ended.
        """
        with self._lock:
            self.check()
            self._awaited = work
        try:
            return work.result(seconds)
        except CancelledError:
            raise Cut from None
        finally:
            self._awaited = None

    def end_within(self, seconds: float) -> None:
        """Read on for so long at most, whatever still comes; then reads raise `Unfinished`."""
        self.whole = seconds
        self._end_by = monotonic() + seconds

    def detach(self) -> None:
        """Let the socket go, before it is closed or given back to the pool."""
        with self._lock:
            self._socket = None

    @contextlib.contextmanager
    def closing_on_failure(self) -> Iterator[None]:
        """Close the socket when sending fails: httpcore forgets one that fails under a proxy."""
        try:
            yield
        except BaseException:
            with self._lock:
                if self._socket is not None:
                    self._socket.close()
                self._socket = None
            raise

    def pause_until(self, moment: float) -> None:
        """Sleep until a time of `monotonic`; wake and raise `Cut` when the request is ended."""
        left = moment - monotonic()
        if left > 0:
            self._hurry.wait(left)
        self.check()

    def begin_receive(self) -> float | None:
        """Mark the start of a blocking read and return its limit; raise `Cut`, `TimeoutError`."""
        with self._lock:
            self.check()
            limit = self._limit()
            self._blocked = True
        return limit

    def end_receive(self) -> None:
        """Mark the end of a blocking read; raise `Cut` if the request was ended meanwhile."""
        with self._lock:
            self._blocked = False
            self.check()

    def sent(self, *, to_proxy: bool) -> None:
        """Note that bytes have left for the server, or for a proxy on the way to it."""
        self._sent_at = monotonic()
        self.phase = Phase.CONNECTING if to_proxy else Phase.WAITING

    def begin_reading(self) -> None:
        """Note that a piece of the answer's body has come."""
        self.phase = Phase.READING
        if self._content_at is None:
            self._content_at = monotonic()

    def check_reading(self) -> None:
        """Raise `Cut`, or that a limit for what has come is over, though no read blocks."""
        self.check()
        self._limit()

    def note_content(self) -> None:
        """Note that what came was more than a sign of life."""
        self._content_at = monotonic()

    def slept_through(self, limit: float | None, seconds: float, wall_seconds: float) -> bool:
        """Note how long a read took by both clocks; return whether the computer slept meanwhile.

        That counts against no limit: some clocks go on in sleep, and the network comes back later
        than the program.
        """
        if limit is None or max(seconds, wall_seconds) < limit + _OVERSLEPT:
            return False
        slept = max(0.0, seconds - limit)
        if self._sent_at is not None:
            self._sent_at += slept
        if self._content_at is not None:
            self._content_at += slept
        if self._end_by is not None:
            self._end_by += slept
        self._grace_until = monotonic() + _AWAKE_GRACE
        return True

    def give_up(self) -> NoReturn:
        """Raise the `TimeoutError` of a read that reached its limit."""
        self._limit()
        raise TimeoutError("nothing came")

    def may_resend(self, error: Exception) -> bool:
        """Whether the request certainly met a connection that had died while idle."""
        if not self.reused or self.received or self._cut:
            return False
        passed = 0.0 if self._sent_at is None else monotonic() - self._sent_at
        if isinstance(error, TimeoutError):
            # The system's own has a number, and means that nobody acknowledged what was sent.
            return error.errno is not None and passed < RECEIPT_LIMIT + _STALE_WITHIN
        return passed < _STALE_WITHIN

    def _limit(self) -> float | None:
        limit = self._limit_of_phase()
        if limit is not None:
            limit = max(limit, self._grace_until - monotonic())
        if self._end_by is None:
            return limit
        left = self._end_by - monotonic()
        if left <= 0:
            raise Unfinished
        return left if limit is None else min(limit, left)

    def _limit_of_phase(self) -> float | None:
        if self.phase is Phase.CONNECTING:
            return CONNECT_LIMIT if self._sent_at is None else self._left_of(CONNECT_LIMIT)
        if self.phase is Phase.READING:
            return self._limit_of_reading()
        if self.first_byte is None or self._sent_at is None:
            return self.first_byte
        return self._left_of(self.first_byte)

    def _left_of(self, limit: float) -> float:
        """Return what is left of a limit since the last sending, for all of an answer's parts."""
        return max(0.001, (self._sent_at or 0.0) + limit - monotonic())

    def _limit_of_reading(self) -> float | None:
        if self.without_content is None or self._content_at is None:
            return self.silence
        left = self._content_at + self.without_content - monotonic()
        if left <= 0:
            raise OnlySignsOfLife
        return left if self.silence is None else min(left, self.silence)


_CURRENT: ContextVar[Line] = ContextVar("line")


def use_line(line: Line) -> None:
    """Make `line` the one that this thread works for."""
    _CURRENT.set(line)


def current_line() -> Line:
    """Return the line that this thread works for."""
    return _CURRENT.get()
