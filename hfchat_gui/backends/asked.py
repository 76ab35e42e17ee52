"""Who was asked for what, and a refusal as the table of refusals reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from hfchat_gui.backends.masking import masked_name
from hfchat_gui.backends.retry_after import seconds_to_wait
from hfchat_gui.backends.server_words import ServerWords
from hfchat_gui.conversation.request import Turn
from hfchat_gui.network.addresses import host_of
from hfchat_gui.network.credentials import Credential

_ENDPOINTS = ".endpoints.huggingface.cloud"
_REQUEST_IDS = {
    "x-request-id": "request",
    "request-id": "request",
    "inference-id": "inference",
    "cf-ray": "ray",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """Who was asked for what. `keys` and `turns` are texts that must not be repeated.

    `is_embedded`: the program's own engine, whose address means nothing to a person. `path`: what
    was asked for at the host. `address`: the server's, under which its key is kept.
    `payer`: the organisation that was to pay, "" for the account itself.
    """

    host: str
    model: str = ""
    is_hugging_face: bool = False
    has_credential: bool = False
    keys: tuple[str, ...] = ()
    turns: tuple[str, ...] = ()
    is_embedded: bool = False
    path: str = ""
    address: str = ""
    payer: str = ""

    @property
    def model_place(self) -> str:
        """The model and where it runs, as a person reads it within a sentence."""
        return "the model on this computer" if self.is_embedded else f"the model at {self.host}"

    @property
    def model_name(self) -> str:
        """The model as a person reads it."""
        return self.model or "the model"

    @property
    def is_endpoint(self) -> bool:
        """Whether it is an Inference Endpoint, which sleeps when nobody asks it."""
        return self.host.partition(":")[0].endswith(_ENDPOINTS)

    def hiding(self, texts: Iterable[str]) -> Asked:
        """Return the same, with more texts that must not be repeated."""
        return replace(self, keys=(*self.keys, *texts))


def asked_at(
    url: str, base: str, model: str, credential: Credential | None, turns: Iterable[Turn]
) -> Asked:
    """Return who is asked at `url`, which belongs to the server `base`, with these turns."""
    return Asked(
        host_of(url),
        model,
        has_credential=credential is not None,
        keys=credential.secret.forms() if credential else (),
        turns=tuple(turn.text for turn in turns),
        path=urlsplit(url).path,
        address=base,
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """One refusal: the status, the server's words, its headers, and who was asked.

    `in_stream`: it came within an answer of status 200, whose headers name no time to wait.
    """

    status: int
    words: ServerWords
    headers: Mapping[str, str]
    asked: Asked
    in_stream: bool = False

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
        return seconds_to_wait({} if self.in_stream else self.headers, self.words.fields)

    @property
    def provider(self) -> str:
        """Which of the router's providers answered, as far as that is known."""
        named = masked_name(self.headers.get("x-inference-provider"), self.asked.keys)
        return named or self.asked.model.partition(":")[2]

    @property
    def trace(self) -> str:
        """Where this can be found again: status, host, and the ids that the server gave it."""
        ids = [(said, self.headers.get(name)) for name, said in _REQUEST_IDS.items()]
        ids.append(("request", self.words.fields.get("request_id")))
        told = [
            f"{said} {name}" for said, id_ in ids if (name := masked_name(id_, self.asked.keys))
        ]
        return ", ".join(dict.fromkeys([f"HTTP {self.status} from {self.asked.host}", *told]))
