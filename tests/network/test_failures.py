"""Tests for the table from exceptions to what the person is told."""

from __future__ import annotations

import errno
import inspect
import socket
import ssl

import httpcore
import pytest
import socksio

from hfchat_gui.conversation.errors import (
    BadAddress,
    CertificateRefused,
    ChatError,
    InternalFault,
    Interrupted,
    NotAChatServer,
    ProxyFailed,
    TimedOut,
    Unreachable,
)
from hfchat_gui.network.failures import Circumstances, chat_error
from hfchat_gui.network.line import OnlySignsOfLife, Phase, Unfinished
from hfchat_gui.network.paced import StaleConnection

CONNECTING = Circumstances("gpu.example:8000", Phase.CONNECTING)
WAITING = Circumstances("gpu.example:8000", Phase.WAITING, first_byte=300.0)
READING = Circumstances(
    "gpu.example:8000", Phase.READING, heard=True, silence=90.0, without_content=600.0
)
SLOW = Circumstances("gpu.example:8000", Phase.READING, heard=True, silence=15.0, whole=20.0)
BEGUN = Circumstances("gpu.example:8000", Phase.WAITING, heard=True, has_head=True)
HEARD = Circumstances("gpu.example:8000", Phase.WAITING, heard=True)

CUT = "peer closed connection without sending complete message body (incomplete chunked read)"


def exceptions_of(module: object) -> list[type[Exception]]:
    return [
        member
        for _, member in inspect.getmembers(module, inspect.isclass)
        if issubclass(member, Exception)
    ]


def untrusted(message: str) -> ssl.SSLCertVerificationError:
    error = ssl.SSLCertVerificationError(1, "certificate verify failed")
    error.verify_message = message
    return error


@pytest.mark.parametrize("kind", exceptions_of(httpcore))
@pytest.mark.parametrize("at", [CONNECTING, WAITING, READING])
def test_every_exception_of_the_http_library_has_its_row(
    kind: type[Exception], at: Circumstances
) -> None:
    failure = chat_error(kind("words"), at)
    assert failure is not None
    assert at.host in failure.user_text
    assert failure.detail


@pytest.mark.parametrize(
    "kind",
    [kind for kind in (*exceptions_of(socket), *exceptions_of(ssl)) if issubclass(kind, OSError)],
)
def test_every_exception_of_sockets_and_tls_has_its_row(kind: type[Exception]) -> None:
    assert chat_error(kind(1, "words"), CONNECTING) is not None


