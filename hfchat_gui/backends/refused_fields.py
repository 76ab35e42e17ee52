"""Fields that a server refuses by name: left out, and the request is sent anew, a few times."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

from hfchat_gui.backends.overflow import longest_reply
from hfchat_gui.backends.server_words import ServerWords
from hfchat_gui.conversation.error_record import TRY_AGAIN
from hfchat_gui.conversation.errors import RequestRefused

_MAY_NAME_A_FIELD = (400, 422)
# transformers' `generate`, then `transformers serve`, each with a list of the names.
_LISTED = re.compile(
    r"(?:model_kwargs.{0,40}not used by the model: \["
    r"|(?:unexpected keys|unsupported fields) in the request: [\[{])([^\]}]{0,2000})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"['\"](\w+)['\"]")
_NO = r"(?:un(?:supported|known|recogni[sz]ed|expected|used)|not (?:supported|permitted|allowed"
_NO += r"|recogni[sz]ed|accepted|known|available|a valid)|(?:does not|doesn't|cannot) "
_NO += r"(?:support|accept|know|take|use)|no longer|deprecated|forbidden|extra inputs?\b)"
# Met at OpenAI, Groq, Cerebras, Fireworks, Mistral, xAI, Gemini, serde and JSON schema checkers:
# "Unsupported parameter: 'x'", "property 'x' is unsupported", "x is not supported by this model".
_NO_BEFORE = re.compile(rf"{_NO}[^.;!?]{{0,60}}$", re.IGNORECASE)
_NO_AFTER = re.compile(rf"[^\w.;!?]{{0,3}}[^.;!?]{{0,24}}\b{_NO}", re.IGNORECASE)
# After these words come the names that are taken.
_TAKEN = re.compile(r"\b(?:expected|must be) one of\b|\b(?:supported|valid|allowed) \w+ are\b")
_NEAR = 80
_MOST_READ = 4000
_KINDS = ("unsupported_parameter", "unknown_parameter", "unsupported_value")
_INSTEAD = {"max_tokens": "max_completion_tokens"}
# What follows a field's name where it is taken, but not with such a number.
_BOUND = re.compile(
    r"[^.;!?]{0,40}?(?:\b(?:above|over|beyond|outside|below|under|between|exceed(?:s|ing)?"
    r"|(?:larger|greater|higher|lower|smaller|more|less|fewer) than|at (?:most|least))\b|[<>])"
    r"[^.;!?\d]{0,24}\d",
    re.IGNORECASE,
)

MOST_ROUNDS = 4
"""How often a request is sent anew without the fields that were refused.

Most servers name all of them at once, some one at a time. What is refused in the last answer is
remembered as well, so that the next question begins without it.
"""


def refused_fields(status: int, words: ServerWords, sent: Collection[str]) -> list[str]:
    """Return those of the sent fields that the server does not know, from its refusal."""
    if status not in _MAY_NAME_A_FIELD:
        return []
    named: set[Any] = set(_extra(words.fields.get("detail")))
    if listed := _LISTED.search(words.text):
        named.update(_QUOTED.findall(listed[1]))
    text = _TAKEN.split(words.text[:_MOST_READ])[0]
    param = words.fields.get("param")
    if any(kind in words.kind for kind in _KINDS) and not _is_out_of_range(param, text):
        named.add(param)
    return [name for name in sent if name in named or _is_refused_in(text, name)]


def _is_refused_in(text: str, name: str) -> bool:
    """Whether a text says of this field, by its name, that it is no use with any value."""
    return any(
        _NO_BEFORE.search(before) or _NO_AFTER.match(after)
        for before, after in _around(text, name)
        if not _BOUND.match(after)
    )


def _is_out_of_range(name: object, text: str) -> bool:
    """Whether a text names a limit for this field: then it is known, and only its value refused."""
    if not isinstance(name, str):
        return False
    is_length = longest_reply(text) is not None and name in (*_INSTEAD, *_INSTEAD.values())
    return is_length or any(_BOUND.match(after) for _, after in _around(text, name))


def _around(text: str, name: str) -> Iterator[tuple[str, str]]:
    """Yield what stands around a field, under its own name or in camel case."""
    head, *rest = name.split("_")
    camel = head + "".join(part.title() for part in rest)
    places = re.finditer(rf"(?<![\w-])(?:{re.escape(name)}|{re.escape(camel)})(?![\w-])", text)
    for at in places:
        yield text[max(0, at.start() - _NEAR) : at.start()], text[at.end() : at.end() + _NEAR]


def _extra(detail: Any) -> Iterable[str]:
    """Yield the fields that a FastAPI server forbids."""
    for entry in detail if isinstance(detail, list) else ():
        if isinstance(entry, dict) and entry.get("type") in (
            "extra_forbidden",
            "value_error.extra",
        ):
            place = entry.get("loc")
            if isinstance(place, list) and place and isinstance(place[-1], str):
                yield place[-1]


class LeftOut:
    """The fields that one address has refused; `keep` is awaited with all of them for each new.

    Some servers take `max_completion_tokens` alone: it stands in for a refused `max_tokens`.
    """

    def __init__(
        self,
        names: Iterable[str] = (),
        keep: Callable[[tuple[str, ...]], Awaitable[None]] | None = None,
    ) -> None:
        self._names = dict.fromkeys(names)
        self._keep = keep

    async def learn(self, names: Iterable[str], options: Collection[str] = ()) -> list[str]:
        """Leave these out from now on; return which of the options are newly left out by it."""
        known = self.of(options)
        self._names.update(dict.fromkeys(names))
        if self._keep is not None:
            await self._keep(tuple(self._names))
        return [name for name in self.of(options) if name not in known]

    async def forget(self, names: Collection[str]) -> None:
        """Send these again from now on: they were named, but without them it was no better."""
        if any(name in self._names for name in names):
            self._names = dict.fromkeys(name for name in self._names if name not in names)
            if self._keep is not None:
                await self._keep(tuple(self._names))

    def of(self, fields: Collection[str]) -> list[str]:
        """Return which of these are left out, whatever name they could have gone under."""
        return [name for name in fields if self._name_of(name) is None]

    def without(self, fields: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that may be sent, under the names that are taken."""
        named = ((self._name_of(name), value) for name, value in fields.items())
        return {name: value for name, value in named if name is not None}

    def _name_of(self, name: str) -> str | None:
        if name not in self._names:
            return name
        other = _INSTEAD.get(name)
        return None if other in self._names else other


def left_out_note(names: Collection[str]) -> str:
    """Return the sentence that says what was left out of a request."""
    return f"This model has no setting for {', '.join(names)}; left out."


def one_after_another(host: str, names: Collection[str]) -> RequestRefused:
    """Return the error for a server that refused `names` after `MOST_ROUNDS` other answers."""
    return RequestRefused(
        f"{host} refuses one setting after another; the last was {', '.join(names)}. Try again to "
        "go on without it, or set fewer of them.",
        action=TRY_AGAIN,
    )
