"""How a reply grows: one pure step from a turn and an event to the next form of the turn."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from hfchat_gui.conversation.message import (
    ContentPart,
    Message,
    ReplyState,
    TextPart,
    ToolCallPart,
)
from hfchat_gui.conversation.reply_events import (
    ReplyEvent,
    ReplyHeld,
    ReplyNoted,
    ReplyWaiting,
    Rerouted,
    Served,
    TextBecameThinking,
    TextDelta,
    ThinkingDelta,
    ToolCallDelta,
    UsageReported,
)
from hfchat_gui.conversation.route import Route


def grown(message: Message, event: ReplyEvent, now: float) -> Message:
    """Return the turn after `event`, which arrived at the Unix time `now`."""
    match event:
        case TextDelta(text):
            return _answering(_streaming(message, now), text, now)
        case ThinkingDelta(text):
            return replace(_streaming(message, now), thinking=message.thinking + text)
        case TextBecameThinking():
            return _thinking_alone(message)
        case ToolCallDelta():
            return replace(_streaming(message, now), parts=_with_call(message.parts, event))
        case ReplyWaiting():
            return replace(message, waiting=event)
        case ReplyHeld(events):
            return _with_held(message, events, now)
        case ReplyNoted(text):
            return replace(message, notes=(*message.notes, text))
        case UsageReported(usage):
            return replace(message, usage=usage)
        case Served() | Rerouted():
            return _on_its_way(message, event)
    return replace(message, finish_reason=event.reason)


def routed(message: Message, route: Route) -> Message:
    """Return the turn that is answered by this route, under the name that is sent there."""
    model = message.model
    if model is not None and route.model:  # the address may have been asked for its first model
        model = replace(model, name=route.model)
    return replace(message, model=model, route=route.summary)


def _on_its_way(message: Message, event: Served | Rerouted) -> Message:
    if isinstance(event, Rerouted):
        return routed(message, event.route)
    return replace(message, route=_served(message.route, event))


def _with_held(message: Message, events: Iterable[ReplyEvent], now: float) -> Message:
    for event in events:
        message = grown(message, event, now)
    return message


def _thinking_alone(message: Message) -> Message:
    calls = tuple(part for part in message.parts if not isinstance(part, TextPart))
    timings = replace(message.timings, answer_began=0.0)
    thinking = message.thinking + message.text
    return replace(message, parts=calls, thinking=thinking, timings=timings)


def _streaming(message: Message, now: float) -> Message:
    timings = message.timings
    if not timings.first_token:
        timings = replace(timings, first_token=now)
    return replace(message, state=ReplyState.STREAMING, waiting=None, timings=timings)


def _answering(message: Message, text: str, now: float) -> Message:
    timings = message.timings
    if not timings.answer_began:
        timings = replace(timings, answer_began=now)
    return replace(message, parts=_with_text(message.parts, text), timings=timings)


def _with_text(parts: tuple[ContentPart, ...], text: str) -> tuple[ContentPart, ...]:
    if parts and isinstance(parts[-1], TextPart):
        return (*parts[:-1], TextPart(parts[-1].text + text))
    return (*parts, TextPart(text))


def _with_call(parts: tuple[ContentPart, ...], delta: ToolCallDelta) -> tuple[ContentPart, ...]:
    calls = [(place, part) for place, part in enumerate(parts) if isinstance(part, ToolCallPart)]
    if delta.index >= len(calls):
        return (*parts, ToolCallPart(delta.id, delta.name, delta.arguments))
    place, call = calls[delta.index]
    joined = ToolCallPart(
        call.id or delta.id, call.name or delta.name, call.arguments + delta.arguments
    )
    return (*parts[:place], joined, *parts[place + 1 :])


def _served(route: str, event: Served) -> str:
    if event.provider and event.provider not in route:
        return f"{route} · {event.provider}" if route else event.provider
    return route
