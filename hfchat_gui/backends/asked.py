"""Who was asked for what, and a refusal as the table of refusals reads it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from hfchat_gui.backends.retry_after import seconds_to_wait
from hfchat_gui.backends.server_words import ServerWords


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked for what. `keys` and `turns` are texts that must not be repeated.

    `is_embedded`: the program's own engine, whose address means nothing to a person.
    """

    host: str
    model: str = ""
    is_hugging_face: bool = False
    has_credential: bool = False
    keys: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    is_embedded: bool = False

    @property
    def model_place(self) -> str:
        """The model and where it runs, as a person reads it within a sentence."""
        return "the model on this computer" if self.is_embedded else f"the model at {self.host}"

    @property
    def model_name(self) -> str:
        """The model as a person reads it."""
        return self.model or "the model"


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal: the status, the server's words, its headers, and who was asked."""

    status: int
    words: ServerWords
    headers: Mapping[str, str]
    asked: Asked

    @property
    def said(self) -> str:
        """The server's words in lower case, with its machine names, to search in.

        Old transformers backends say "unknown error" and what it was among the warnings.
        """
        warnings = self.words.fields.get("warnings")
        warnings = warnings if isinstance(warnings, list) else []
        texts = [text for text in warnings if isinstance(text, str)]
        return " ".join([self.words.text, self.words.kind, *texts]).lower()

    @property
    def wait(self) -> float | None:
        """Seconds the server asks to wait, if it does."""
        return seconds_to_wait(self.headers, self.words.fields)
