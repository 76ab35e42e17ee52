"""Recognises a prompt or a reply that is too long, and the numbers in the refusal."""

from __future__ import annotations

import re

from hfchat_gui.backends.json_reading import count_of
from hfchat_gui.backends.server_words import ServerWords
from hfchat_gui.conversation.error_record import Action, ActionKind
from hfchat_gui.conversation.errors import PromptTooLong, RequestRefused

_TEXTS = re.compile(
    r"exceed_context_size|context_length_exceeded|context[ _](size|length|window|limit)"
    r"|maximum (context|model|prompt) length|max_model_len|max_new_tokens`? must be <="
    r"|prompt is too long|inputs` must have less than|context (the )?overflows|n_keep: \d"
    r"|reduce the length of (the|your) (messages|prompt|input)"
    r"|exceeds the maximum number of tokens|input length exceeds",
    re.IGNORECASE,
)
_MOST_READ = 4000
_N = r"(\d{1,9})(?!\d)"  # what is longer is no number of tokens


def _any_of(*patterns: str) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern.replace("#", _N), re.IGNORECASE) for pattern in patterns)


# The first that is found counts. Each wording was met at one of: TGI, vLLM, SGLang, llama.cpp,
# LM Studio, OpenAI, Mistral, Cerebras, Together, xAI.
_WINDOW = _any_of(
    r"must be <= #",
    r"must have less than #",
    r"too large for model with #",
    r"(?:context|model|prompt) (?:length|size|window|limit) ?(?:is|of|only|:|=|\(| )* ?#",
    r"max_model_len\D{0,20}#",
    r"n_ctx: #",
    r"limit is #",
    r"> # maximum",
    r"allowed \(#\)",
)
_PROMPT = _any_of(
    r"given: #",
    r"# (?:tokens )?(?:in the messages|in your prompt|in the prompt|from the input)",
    r"(?:contains|has)(?: at least)? # (?:\w+ )?tok",
    r"resulted in # tok",
    r"keep the first # tok",
    r"n_keep: #",
    r"length (?:is )?# (?:while|exceeds)|\((?:total )?length:? #\)",
    r"too long: # tok",
    r"(?:request|input|prompt) \(# tokens\)",
    r"count \(#\)",
    r"requested(?: a total of)? # tok",
    r"you sent #",
)
_REPLY = _any_of(
    r"and # `max_new_tokens`",
    r"# (?:tokens )?(?:in|for) (?:the|your) completion",
    r"plus # .max_tokens",
    r"requested # output tok",
)
_LENGTH = r"max(?:imum)?[_ ]?(?:completion|new|output)?[_ ]?tokens?"
_BAD = r"(?<!must be )(?<!should be )"
# The longest reply that a server takes at all, whatever the prompt, in the wordings of OpenAI,
# Groq, Anthropic, DeepSeek, Qwen, Cohere and others.
_LONGEST_REPLY = _any_of(
    rf"{_LENGTH}.{{0,80}}at most # (?:completion|output|new)? ?tok",
    rf"{_LENGTH}: \d{{1,9}} > #",
    rf"range of {_LENGTH} (?:is|should be|must be) ?[\[(]\d{{1,9}}, ?#\]",
    rf"{_LENGTH}[^.;!?]{{0,60}}?(?:at most|<=|≤|less than or equal to|no more than|up to|"
    rf"maximum (?:is|of|value is|allowed is)|(?:cannot|must not|not|may not) exceed)\W{{1,3}}#",
    rf"{_LENGTH}[^.;!?]{{0,60}}?{_BAD}(?:above|over|exceeding|(?:great|larg|high)er than"
    rf"|more than) #",
)
_TOO_LONG_REPLY = _any_of(rf"{_LENGTH}[^.;!?]{{0,60}}?\b(?:must|should) be (?:less than|<) #")


def longest_reply(text: str) -> int | None:
    """Return the greatest reply length in tokens that a refusal names; None where it names none."""
    most = _number(_LONGEST_REPLY, text) or (_number(_TOO_LONG_REPLY, text) or 1) - 1
    return most if most > 0 else None


def reply_too_long(words: ServerWords, place: str) -> RequestRefused | None:
    """Return the error if the words name a greatest length for replies."""
    most = longest_reply(words.text[:_MOST_READ])
    if most is None:
        return None
    return RequestRefused(
        f"For one reply, {place} gives at most {most} tokens. Lower the reply length to {most} or "
        "less.",
        action=_at_most(most),
    )


def prompt_too_long(words: ServerWords, place: str) -> PromptTooLong | None:
    """Return the error if the words speak of the window, with the numbers that they name.

    `place` is the model as a person reads it, such as "the model at gpu.example".
    """
    if not _TEXTS.search(f"{words.text} {words.kind}"):
        return None
    prompt = count_of(words.fields.get("n_prompt_tokens")) or _number(_PROMPT, words.text)
    window = count_of(words.fields.get("n_ctx")) or _number(_WINDOW, words.text)
    reply = _number(_REPLY, words.text)
    if prompt and window and reply and window > prompt:
        return _reply_too_long(place, prompt, window, reply)
    has = f"has {prompt} tokens" if prompt else "is too long"
    unit = "" if prompt else " tokens"
    takes = f"takes {window}{unit}" if window else "cannot take it"
    return PromptTooLong(
        f"This chat {has}, and {place} {takes}. Start a new chat or shorten this one.",
        prompt_tokens=prompt,
        window_tokens=window,
    )


def _reply_too_long(place: str, prompt: int, window: int, reply: int) -> PromptTooLong:
    return PromptTooLong(
        f"This chat has {prompt} tokens, {reply} were asked for the reply, and {place} takes "
        f"{window} in all. Lower the reply length to {window - prompt} or less, or start a new "
        "chat.",
        action=_at_most(window - prompt),
        prompt_tokens=prompt,
        window_tokens=window,
    )


def _at_most(tokens: int) -> Action:
    return Action(ActionKind.SHORTEN_REPLY, f"Ask for at most {tokens} tokens", str(tokens))


def _number(patterns: tuple[re.Pattern[str], ...], text: str) -> int | None:
    for pattern in patterns:
        if found := pattern.search(text):
            return next((int(group) for group in found.groups() if group), None)
    return None
