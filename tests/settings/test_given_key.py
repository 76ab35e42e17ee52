"""A key that was given for one run goes to its origin alone."""

from __future__ import annotations

from hfchat_gui.conversation.secret import Secret
from hfchat_gui.settings.given_key import GivenKey
from tests.helpers.running import Run


class _Others:
    async def for_url(self, url: str) -> Secret | None:
        return Secret(f"other for {url}")


def test_the_given_key_goes_to_its_origin_and_nowhere_else(run: Run) -> None:
    given = GivenKey("http://h:1/v1", Secret("given"), _Others())

    async def key_for(url: str) -> str:
        secret = await given.for_url(url)
        assert secret is not None
        return secret.reveal()

    assert run(key_for("http://h:1/other")) == "given"
    for url in ("https://h:1/", "http://h:2/", "http://h.example:1/", "no address"):
        assert run(key_for(url)) == f"other for {url}"
