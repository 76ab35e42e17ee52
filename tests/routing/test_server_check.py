"""Testing a server says what it is, with its key, and sends nothing of any chat."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hfchat_gui.conversation.errors import BadAddress, NotAChatServer, SignInNeeded, Unreachable
from hfchat_gui.conversation.route import WireKind
from hfchat_gui.conversation.secret import Secret
from hfchat_gui.conversation.servers import Server, ServerReport
from hfchat_gui.network.client import HttpClient
from hfchat_gui.routing.server_check import ServerChecker
from tests.helpers.http_server import Answer, ScriptedServer, refused_address
from tests.helpers.running import Run
from tests.routing import shapes
from tests.routing.core import Facts, Keys


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with ScriptedServer() as running:
        yield running


def checked(
    run: Run,
    address: str,
    kind: str = "",
    keys: Keys | None = None,
    facts: Facts | None = None,
    *,
    typed: Secret | None = None,
) -> ServerReport:
    async def check() -> ServerReport:
        client = HttpClient()
        try:
            checker = ServerChecker(client, keys or Keys(), facts or Facts())
            return await checker.check(Server("Mine", address, kind), typed)
        finally:
            await client.aclose()

    return run(check())


def test_a_server_says_what_it_is_and_is_remembered(run: Run, server: ScriptedServer) -> None:
    shapes.vllm(server)
    facts = Facts()
    report = checked(run, server.url, facts=facts)
    assert (report.facts.server, report.facts.models) == ("vllm", ("org/m",))
    assert report.notes == ("Its answer came without a key.",)
    assert 0 < report.seconds < 10
    assert facts.known == {server.url: report.facts}
    assert {asked.method for asked in server.requests} == {"GET"}


def test_it_is_asked_anew_whatever_was_known(run: Run, server: ScriptedServer) -> None:
    shapes.tgi(server)
    facts = Facts()
    checked(run, server.url, facts=facts)
    shapes.vllm(server)
    server.on("GET", "/info", Answer.text("", 404))
    assert checked(run, server.url, facts=facts).facts.server == "vllm"


def test_its_key_goes_along(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    report = checked(run, server.url, keys=Keys({server.url: "my-key"}))
    assert report.notes == ("The key for this address went along.",)
    assert {asked.header("authorization") for asked in server.requests} == {"Bearer my-key"}


def test_a_typed_key_goes_in_place_of_it(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    checked(run, server.url, keys=Keys({server.url: "my-key"}), typed=Secret("other-key"))
    assert {asked.header("authorization") for asked in server.requests} == {"Bearer other-key"}


def test_a_server_without_a_list_or_a_stream_says_so(run: Run, server: ScriptedServer) -> None:
    server.on("POST", "/v1/chat/completions", Answer.json({"error": "no messages"}, 422))
    assert checked(run, server.url).notes[0].startswith("It lists no models.")
    shapes.toolkit(server)
    report = checked(run, server.url)
    assert report.facts.wire is WireKind.TEXT_GENERATION
    assert report.notes[0] == "It answers all at once; there is no stream."
    assert all(asked.body in (b"", b"{}") for asked in server.requests)


def test_a_guess_is_called_one_and_not_remembered(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    server.on("GET", "/info", Answer.hang())
    facts = Facts()
    assert "this is a guess" in checked(run, server.url, facts=facts).notes[0]
    assert not facts.known


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("tgi", "You set this server to Text Generation Inference, but it shows itself to be vLLM"),
        ("vllm", ""),
        ("", ""),
    ],
)
def test_a_set_kind_that_it_contradicts_is_told(
    run: Run, server: ScriptedServer, kind: str, words: str
) -> None:
    shapes.vllm(server)
    notes = " ".join(checked(run, server.url, kind).notes)
    assert words in notes
    assert ("You set" in notes) is bool(words)


def test_a_set_kind_that_it_does_not_confirm_is_told(run: Run, server: ScriptedServer) -> None:
    shapes.plain(server)
    assert "does not say what kind it is" in checked(run, server.url, "tgi").notes[-1]
    assert "You set" not in " ".join(checked(run, server.url, "openai").notes)


def test_what_cannot_be_used_has_its_cause(run: Run, server: ScriptedServer) -> None:
    with pytest.raises(BadAddress, match="shut down"):
        checked(run, "https://api-inference.huggingface.co/models/org/m")
    with refused_address() as address, pytest.raises(Unreachable):
        checked(run, address)
    server.on("GET", "/v1/models", Answer.json({"error": "no key"}, 401))
    with pytest.raises(SignInNeeded):
        checked(run, server.url)
    server.on("GET", "/v1/models", Answer.html("<html>A page</html>"))
    with pytest.raises(NotAChatServer):
        checked(run, server.url)