@pytest.mark.parametrize(
    ("error", "at", "kind", "words"),
    [
        (ConnectionRefusedError(), CONNECTING, Unreachable, "Start the server there"),
        (socket.gaierror(socket.EAI_NONAME, ""), CONNECTING, Unreachable, "no server called"),
        (socket.gaierror(socket.EAI_AGAIN, ""), CONNECTING, Unreachable, "looked up just now"),
        (OSError(errno.ENETUNREACH, ""), CONNECTING, Unreachable, "ENETUNREACH"),
        (OSError(errno.EHOSTUNREACH, ""), READING, Interrupted, "broke off"),
        (OSError("no number"), CONNECTING, Unreachable, "OSError"),
        (ConnectionResetError(), WAITING, Unreachable, "without an answer"),
        (ConnectionResetError(), READING, Interrupted, "broke off"),
        (BrokenPipeError(), WAITING, Unreachable, "without an answer"),
        (StaleConnection(), WAITING, Unreachable, "without an answer"),
        (TimeoutError(), CONNECTING, TimedOut, "could not be reached in time"),
        (TimeoutError(), WAITING, TimedOut, "did not answer for 5 minutes"),
        (TimeoutError(), HEARD, TimedOut, "did not answer. It may"),
        (TimeoutError(), READING, TimedOut, "nothing came for 90 seconds"),
        (OnlySignsOfLife(), READING, TimedOut, "alive for 10 minutes but sent no text"),
        (Unfinished(), SLOW, TimedOut, "bit by bit for 20 seconds"),
        (TimeoutError(errno.ETIMEDOUT, ""), CONNECTING, TimedOut, "could not be reached in time"),
        (TimeoutError(errno.ETIMEDOUT, ""), WAITING, Unreachable, "lost without a sign"),
        (TimeoutError(errno.ETIMEDOUT, ""), READING, Interrupted, "lost without a sign"),
        (untrusted("certificate has expired"), CONNECTING, CertificateRefused, "has expired"),
        (untrusted(""), CONNECTING, CertificateRefused, "cannot be verified"),
        (ssl.SSLError(1, "odd"), CONNECTING, Unreachable, "No encryption could be agreed on"),
        (ssl.SSLEOFError(8, "EOF"), CONNECTING, Unreachable, "before it was encrypted"),
        (ssl.SSLEOFError(8, "EOF"), WAITING, Unreachable, "without an answer"),
        (ssl.SSLError(1, "bad record"), BEGUN, Interrupted, "broke off"),
        (ssl.SSLError(1, "bad record"), READING, Interrupted, "broke off"),
        (httpcore.RemoteProtocolError("x"), HEARD, NotAChatServer, "does not speak HTTP"),
        (httpcore.RemoteProtocolError("x"), BEGUN, Interrupted, "breaks the rules of HTTP"),
        (httpcore.RemoteProtocolError(CUT), BEGUN, Interrupted, "broke off"),
        (httpcore.RemoteProtocolError(CUT), READING, Interrupted, "broke off"),
        (ConnectionResetError(), BEGUN, Interrupted, "broke off"),
        (httpcore.RemoteProtocolError("x"), WAITING, Unreachable, "without an answer"),
        (httpcore.RemoteProtocolError("x"), READING, Interrupted, "breaks the rules of HTTP"),
        (socksio.ProtocolError("odd"), CONNECTING, ProxyFailed, "A proxy on the way"),
        (UnicodeError("label too long"), CONNECTING, BadAddress, "name of a server"),
    ],
)
def test_causes_are_told_apart(
    error: Exception, at: Circumstances, kind: type[ChatError], words: str
) -> None:
    failure = chat_error(error, at)
    assert type(failure) is kind
    assert words in failure.user_text
    assert "gpu.example:8000" in failure.user_text


def test_a_header_in_the_librarys_words_is_not_repeated() -> None:
    failure = chat_error(httpcore.LocalProtocolError("Illegal header b'Bearer hf_x'"), WAITING)
    assert isinstance(failure, InternalFault)
    assert "hf_x" not in failure.user_text + failure.detail


@pytest.mark.parametrize("error", [LookupError("x"), ValueError("x"), AssertionError()])
def test_a_fault_of_the_program_is_not_explained_away(error: Exception) -> None:
    assert chat_error(error, WAITING) is None


@pytest.mark.parametrize(
    "error",
    [
        socket.gaierror(socket.EAI_NONAME, "x"),
        socket.gaierror(socket.EAI_AGAIN, "x"),
        OSError(errno.ENETUNREACH, "x"),
        ConnectionRefusedError(),
        TimeoutError(),
    ],
)
@pytest.mark.parametrize("host", ["router.huggingface.co", "huggingface.co"])
def test_an_absent_network_is_not_the_persons_mistake(error: Exception, host: str) -> None:
    told = chat_error(error, Circumstances(host, Phase.CONNECTING))
    assert isinstance(told, Unreachable)
    assert told.user_text == (
        f"Hugging Face ({host}) cannot be reached. Check whether this computer is online, then "
        "try again; the model on this computer works without network."
    )
    assert told.detail == f"{type(error).__name__} while connecting"


@pytest.mark.parametrize(
    ("error", "at"),
    [
        (TimeoutError(), Circumstances("router.huggingface.co", Phase.READING, heard=True)),
        (ConnectionError(), Circumstances("router.huggingface.co", Phase.WAITING)),
        (ssl.SSLCertVerificationError(), Circumstances("huggingface.co", Phase.CONNECTING)),
        (httpcore.ProxyError("407"), Circumstances("huggingface.co", Phase.CONNECTING)),
        (ConnectionRefusedError(), Circumstances("nothuggingface.co", Phase.CONNECTING)),
    ],
)
def test_other_failures_at_hugging_face_are_told_as_anywhere(
    error: Exception, at: Circumstances
) -> None:
    told = chat_error(error, at)
    assert told is not None
    assert "Hugging Face (" not in told.user_text


def test_too_many_open_files_are_no_fault_of_the_network() -> None:
    told = chat_error(OSError(errno.EMFILE, "x"), CONNECTING)
    assert isinstance(told, InternalFault)
    assert "open no more files" in told.user_text
