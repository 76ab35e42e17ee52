"""Whatever a server says of the key it was sent, nobody reads it anywhere afterwards."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict
from pathlib import Path

import pytest

from hfchat_gui.assembly import KEY_VARIABLE, assemble
from hfchat_gui.conversation.conversation import Conversation
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import ReplyEvent
from hfchat_gui.conversation.session import ChatSession
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer
from tests.helpers.running import Run
from tests.helpers.secret_shapes import PLANTED, leaked
from tests.routing.core import Waits
from tests.secrets.echoes import REFUSALS, good_stream, listed_models, parts_of
from tests.secrets.watching import Heard, files_that_hold, hearing

KEYS = {
    "Hugging Face": f"hf_{PLANTED}abc",
    "no known shape": f"{PLANTED}abcdefgh",
    "login": "Basic bWU6UExBTlRFRDdTRUNSRVQ=",
}
PROMPT = "zebra quartz prompt nobody may log"
CHAT = "/v1/chat/completions"

Echo = Callable[[str], Answer]


@pytest.fixture
def heard() -> Iterator[Heard]:
    """Hear all that is logged."""
    with hearing() as found:
        yield found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for all that is kept."""
    monkeypatch.setenv("HFCHAT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def key(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The key in the environment: that of a parameter, or one without a known shape."""
    chosen = str(getattr(request, "param", KEYS["no known shape"]))
    monkeypatch.setenv(KEY_VARIABLE, chosen)
    return chosen


async def _ask(address: str) -> str:
    """Ask once, keep it all, and return everything that a front end could show of it."""
    seen: list[ReplyEvent] = []
    core = assemble(_no_report, endpoint=address, clock=Waits().clock)
    try:
        await core.database.own()
        session = ChatSession(
            Conversation.new(ModelRef(Source.ADDRESS, "", address)),
            core.wire,
            core.store,
            _no_report,
            on_event=seen.append,
        )
        session.send(PROMPT)
        await session.finished()
        reply, route = session.conversation.path[-1], session.route
        models = await _models(core.catalogue.server_models(address))
        chat = session.conversation.id
        kept = await core.store.load(chat)
        return "\n".join(map(str, (seen, asdict(reply), route, models, kept.path[-1])))
    finally:
        await core.aclose()


async def _models(asked: Awaitable[object]) -> object:
    try:
        return await asked
    except Exception as error:  # noqa: BLE001 - whatever it says is looked at
        return [error, getattr(error, "user_text", ""), getattr(error, "detail", "")]


def _no_report(error: BaseException) -> None:
    raise error


def _sent(key: str) -> str:
    """What a server finds behind the scheme in the header."""
    return key.partition(" ")[2] or key


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys(), indirect=True)
@pytest.mark.parametrize("echo", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_key_in_a_refusal_is_read_nowhere(
    run: Run, heard: Heard, home: Path, key: str, echo: Echo
) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", Answer.json({"object": "list", "data": [{"id": "m"}]}))
        server.on("POST", CHAT, echo(_sent(key)))
        shown = run(_ask(server.url))
        sent = [one.header("authorization") for one in server.requests if one.path == CHAT]
    assert sent[0] in (f"Bearer {key}", key)
    assert not leaked(shown)
    assert parts_of(_sent(key), shown) == []
    assert not leaked("\n".join(heard.lines))
    assert files_that_hold(home, leaked) == []
    assert PROMPT not in "\n".join(heard.lines)


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS.keys(), indirect=True)
def test_a_key_in_names_and_ids_is_read_nowhere(
    run: Run, heard: Heard, home: Path, key: str
) -> None:
    with ScriptedServer() as server:
        server.on("GET", "/v1/models", listed_models(_sent(key)))
        server.on("POST", CHAT, good_stream(_sent(key)))
        shown = run(_ask(server.url))
    assert "Hello" in shown
    assert not leaked(shown)
    assert parts_of(_sent(key), shown) == []
    assert not leaked("\n".join(heard.lines))
    assert files_that_hold(home, leaked) == []


@pytest.mark.parametrize("echo", REFUSALS.values(), ids=REFUSALS.keys())
def test_a_key_in_the_answer_to_the_first_question_is_read_nowhere(
    run: Run, heard: Heard, home: Path, key: str, echo: Echo
) -> None:
    with ScriptedServer() as server:
        server.otherwise(echo(key))
        shown = run(_ask(server.url))
    assert not leaked(shown)
    assert not leaked("\n".join(heard.lines))
    assert files_that_hold(home, leaked) == []


def test_the_watchers_see_a_planted_leak(run: Run, heard: Heard, home: Path) -> None:
    async def plant() -> str:
        core = assemble(_no_report)
        try:
            await core.database.own()
            session = ChatSession(
                Conversation.new(ModelRef(Source.ADDRESS, "", "http://127.0.0.1:9")),
                core.wire,
                core.store,
                _no_report,
            )
            session.send(f"a person typed {PLANTED}")
            await session.finished()
            core.preferences.remember_router_model(f"org/{PLANTED}")
            core.preferences.flush()
            await asyncio.sleep(0)
            return json.dumps([turn.text for turn in session.conversation.path])
        finally:
            await core.aclose()

    assert leaked(run(plant()))
    found = " ".join(files_that_hold(home, leaked))
    assert "preferences" in found
    assert ".db" in found or "sqlite" in found
    heard.handle(_record("hfchat_gui.planted", PLANTED))
    assert leaked("\n".join(heard.lines))


def _record(name: str, words: str) -> logging.LogRecord:
    return logging.LogRecord(name, logging.DEBUG, "", 1, words, (), None)
