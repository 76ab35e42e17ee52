"""A secret bound to one scheme, host and port, and the one place that writes it into a request."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote

from hfchat_gui.conversation.errors import TokenMalformed
from hfchat_gui.conversation.origin import Origin, origin
from hfchat_gui.conversation.secret import Secret, check_secret, header_value
from hfchat_gui.conversation.secret_shapes import MASK, pieces_of, without_keys


@dataclass(frozen=True, slots=True)
class Credential:
    """A secret and the only origin that it may be sent to."""

    origin: Origin
    secret: Secret

    @classmethod
    def for_url(cls, url: str, secret: Secret) -> Credential:
        """Bind `secret` to the origin of `url`; raise `BadAddress` if there is none."""
        return cls(origin(url), secret)

    def fits(self, url: str) -> bool:
        """Whether `url` lies at the origin that this secret is for."""
        return origin(url) == self.origin


def without_key(text: str, credential: Credential | None) -> str:
    """Return a stranger's text without the key that was sent to it, in whatever form.

    Where letters of it are percent-encoded one by one, nothing of the text is left.
    """
    keys = credential.secret.forms() if credential else ()
    text = without_keys(text, keys)
    return MASK if any(pieces_of(keys, unquote(text))) else text


def authorization(credential: Credential | None, url: str) -> str | None:
    """Return the value of the Authorization header for `url`, or None where none may be sent.

    Raises `TokenMalformed`, without the text, if the secret cannot stand in a header.
    """
    if credential is None or not credential.fits(url):
        return None
    text = credential.secret.reveal()
    if problem := check_secret(text):
        raise TokenMalformed(
            f"The key for {origin(url).place} {problem}. Enter it anew in the settings; one from "
            "HFCHAT_API_KEY is corrected there, and HF Chat started again."
        )
    return header_value(text)
