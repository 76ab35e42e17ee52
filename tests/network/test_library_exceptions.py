"""A walk over the exceptions of the HTTP libraries: each has its row, or its reason to have none.

The client is built on httpcore. httpx, which wraps it, is installed beside it and never raises
here; what it calls its own is nevertheless met by us in the ways written below.
"""

from __future__ import annotations

import inspect

import httpcore
import httpx
import pytest

from hfchat_gui.network.failures import _TABLE, Circumstances, chat_error
from hfchat_gui.network.line import Phase

_BASE = "a base class: only those below it are raised"
_NEVER = "a mistake in the use of a response, which the client has no way to make"
_MET_ELSEWHERE = {
    "HTTPError": _BASE,
    "RequestError": _BASE,
    "TransportError": _BASE,
    "DecodingError": "content.decoded raises ServerFailed or Interrupted",
    "TooManyRedirects": "Transport.send raises NotAChatServer",
    "HTTPStatusError": "a status is no exception here: backends read it",
    "InvalidURL": "conversation.origin raises BadAddress",
    "CloseError": "what fails in closing is no news: the answer has been read, or given up",
    "CookieConflict": "no cookie is kept or sent",
    "StreamError": _NEVER,
    "StreamConsumed": _NEVER,
    "StreamClosed": _NEVER,
    "ResponseNotRead": _NEVER,
    "RequestNotRead": _NEVER,
}


def exceptions_of(module: object) -> dict[str, type[Exception]]:
    found = inspect.getmembers(module, inspect.isclass)
    return {name: kind for name, kind in found if issubclass(kind, Exception)}


@pytest.mark.parametrize("phase", Phase)
@pytest.mark.parametrize("name", exceptions_of(httpcore))
def test_every_exception_of_httpcore_has_its_row(name: str, phase: Phase) -> None:
    told = chat_error(exceptions_of(httpcore)[name]("words"), Circumstances("gpu.example", phase))
    assert told is not None
    assert "gpu.example" in told.user_text
    assert told.detail == f"{name} while {phase.value}"


@pytest.mark.parametrize("name", exceptions_of(httpx))
def test_every_exception_of_httpx_is_met_under_its_name_or_elsewhere(name: str) -> None:
    ours = exceptions_of(httpcore).get(name)
    if name in _MET_ELSEWHERE:
        assert ours is None
    else:
        assert ours is not None
        assert chat_error(ours("x"), Circumstances("gpu.example", Phase.READING)) is not None


def test_nothing_stands_in_the_list_that_httpx_does_not_have() -> None:
    assert set(_MET_ELSEWHERE) <= set(exceptions_of(httpx))


def test_the_table_has_no_row_for_the_rest() -> None:
    assert not {Exception, BaseException, RuntimeError, ValueError, LookupError} & set(_TABLE)
