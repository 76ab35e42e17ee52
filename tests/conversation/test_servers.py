"""A server's kind says which protocol it speaks."""

from __future__ import annotations

from hfchat_gui.conversation.route import WireKind
from hfchat_gui.conversation.servers import SERVER_KINDS, Server


def test_only_the_pipeline_speaks_text_generation_and_an_unset_kind_nothing_yet() -> None:
    wires = {kind: Server("", "http://h", kind).wire for kind in SERVER_KINDS}
    assert [kind for kind, wire in wires.items() if wire is WireKind.TEXT_GENERATION] == ["toolkit"]
    assert set(wires.values()) == set(WireKind)
    assert Server("", "http://h").wire is None
