"""One failure of each kind as the program words it, made from what a server or the system said."""

from __future__ import annotations

import json
import socket
import ssl
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from time import time

import httpcore

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.replies import not_a_chat_server, refusal
from hfchat_gui.backends.server_words import read_words
from hfchat_gui.backends.stop_strings import _EMPTY
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.error_record import LEAVE_OUT_OLDEST, NEW_CHAT, ErrorRecord
from hfchat_gui.conversation.error_table import ErrorRow
from hfchat_gui.conversation.errors import (
    ChatError,
    EmptyAnswer,
    FolderInUse,
    KeyringUnavailable,
    NotAModelFile,
    PromptTooLong,
    StorageFailed,
    TokenMalformed,
)
from hfchat_gui.conversation.message import Message, Role, Timings
from hfchat_gui.conversation.origin import origin
from hfchat_gui.conversation.reply_errors import record_at
from hfchat_gui.local.last_words import crash
from hfchat_gui.local.models import _missing, check_model_file, damaged, not_enough_memory
from hfchat_gui.network.failures import Circumstances, chat_error
from hfchat_gui.network.line import Phase
from hfchat_gui.network.unprotected import _not_sent
from hfchat_gui.settings.paths import FOLDER_GONE
from hfchat_gui.settings.system_keyring import SILENT
from hfchat_gui.settings.token_text import checked
from hfchat_gui.store.lock import IN_USE
from tests.ui.stand_in_ports import LOCAL

HUB = Asked("router.huggingface.co", "Qwen/Qwen3-32B", is_hugging_face=True, has_credential=True)
BOX = Asked("gpu.example:8000", "org/model", address="http://gpu.example:8000")
_WAIT = "900"  # seconds
_MODEL = Path("Qwen3-4B-Q4_K_M.gguf")


def record_of(row: ErrorRow) -> ErrorRecord:
    """What the card of this kind says and offers; raises `StopIteration` for an unknown one."""
    error = next(one for one in _failures() if one.kind == row.kind)
    reply = Message(Role.ASSISTANT, timings=Timings(ended=time()))
    record = record_at(Conversation.new(LOCAL), reply, error, continues=False)
    if isinstance(error, PromptTooLong):
        record = replace(record, action=LEAVE_OUT_OLDEST, other_action=NEW_CHAT)
    return record


def _failures() -> list[ChatError]:
    return [
        _said(401, "Invalid credentials in Authorization header", HUB),
        _said(403, "This token lacks the permission to call Inference Providers", HUB),
        _said(403, "Access to model org/model is gated. You must accept the licence.", HUB),
        _said(402, "You have exceeded your monthly included credits", HUB),
        _said(429, "Too many requests", HUB, **{"retry-after": _WAIT}),
        _said(503, "Loading model", BOX),
        _said(400, "The endpoint is paused, ask a maintainer to restart it", BOX),
        _said(400, "model_not_supported", replace(HUB, model="Qwen/Qwen3-32B:groq")),
        _said(500, "CUDA error: device-side assert triggered", BOX),
        _said(400, "n must be 1", BOX),
        _said(400, "Conversation roles must alternate user/assistant", BOX),
        _said(400, "This model does not support chat", BOX),
        _said(400, "This model's maximum context length is 8192 tokens, you sent 9001", BOX),
        _said(404, "The model org/model does not exist", BOX),
        not_a_chat_server(read_words(b"<html><title>It works", "text/html"), BOX),
        *_on_the_way(),
        _raised(TokenMalformed, lambda: checked("hf_ two words")),
        _raised(NotAModelFile, lambda: check_model_file(Path(__file__))),
        _not_sent(origin(BOX.address)),
        KeyringUnavailable(SILENT),
        EmptyAnswer(_EMPTY),
        _missing(_MODEL, [Path("/usr/share/hfchat/models")]),
        damaged(_MODEL, "cut short: 2048 of 4096 bytes are missing"),
        not_enough_memory(_MODEL, "needs 4096 bytes, free are 2048"),
        crash(["GGML_ASSERT: out of range"], -6),
        StorageFailed(FOLDER_GONE),
        FolderInUse(IN_USE),
    ]


def _said(status: int, words: str, asked: Asked, **headers: str) -> ChatError:
    body = json.dumps({"error": {"message": words}}).encode()
    return refusal(status, {"content-type": "application/json", **headers}, body, asked)


def _raised(kind: type[ChatError], work: Callable[[], object]) -> ChatError:
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


def _on_the_way() -> list[ChatError]:
    calling = Circumstances("gpu.example:8000", Phase.CONNECTING)
    reading = replace(calling, phase=Phase.READING, heard=True, has_head=True)
    waiting = replace(calling, phase=Phase.WAITING, first_byte=300.0)
    untrusted = ssl.SSLCertVerificationError("certificate verify failed")
    untrusted.verify_code, untrusted.verify_message = 18, "self-signed certificate"
    cases = (
        (ConnectionResetError(), reading),
        (ConnectionRefusedError(), calling),
        (socket.gaierror(socket.EAI_NONAME, "x"), calling),
        (httpcore.ProxyError("403 Forbidden"), calling),
        (httpcore.ProxyError("407 Proxy Authentication Required"), calling),
        (TimeoutError(), waiting),
        (untrusted, calling),
        (UnicodeError(), calling),
        (httpcore.LocalProtocolError(), calling),
    )
    found = [chat_error(error, at) for error, at in cases]
    return [error for error in found if error is not None]
