"""A secret bound to one scheme, host and port, and the one place that writes it into a request."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hfchat_gui.conversation.errors import NO_ACTION, TokenMalformed
from hfchat_gui.conversation.origin import Origin, origin
from hfchat_gui.conversation.secret import Secret

# Visible ASCII: what a bearer token may hold. Anything else would end up, whole, in the text of
# the exception that the HTTP library raises for a bad header.
_SENDABLE = re.compile(r"[\x21-\x7e]+")
_LONGEST = 8000  # servers take 8 KiB for a header


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


def check_secret(text: str) -> str:
    """Return why a key cannot be sent, as what follows its name in a sentence; "" if it can."""
    if not text:
        return "is empty"
    if len(text) > _LONGEST:
        return "is longer than any key"
    if not _SENDABLE.fullmatch(text):
        return "holds a character that cannot be sent, such as a space or a line end"
    return ""


def authorization(credential: Credential | None, url: str) -> str | None:
    """Return the value of the Authorization header for `url`, or None where none may be sent.

    Raises `TokenMalformed`, without the text, if the secret cannot stand in a header.
    """
    if credential is None or not credential.fits(url):
        return None
    text = credential.secret.reveal()
    if problem := check_secret(text):
        raise TokenMalformed(
            f"The key for {origin(url).place} {problem}. Correct it in HFCHAT_API_KEY and start "
            "HF Chat again; a Hugging Face token is entered anew in the settings.",
            action=NO_ACTION,
        )
    return f"Bearer {text}"
