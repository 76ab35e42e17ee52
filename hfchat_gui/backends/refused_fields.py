"""Fields that a server refuses by name: left out, and the request is sent once more."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from typing import Any

from hfchat_gui.backends.server_words import ServerWords

_MAY_NAME_A_FIELD = (400, 422)
# transformers' `generate`, then `transformers serve`, each with a list of the names.
_LISTED = re.compile(
    r"(?:model_kwargs.{0,40}not used by the model: \[|unexpected keys in the request: [\[{])"
    r"([^\]}]{0,2000})",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"['\"](\w+)['\"]")


def refused_fields(status: int, words: ServerWords, sent: Collection[str]) -> list[str]:
    """Return those of the sent fields that the server does not know, from its refusal."""
    if status not in _MAY_NAME_A_FIELD:
        return []
    named = set()
    if listed := _LISTED.search(words.text):
        named.update(_QUOTED.findall(listed[1]))
    if "unsupported_parameter" in words.kind or "unknown_parameter" in words.kind:
        named.add(words.fields.get("param"))
    named.update(_extra(words.fields.get("detail")))
    return [name for name in sent if name in named]


def _extra(detail: Any) -> Iterable[str]:
    """Yield the fields that a FastAPI server forbids."""
    for entry in detail if isinstance(detail, list) else ():
        if isinstance(entry, dict) and entry.get("type") == "extra_forbidden":
            place = entry.get("loc")
            if isinstance(place, list) and place and isinstance(place[-1], str):
                yield place[-1]


class LeftOut:
    """The fields that one address has refused; `keep` is awaited with all of them for each new."""

    def __init__(
        self,
        names: Iterable[str] = (),
        keep: Callable[[tuple[str, ...]], Awaitable[None]] | None = None,
    ) -> None:
        self._names = dict.fromkeys(names)
        self._keep = keep

    async def learn(self, names: Iterable[str]) -> None:
        """Leave these out from now on."""
        self._names.update(dict.fromkeys(names))
        if self._keep is not None:
            await self._keep(tuple(self._names))

    def of(self, fields: Collection[str]) -> list[str]:
        """Return which of these are left out."""
        return [name for name in fields if name in self._names]

    def without(self, fields: Mapping[str, object]) -> dict[str, object]:
        """Return the fields that may be sent."""
        return {name: value for name, value in fields.items() if name not in self._names}


def told(names: Collection[str]) -> str:
    """Return the sentence that says what was left out of a request."""
    return f"This model has no setting for {', '.join(names)}; left out."
