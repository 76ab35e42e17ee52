"""What talks to servers is loaded once, when it is needed, and not before."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from hfchat_gui.assembly import Core, assemble
from hfchat_gui.conversation.errors import Unreachable
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.servers import Server
from tests.helpers.answers import Answer
from tests.helpers.http_server import ScriptedServer, refused_address
from tests.helpers.running import Run

_ROOT = Path(__file__).parents[2]


def unexpected(error: BaseException) -> None:
    """Fail for whatever a background task reports."""
    pytest.fail(repr(error))


def test_the_core_is_there_before_anything_of_the_network_is_loaded() -> None:
    script = (
        "import sys; from hfchat_gui.assembly import assemble; assemble(print)\n"
        "for name in ('httpcore', 'msgspec', 'hfchat_gui.backends', 'hfchat_gui.routing.router'):\n"
        "    assert name not in sys.modules, name\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=_ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_all_who_ask_at_once_get_the_same_wire(run: Run) -> None:
    async def scenario(core: Core) -> None:
        first, second = await asyncio.gather(core.wire.ready(), core.wire.ready())
        assert first is second

    run(_with_core(scenario))


def test_it_routes_checks_and_lists_through_the_wire(run: Run) -> None:
    async def scenario(core: Core) -> None:
        with ScriptedServer() as server:
            server.on("GET", "/v1/models", Answer.json({"data": [{"id": "tiny"}]}))
            decision = await core.wire.route(ModelRef(Source.ADDRESS, "", server.url))
            assert decision.route.model == "tiny"
            report = await core.wire.check(Server("Mine", server.url))
            assert report.facts.models == ("tiny",)
            [listed] = await core.catalogue.server_models(server.url)
            assert listed.ref.name == "tiny"

    run(_with_core(scenario))


def test_the_router_s_list_is_asked_through_it_too(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(core: Core) -> None:
        listed = await core.catalogue.router_models()
        assert listed.problem is not None
        assert listed.problem.kind == Unreachable.kind

    with refused_address() as nowhere:
        monkeypatch.setenv("HFCHAT_ROUTER", nowhere)
        run(_with_core(scenario))


def test_a_core_that_ends_before_or_while_it_is_made_ends_in_peace(run: Run) -> None:
    async def scenario(core: Core) -> None:
        making = asyncio.ensure_future(core.wire.ready())
        await asyncio.sleep(0)
        await core.aclose()
        await making

    run(_with_core(scenario))
    run(_with_core(_nothing))


async def _nothing(core: Core) -> None:
    assert core.paths.data.name


async def _with_core(scenario: Callable[[Core], Awaitable[None]]) -> None:
    core = assemble(unexpected)
    try:
        await scenario(core)
    finally:
        await core.aclose()
