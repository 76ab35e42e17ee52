"""Recognises a prompt that does not fit the model's window, and the numbers in the refusal."""

from __future__ import annotations

import re

from hfchat_gui.backends.json_reading import count_of
from hfchat_gui.backends.server_words import ServerWords
from hfchat_gui.conversation.errors import TRY_AGAIN, PromptTooLong

_TEXTS = re.compile(
    r"exceed_context_size|context_length_exceeded|context[ _](size|length|window|limit)"
    r"|maximum (context|model) length|max_model_len|max_new_tokens`? must be <="
    r"|prompt is too long|inputs` must have less than",
    re.IGNORECASE,
)
_TGI = re.compile(r"must be <= (\d{1,9})\. Given: (\d{1,9}) `inputs` tokens and (\d{1,9})\b")
_ASKED = re.compile(
    r"(?:requested|request|resulted in|your prompt (?:has|contains))\W+(\d{1,9}) ?tok"
)
_BRACKETED = re.compile(r"\((\d{1,9}) tokens\)")
_WINDOW = re.compile(
    r"(?:context length is(?: only)?|context size \(|context limit is|max_model_len\D{0,20})"
    r"\W*(\d{1,9})\b"
)


def prompt_too_long(words: ServerWords, host: str) -> PromptTooLong | None:
    """Return the error if the words speak of the window, with the numbers that they name."""
    if not _TEXTS.search(f"{words.text} {words.kind}"):
        return None
    if tgi := _TGI.search(words.text):
        window, prompt, reply = (int(number) for number in tgi.groups())
        if window > prompt:
            return PromptTooLong(
                f"The model at {host} takes {window} tokens in all; this chat has {prompt}, and "
                f"{reply} were asked for the reply. Lower the reply length to {window - prompt} "
                "or less, or start a new chat.",
                action=TRY_AGAIN,
            )
        return _sentence(host, prompt, window)
    fields = words.fields
    prompt_field, window_field = (
        count_of(fields.get("n_prompt_tokens")),
        count_of(fields.get("n_ctx")),
    )
    if prompt_field is not None and window_field is not None:
        return _sentence(host, prompt_field, window_field)
    asked = _ASKED.search(words.text) or _BRACKETED.search(words.text)
    window_text = _WINDOW.search(words.text)
    return _sentence(
        host,
        int(asked[1]) if asked else None,
        int(window_text[1]) if window_text else None,
    )


def _sentence(host: str, prompt: int | None, window: int | None) -> PromptTooLong:
    has = f"has {prompt} tokens" if prompt else "is too long"
    takes = f"takes {window}" if window else "cannot take it"
    return PromptTooLong(
        f"This chat {has}, and the model at {host} {takes}. Start a new chat or shorten this one."
    )
