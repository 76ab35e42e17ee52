"""Asks an unknown address, once, what it is: by its native routes, with nothing of the chat."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from time import time

from hfchat_gui.backends.asked import Asked
from hfchat_gui.backends.replies import not_a_chat_server, refusal
from hfchat_gui.backends.server_words import ServerWords, read_words
from hfchat_gui.conversation.error_record import enter_key
from hfchat_gui.conversation.errors import ChatError, ModelUnknown, TimedOut
from hfchat_gui.conversation.origin import is_loopback
from hfchat_gui.conversation.route import ServerFacts, WireKind
from hfchat_gui.conversation.secret_shapes import may_be_words, places_of
from hfchat_gui.network.addresses import api_url, host_of
from hfchat_gui.network.client import HttpClient
from hfchat_gui.network.credentials import Credential
from hfchat_gui.network.messages import HttpAnswer, HttpRequest
from hfchat_gui.routing.recognition import MODELS, NATIVE_ROUTES, is_pipeline, recognise
from hfchat_gui.routing.server_answers import ECHO, Reading, listed_models, read_answer


@dataclass(frozen=True, slots=True)
class Limits:
    """Seconds for the first question, and for each of those that may remain unanswered."""

    first: float
    others: float


@dataclass(frozen=True, slots=True)
class Probed:
    """What was learnt; not complete where a route that could have said more was silent."""

    facts: ServerFacts
    is_complete: bool


_NEAR = Limits(first=5.0, others=1.3)
_FAR = Limits(first=20.0, others=6.0)


class Probe:
    """Asks addresses what they are. `credential` goes along only where one is handed over."""

    def __init__(self, client: HttpClient) -> None:
        self._client = client

    async def ask(self, base: str, credential: Credential | None = None) -> Probed:
        """Say what the address is; raise a `ChatError` where it cannot be a chat server.

        Where nothing is proven but an API answers, chat completions are assumed: then `server`
        and `models` are empty.
        """
        asking = _Asking(self._client, base, credential)
        facts = _without_keys(await asking.facts(), base, asking.hidden)
        return Probed(facts, is_complete=bool(facts.server) or not asking.was_kept_waiting)


def _without_keys(facts: ServerFacts, base: str, forms: Iterable[str]) -> ServerFacts:
    """Leave out models whose name repeats the key, since names are kept.

    A key of words stands in a name by chance, and says nothing. Raises `ModelUnknown` where no
    model is left: nothing would say which one is asked.
    """
    telling = [form for form in forms if not may_be_words(form)]
    models = tuple(name for name in facts.models if not any(places_of(telling, name)))
    if facts.models and not models:
        raise ModelUnknown(
            f"{host_of(base)} names its models by the key that it was sent, so none of them is "
            "shown or kept. Give the server another key.",
            action=enter_key(base),
        )
    return replace(facts, models=models)


class _Asking:
    """The questions to one address."""

    def __init__(self, client: HttpClient, base: str, credential: Credential | None) -> None:
        self._client = client
        self._base = base
        self._credential = credential
        self._limits = _NEAR if is_loopback(base) else _FAR
        self.was_kept_waiting = False
        keys = credential.secret.forms() if credential else ()
        has_credential = credential is not None
        self._asked = Asked(host_of(base), has_credential=has_credential, keys=keys, address=base)

    @property
    def hidden(self) -> tuple[str, ...]:
        """The texts that must not be repeated."""
        return self._asked.keys

    async def facts(self) -> ServerFacts:
        first = await self._fetch("GET", api_url(self._base, "models"), self._limits.first)
        self._asked = self._asked.hiding(first.unsaid)
        models = await asyncio.to_thread(self._judge, first)
        answers = {MODELS: models, **await self._native_answers()}
        listed = listed_models(models)
        if found := recognise(answers):
            names = found.models if found.models is not None else listed
            return self._chat(found.server, names or (), found.context)
        if listed is not None:
            return self._chat("", listed)
        if pipeline := await self._pipeline(answers):
            return ServerFacts(WireKind.TEXT_GENERATION, pipeline, "toolkit", learnt=time())
        if models.value is None and not await self._has_chat_route():
            raise await asyncio.to_thread(not_a_chat_server, _words(first), self._asked)
        return self._chat("", ())

    def _judge(self, answer: HttpAnswer) -> Reading:
        """Read the first answer; raise where the server refuses all talk or is a web site."""
        reading = read_answer(answer)
        if reading.status == 200 and reading.is_page:
            raise not_a_chat_server(_words(answer), self._asked)
        if reading.status != 200 and not reading.is_absent:
            raise refusal(answer.status, answer.headers, answer.body, self._asked)
        return reading

    async def _native_answers(self) -> Mapping[str, Reading]:
        urls = [f"{self._base}{route}" for route in NATIVE_ROUTES]
        readings = await asyncio.gather(*(self._try("GET", url) for url in urls))
        return dict(zip(NATIVE_ROUTES, readings, strict=True))

    async def _pipeline(self, answers: Mapping[str, Reading]) -> str:
        """Return the URL at which a pipeline answers, or "".

        To some servers a path with a slash at its end is another one than without.
        """
        has_path = self._base.count("/") > 2
        for url in (self._base, f"{self._base}/")[: 1 + has_path]:
            if is_pipeline(await self._try("POST", url), answers):
                return url
        return ""

    async def _has_chat_route(self) -> bool:
        """Whether a request without messages is refused as a chat route does, not as unknown."""
        reading = await self._try("POST", api_url(self._base, "chat/completions"))
        return not reading.is_page and reading.status not in (0, 404, 405, 501)

    async def _try(self, method: str, url: str) -> Reading:
        """Ask what may fail: an empty reading where there is no answer in time."""
        try:
            answer = await self._fetch(method, url, self._limits.others)
            return await asyncio.to_thread(read_answer, answer)
        except ChatError as error:
            self.was_kept_waiting |= isinstance(error, TimedOut)
            return Reading()

    async def _fetch(self, method: str, url: str, limit: float) -> HttpAnswer:
        return await self._client.fetch(
            HttpRequest(
                method,
                url,
                body={} if method == "POST" else None,
                credential=self._credential,
                headers=ECHO,
                first_byte=limit,
                silence=limit,
            )
        )

    def _chat(
        self, server: str, models: tuple[str, ...], context: int | None = None
    ) -> ServerFacts:
        return ServerFacts(
            WireKind.CHAT_COMPLETIONS, self._base, server, models, context, learnt=time()
        )


def _words(answer: HttpAnswer) -> ServerWords:
    return read_words(answer.body, answer.headers.get("content-type", ""))
