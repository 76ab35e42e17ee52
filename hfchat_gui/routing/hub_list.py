"""Asks Hugging Face's router which models it serves, and keeps its last list for days offline."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass, replace
from math import inf
from time import monotonic, time
from typing import Protocol

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.json_reading import NotJson, read_json
from hfchat_gui.backends.replies import refusal
from hfchat_gui.conversation.errors import ChatError, ServerFailed
from hfchat_gui.conversation.model_ref import ModelInfo
from hfchat_gui.conversation.ports import RouterModels
from hfchat_gui.network.addresses import api_url, host_of
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.messages import HttpRequest
from hfchat_gui.routing.hub import ROUTER_BASE, ROUTER_VARIABLE
from hfchat_gui.routing.hub_entries import read_entries, written_entries

YOUNG_SECONDS = 600.0
"""How long a list is taken for granted; the router checks its providers every few hours."""

PAUSE_SECONDS = 5.0
"""How long after one question to the router the next one is answered from the last."""

_PATIENCE = 15.0
_MOST_BYTES = 4 * 1024 * 1024  # forty times what it is


class KeptText(Protocol):
    """Where the last list is on disk. Nothing is raised: without a disk there is no last list."""

    async def read(self) -> bytes | None:
        """Return what was kept, or None."""
        ...

    async def write(self, content: bytes) -> None:
        """Keep it in place of what was kept before."""
        ...


@dataclass(slots=True)
class _Known:
    """The last list, and when (monotonic) the router was asked last."""

    models: RouterModels
    asked: float = -inf

    def is_due(self, fresh: bool) -> bool:
        """Whether the router is to be asked anew."""
        if monotonic() - self.asked < PAUSE_SECONDS:
            return False
        is_young = 0 <= time() - self.models.read_at <= YOUNG_SECONDS
        return fresh or self.models.problem is not None or not is_young


class HubList:
    """The list of one router, `base`; callers that come at once share one question.

    No credential goes along: the list is public, and who reads it is nobody's business.
    """

    def __init__(self, client: HttpClient, kept: KeptText, base: str) -> None:
        self._client = client
        self._kept = kept
        self._base = base
        self._known: _Known | None = None
        self._turn = asyncio.Lock()

    async def models(self, *, fresh: bool = False) -> RouterModels:
        """Return the list: the kept one while it is young, unless `fresh`.

        What fails is in `problem`; the models are then those of the last list, if there was one.
        """
        async with self._turn:
            known = self._known = self._known or _Known(await self._last())
            if known.is_due(fresh):
                await self._ask_anew(known)
            return known.models

    async def _ask_anew(self, known: _Known) -> None:
        try:
            models = await self._asked()
        except ChatError as error:
            record = error.record()
            if self._base != ROUTER_BASE:
                message = f"{record.message} {ROUTER_VARIABLE} names this address."
                record = replace(record, message=message)
            known.models = replace(known.models, problem=record)
        else:
            known.models = RouterModels(models, time())
            content = await asyncio.to_thread(_written, self._base, known.models)
            await self._kept.write(content)
        known.asked = monotonic()

    async def _asked(self) -> tuple[ModelInfo, ...]:
        request = HttpRequest(
            "GET", api_url(self._base, "models"), first_byte=_PATIENCE, silence=_PATIENCE
        )
        answer = await self._client.fetch(request, _MOST_BYTES)
        host = host_of(self._base)
        if answer.status != 200:
            asked = Asked(host)
            raise await asyncio.to_thread(
                refusal, answer.status, answer.headers, answer.body, asked
            )
        models = await asyncio.to_thread(_models_in, answer.body)
        if models is None:
            raise ServerFailed(
                f"{host} answered, but not with a list of models. Try again later; where a "
                "network asks for a login first, open a web page to log in."
            )
        return models

    async def _last(self) -> RouterModels:
        content = await self._kept.read()
        found = await asyncio.to_thread(_read, self._base, content) if content else None
        return found or RouterModels()


def _models_in(body: bytes) -> tuple[ModelInfo, ...] | None:
    try:
        return read_entries(read_json(body))
    except NotJson:
        return None


def _written(base: str, known: RouterModels) -> bytes:
    data = {"router": base, "read_at": known.read_at, **written_entries(known.models)}
    return json.dumps(data).encode()


def _read(base: str, content: bytes) -> RouterModels | None:
    """Return what `_written` wrote for this router; None for anything else."""
    try:
        value = read_json(content)
    except NotJson:
        return None
    models = read_entries(value)
    if models is None or value.get("router") != base:
        return None
    read_at = value.get("read_at")
    is_number = isinstance(read_at, int | float) and not isinstance(read_at, bool)
    is_time = is_number and 0 < read_at <= time()
    return RouterModels(models, float(read_at) if is_time else 0.0)
