"""Finds in the JSON of one chunk, or of a whole answer, what a reply is made of, as typed values.

Everything in it is a stranger's: whatever is not of the kind that is due counts as absent.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hfchat_gui.backends.json_reading import count_of
from hfchat_gui.backends.masking import masked_name
from hfchat_gui.backends.server_words import words_of
from hfchat_gui.conversation.reply_events import ReplyWaiting, Usage, WaitReason

_FIRST = (0, None, "0")
_ROW = 8  # chunks
_SAID = ("delta", "message", "text")  # under these a choice has what it says
_NO_REASON = ("", "null", "None")
_FAILED = "error"


class OtherChoice:
    """Finds the one choice of a reply that is not numbered 0, or has another number in each chunk.

    Chunks wait until others have shown that they are no strays: beside nothing of number 0 one
    more does, beside a beginning of it so many in a row that nobody asks for so many choices.
    """

    def __init__(self) -> None:
        self._number: Any = None  # of the one that is read
        self._is_counted = False  # each chunk has the next number
        self._is_stray = False
        self._held: list[dict[str, Any]] = []
        self._size = 0  # of what had come of number 0

    def of(self, chunk: Any, *, has_begun: bool, size: int, is_over: bool) -> list[dict[str, Any]]:
        """Return it as in all chunks that are to be read now.

        Of number 0: whether a chunk has come, how many letters, and whether it has ended.
        """
        choices = _choices_in(chunk)
        if self._is_counted:
            return choices[:1]
        if self._number is not None:
            return [choice for choice in choices if choice.get("index") == self._number][:1]
        if self._is_stray or not choices:
            return []
        self._is_stray = is_over or bool(self._held and size != self._size)
        if self._is_stray:
            return []
        self._size = size
        self._hold(choices)
        if len(self._held) < (_ROW if has_begun or self._counts else 2):
            return []
        self._is_stray = bool(size and not self._counts)
        if self._is_stray:
            return []
        self._is_counted, self._number = self._counts, self._held[-1].get("index")
        held, self._held = self._held, []
        return held

    def rest(self, size: int) -> list[dict[str, Any]]:
        """Return what is held back, where nothing more comes and number 0 has brought so much."""
        is_stray = self._is_stray or size != self._size or (size and not self._counts)
        return [] if is_stray else self._held

    @property
    def _counts(self) -> bool:
        numbers = [held.get("index") for held in self._held]
        return bool(numbers) and numbers[0] != numbers[-1]

    def _hold(self, choices: list[dict[str, Any]]) -> None:
        """Take the choice that has the next number, or the same one as the first chunk."""
        by_number = {str(choice.get("index")): choice for choice in reversed(choices)}
        if not self._held:
            self._held = choices[:1]
        elif more := by_number.get(str(_next(self._held))):
            self._held = [*self._held, more]
        elif more := by_number.get(str(self._held[0].get("index"))):
            self._held = [self._held[0], more] if self._counts else [*self._held, more]


def _next(held: list[dict[str, Any]]) -> Any:
    """Return the number that comes next where each chunk has one of its own."""
    last = held[-1].get("index")
    is_one = len(held) > 1 and last == held[0].get("index")
    return last + 1 if isinstance(last, int) and not is_one else last


def first_choice(chunk: Any) -> dict[str, Any] | None:
    """Return the choice that has number 0, or no number."""
    choices = chunk.get("choices") if isinstance(chunk, dict) else None
    if not isinstance(choices, list):
        choices = _choices_in(chunk)
    for choice in choices:
        if isinstance(choice, dict) and choice.get("index") in _FIRST:
            return choice
    return None


def any_choice(chunk: Any) -> dict[str, Any] | None:
    """Return the choice that has number 0, or the first one, where no other chunk comes."""
    return first_choice(chunk) or next(iter(_choices_in(chunk)), None)


def _choices_in(chunk: Any) -> list[dict[str, Any]]:
    """Return all choices; what stands in place of the list is the one choice, or has them all."""
    choices = chunk.get("choices") if isinstance(chunk, dict) else None
    if isinstance(choices, dict):
        choices = list(choices.values()) if choices.keys().isdisjoint(_SAID) else [choices]
    if not isinstance(choices, list):
        return []
    return [choice for choice in choices if isinstance(choice, dict)]


def reason_in(choice: dict[str, Any], keys: Iterable[str] = ()) -> str:
    """Return why the server says that it stopped, without the keys, or "" where it has not."""
    reason = choice.get("finish_reason")
    if not isinstance(reason, str) or reason in _NO_REASON:
        return ""
    return masked_name(reason, keys)


def error_in(value: Any, choice: dict[str, Any] | None) -> Any:
    """Return what `words_of` reads of a failure that the value reports; None if it is none.

    `choice` is the first choice in it.
    """
    if not isinstance(value, dict):
        return None
    # Old vLLM marks its errors so; some relays spread them over two keys.
    is_error = value.get("error") or value.get("object") == "error" or value.get("error_message")
    if is_error and (choice is None or not _is_hollow(value)):
        return value
    if choice is not None:
        if (error := choice.get("error")) and not _is_hollow(choice):
            return {"error": error}
        return {} if choice.get("finish_reason") == _FAILED else None
    return value if "choices" not in value and _is_failure(value) else None


def usage_in(chunk: dict[str, Any], choice: dict[str, Any] | None) -> Usage | None:
    """Return the server's counts from any of the places where they stand."""
    found = _usage(chunk.get("usage"))
    if found is None and "x_groq" not in chunk and (choice is None or "usage" not in choice):
        return None  # as for nearly every chunk
    for place in (choice, chunk.get("x_groq")):
        if found is None and isinstance(place, dict):
            found = _usage(place.get("usage"))
    return found


def progress_in(chunk: dict[str, Any]) -> ReplyWaiting | None:
    """Return llama.cpp's account of how much of the prompt it has read."""
    value = chunk.get("prompt_progress")
    if not isinstance(value, dict):
        return None
    counts = [value.get(name) for name in ("total", "cache", "processed")]
    total, cached, processed = (count_of(count) or 0 for count in counts)
    fraction = (processed - cached) / (total - cached) if total > cached else 1.0
    return ReplyWaiting(WaitReason.READING_PROMPT, min(1.0, max(0.0, fraction)))


def _usage(value: Any) -> Usage | None:
    if not isinstance(value, dict):
        return None
    names = ("prompt_tokens", "completion_tokens", "total_tokens")
    counts = [count_of(value.get(name)) for name in names]
    if counts == [None, None, None]:
        return None
    prompt, completion, total = (count or 0 for count in counts)
    return Usage(prompt, completion, total or prompt + completion)


def _is_hollow(value: dict[str, Any]) -> bool:
    """Whether the error in it has no word and no number but 0: beside choices it is none."""
    if value.get("object") == "error":
        return False
    error = value.get("error")
    parts = [*(error.values() if isinstance(error, dict) else [error]), value.get("error_message")]
    return all(not part or part in _NO_REASON for part in parts)


def _is_failure(value: dict[str, Any]) -> bool:
    """Whether a text that stands alone speaks of a failure, and not of the weather."""
    if not any(value.get(name) for name in ("message", "detail", "msg")):
        return False
    words, code = words_of(value), value.get("code")
    named = isinstance(code, str) and not code.isdigit()
    return bool(value.get("detail")) or words.status is not None or named or _FAILED in words.kind
