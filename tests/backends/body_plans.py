"""Makes up whole answers: of replies whose text is known, and of anything that JSON can hold."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.backends.damage import damaged
from tests.backends.stream_plans import APART, WORDS, Plan, content_text, wrapped

KEY = "hf_Zq8KeyThatNobodyMayRead3x"
PROMPT = "the question of a person whose words no server's sentence may bring back"

_KEYS = (
    *("error", "message", "detail", "type", "code", "status", "http_status_code", "param"),
    *("estimated_time", "retry_after", "choices", "delta", "content", "text", "usage", "index"),
    *("generated_text", "warnings", "loc", "msg", "object", "metadata", "raw", "headers", "data"),
    *("id", "models", "key", "state", "loaded_instances", "config", "context_length", "n_ctx"),
    *("default_generation_settings", "version", "router", "max_total_tokens", "owned_by", "role"),
    *("finish_reason", "reasoning", "reasoning_details", "tool_calls", "function", "arguments"),
    *("name", "prompt_progress", "total", "cache", "processed", "prompt_tokens", "n_prompt_tokens"),
    *("conversation", "generated_responses", "error_type", "error_message", "title", "providers"),
    *("pricing", "input", "throughput", "provider", "architecture", "input_modalities", "model_id"),
)
_ATOMS: tuple[Any, ...] = (
    *(None, True, False, 0, 1, -1, 3.5, 1e308, float("nan"), float("-inf"), 10**400, 429, 503),
    *("", "x", "a/b", "live", "\ud83d", "\ude00 late", "\x00\x1b[31m", "429", "paused", "loading"),
    *("<html>", "inputs", "&#99999999999;", "stop", "org/model", "assistant", "llamacpp", "vllm"),
    *("`inputs` tokens + `max_new_tokens` must be <= 99999999999999999999", "x" * 3000),
    *("maximum context length is 12 tokens. 15 in the messages", "roles must alternate"),
    *("try again in 7.66s", "retry after 99999999999999999999", "system role not supported"),
    *("model_kwargs are not used by the model: ['top_k']", "top_k: extra inputs", "unused top_k"),
    *(f"bad key {KEY}", f"Authorization: Bearer {KEY}", f"you said: {PROMPT}", {}, []),
)
_NAMES = (
    *("retry-after", "retry-after-ms", "ratelimit", "x-ratelimit-reset", "x-ratelimit-remaining"),
    *("x-ratelimit-reset-tokens", "x-request-id", "x-inference-provider", "content-type"),
)
_VALUES = (
    *("", "5", "-3", "nan", "inf", "1e9999", "6m0s", "Wed, 21 Oct 2015 07:28:00 GMT", "²", "٣"),
    *("Wed, 99 Foo 20155 07:28:00 GMT", '"api";r=0;t=295', "9" * 400, "1" * 30 + "d", KEY),
    *("text/html", "application/json", "text/event-stream", "text/plain; charset=utf-16"),
)


def any_value(random: Random, depth: int = 0) -> Any:
    """Anything that JSON can hold, mostly under names that servers use."""
    chance = random.random()
    if depth > 5 or chance < 0.4:
        return random.choice(_ATOMS)
    if chance < 0.8:
        fields = range(random.randrange(5))
        return {random.choice(_KEYS): any_value(random, depth + 1) for _ in fields}
    return [any_value(random, depth + 1) for _ in range(random.randrange(4))]


def any_body(random: Random) -> bytes:
    """Such a value as bytes, a page, or nothing at all."""
    chance = random.random()
    if chance < 0.1:
        return random.choice([b"", b" ", b"\n", b"[" * 20_000, b"\xff\xfe{", b'"', b"Not Found"])
    if chance < 0.2:
        return f"<!doctype html><title>{KEY}</title><p>{PROMPT}</p>".encode()
    body = in_json(any_value(random), random)
    return damaged(body, random) if chance < 0.4 else body


def any_headers(random: Random) -> dict[str, str]:
    """A few headers with sense or without."""
    return {random.choice(_NAMES): random.choice(_VALUES) for _ in range(random.randrange(4))}


def in_json(value: Any, random: Random) -> bytes:
    """A value as a body, in one of the ways to write JSON."""
    text = json.dumps(
        value, ensure_ascii=random.random() < 0.5, indent=random.choice([None, None, 1])
    )
    body = text.encode("utf-8", "surrogatepass")
    return random.choice([b"", b"", b"\n", b"\xef\xbb\xbf"]) + body


def whole_answer(plan: Plan, random: Random) -> Any:
    """The plan as one JSON object, as servers answer that do not stream."""
    if plan.ending == "error":
        return {"error": random.choice(["it broke", {"message": "it broke", "code": 500}])}
    message: dict[str, Any] = {"role": "assistant", "content": _content(plan, random)}
    if plan.form in APART:
        _think(message, plan)
    calls = [
        {"id": call_id, "type": "function", "function": {"name": name, "arguments": arguments}}
        for call_id, name, arguments in plan.calls
    ]
    if calls or random.random() < 0.2:
        message["tool_calls"] = calls or random.choice([None, []])
    answer: dict[str, Any] = {
        "object": "chat.completion",
        "choices": [{"index": 0, "message": message, "finish_reason": "stop"}],
    }
    if plan.usage:
        prompt, completion = plan.usage
        answer["usage"] = {"prompt_tokens": prompt, "completion_tokens": completion}
    return answer


def _content(plan: Plan, random: Random) -> Any:
    text = content_text(plan)
    if not text:
        return random.choice([None, ""])
    return wrapped(text, random) if random.random() < 0.2 else text


def _think(message: dict[str, Any], plan: Plan) -> None:
    details = [{"type": "reasoning.text", "text": plan.thinking, "index": 0}]
    if plan.form in ("details", "both"):
        message["reasoning_details"] = details
    if plan.form == "both":
        message["reasoning"] = plan.thinking
    elif plan.form == "parts":
        thought = {"type": "thinking", "thinking": [{"type": "text", "text": plan.thinking}]}
        text = message["content"]
        told = text if isinstance(text, list) else [text or ""]
        message["content"] = [thought, *told]
    elif plan.form == "wrapped":
        message["reasoning"] = {"text": plan.thinking}
    elif plan.form != "details":
        name = "reasoning_content" if plan.form in ("repeated", "leaked") else plan.form
        message[name] = plan.thinking


def pipeline_answer(text: str, random: Random) -> Any:
    """An answer of the transformers pipeline that says this text, in one of its shapes."""
    turns = [
        {"role": "user", "content": PROMPT},
        {"role": "assistant", "content": text},
    ]
    one: Any = random.choice([text, turns])
    answer: Any = random.choice([{"generated_text": one}, [{"generated_text": one}]])
    former = {"conversation": {"generated_responses": ["before", text]}, "generated_text": text}
    return random.choice([answer, answer, [answer] if isinstance(answer, list) else answer, former])


WORDS_OF_A_PIPELINE = [word for word in WORDS if word.strip()]
