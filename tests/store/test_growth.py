"""However a reply grows, shrinks or turns over, its records build it again."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from hfchat_gui.conversation.message import AttachedText, Message, TextPart, ToolCallPart
from hfchat_gui.store.growth import full_record, growth_record, replay
from tests.store.samples import reply

texts = st.text(st.sampled_from("ab é😀\n\0"), max_size=6)
parts = st.one_of(
    texts.map(TextPart),
    st.builds(AttachedText, st.sampled_from(["", "a.txt"]), texts),
    st.builds(ToolCallPart, st.sampled_from(["", "t"]), st.sampled_from(["", "f"]), texts),
)
states = st.builds(
    lambda found, thinking, notes: replace(
        reply(), parts=tuple(found), thinking=thinking, notes=tuple(notes)
    ),
    st.lists(parts, max_size=3),
    texts,
    st.lists(texts, max_size=2),
)


@given(st.lists(states, min_size=1, max_size=8))
def test_any_row_of_states_ends_in_the_last(steps: list[Message]) -> None:
    records = [full_record(steps[0])]
    for before, now in pairwise(steps):
        record = growth_record(before, now)
        assert bool(record) == (before != now)
        records.append(record)
    assert replay("a1", json.loads(json.dumps(records))) == steps[-1]


@given(st.lists(texts, max_size=12))
def test_text_that_only_grows_is_written_once(deltas: list[str]) -> None:
    now = reply("start")
    written = ""
    for delta in deltas:
        before, now = now, reply(now.text + delta)
        written += growth_record(before, now).get("parts", [1, "", []])[1]
    assert written == "".join(deltas)
