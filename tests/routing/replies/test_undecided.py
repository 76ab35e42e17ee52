"""A server that was not ready to say what it is decides nothing until it does."""

from __future__ import annotations

import pytest

from hfchat_gui.conversation.errors import ServerBusy
from hfchat_gui.conversation.ports import Decision
from hfchat_gui.conversation.reply_events import ReplyFinished, Rerouted, TextDelta
from hfchat_gui.conversation.route import Route, WireKind
from hfchat_gui.routing.replies.undecided import Undecided
from tests.helpers.running import Run
from tests.routing.replies.played import Played, all_of

ROUTE = Route(WireKind.CHAT_COMPLETIONS, "http://127.0.0.1:1", "m")


def test_it_is_decided_with_each_reply_and_the_route_told_first(run: Run) -> None:
    backend = Played(TextDelta("Hi"), ReplyFinished("stop"))
    decided: list[ServerBusy | Decision] = [ServerBusy("not yet"), Decision(ROUTE, backend)]

    async def decide() -> Decision:
        now = decided.pop(0)
        if isinstance(now, ServerBusy):
            raise now
        return now

    undecided = Undecided(decide)
    with pytest.raises(ServerBusy, match="not yet"):
        run(all_of(undecided))
    assert run(all_of(undecided)) == [Rerouted(ROUTE), TextDelta("Hi"), ReplyFinished("stop")]
    assert (backend.asked, backend.closed) == (1, 1)
