"""One step of a reply, for each kind of event."""

from __future__ import annotations

from dataclasses import replace

from hfchat_gui.conversation.growth import grown
from hfchat_gui.conversation.message import Message, ReplyState, Role, TextPart, ToolCallPart
from hfchat_gui.conversation.model_ref import ModelRef, Source
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyFinished,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    Usage,
    UsageReported,
    WaitReason,
)
from hfchat_gui.conversation.route import Route, WireKind


def after(*events: ReplyEvent, start: Message | None = None) -> Message:
    message = start or Message(Role.ASSISTANT, state=ReplyState.WAITING)
    for moment, event in enumerate(events, start=1):
        message = grown(message, event, float(moment))
    return message


def test_text_joins_and_the_first_sets_the_time() -> None:
    message = after(ReplyWaiting(WaitReason.LOADING_MODEL), TextDelta("a"), TextDelta("b"))
    assert message.parts == (TextPart("ab"),)
    assert message.timings.first_token == 2.0
    assert message.waiting is None
    assert message.state is ReplyState.STREAMING


def test_waiting_is_seen_until_text_comes() -> None:
    waiting = ReplyWaiting(WaitReason.READING_PROMPT, 0.5)
    assert after(waiting).waiting == waiting


def test_thinking_stays_apart_and_text_can_turn_out_to_be_thinking() -> None:
    message = after(ThinkingDelta("hm"), TextDelta("m"), TextBecameThinking(), TextDelta("42"))
    assert (message.thinking, message.text) == ("hmm", "42")


def test_tool_calls_grow_by_their_index_and_stand_between_texts() -> None:
    message = after(
        TextDelta("a"),
        ToolCallDelta(0, "1", "get", '{"x":'),
        ToolCallDelta(1, "2", "put"),
        ToolCallDelta(0, arguments="1}"),
        TextDelta("b"),
    )
    assert message.parts == (
        TextPart("a"),
        ToolCallPart("1", "get", '{"x":1}'),
        ToolCallPart("2", "put", ""),
        TextPart("b"),
    )
    assert message.text == "ab"


def test_notes_usage_provider_and_the_reason_of_the_end_are_kept() -> None:
    usage = Usage(1, 2, 3)
    message = after(
        ReplyNoted("Left out: seed."),
        UsageReported(usage),
        Served(model="m"),
        Served(provider="groq"),
        Served(provider="groq"),
        ReplyFinished("length"),
    )
    assert message.notes == ("Left out: seed.",)
    assert message.usage == usage
    assert message.route == "groq"
    assert message.finish_reason == "length"


def test_the_provider_follows_the_route() -> None:
    start = Message(Role.ASSISTANT, route="org/m")
    assert after(Served(provider="groq"), start=start).route == "org/m · groq"


def test_the_time_of_thinking_ends_where_the_answer_begins() -> None:
    thought = after(ThinkingDelta("hm"), ThinkingDelta("m"), TextDelta("42"), TextDelta("!"))
    assert thought.timings.thought_seconds == 2.0
    assert after(ThinkingDelta("hm")).timings.thought_seconds is None
    assert after(TextDelta("hm"), TextBecameThinking()).timings.thought_seconds is None


def test_another_route_takes_the_place_of_the_first_and_names_its_model() -> None:
    asked = ModelRef(Source.ADDRESS, "old", "http://h")
    start = Message(Role.ASSISTANT, model=asked, route="old at h", notes=("x",))
    route = Route(WireKind.CHAT_COMPLETIONS, "http://h", "new", summary="new at h")
    message = after(Rerouted(route), start=start)
    assert message == replace(start, route="new at h", model=replace(asked, name="new"))
    nameless = after(Rerouted(replace(route, model="")), start=start)
    assert nameless.model == asked
    assert after(Rerouted(route)).model is None
