"""Words for the log about an exception that nobody caught: no keys, no prompts, no values."""

from __future__ import annotations

import errno
import traceback

from hfchat_gui.conversation.errors import ChatError
from hfchat_gui.conversation.secret_shapes import without_secrets

_LONGEST = 200
_OURS = f"{__name__.partition('.')[0]}."
# Their messages name what is in the program; those of all others may repeat what it works on,
# as "invalid literal for int() with base 10: '…'" does.
_SPEAKING = frozenset(
    {
        *(AttributeError, ImportError, ModuleNotFoundError, NameError, UnboundLocalError),
        *(MemoryError, NotImplementedError, RecursionError, RuntimeError, TypeError),
        ZeroDivisionError,
    }
)


def describe(error: BaseException) -> str:
    """Return the exception and its causes with their frames, holding no source text or values."""
    lines: list[str] = []
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        words = cleaned(_words(link))
        lines.append(f"{type(link).__name__}: {words}" if words else type(link).__name__)
        lines += [
            f"  {frame.filename}:{frame.lineno} in {frame.name}"
            for frame in traceback.extract_tb(link.__traceback__)
        ]
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return "\n".join(lines)


def place_of(error: BaseException) -> str:
    """Return the module of ours and the line where it was last on its way, "" outside of ours."""
    frames = traceback.walk_tb(error.__traceback__)
    places = [f"{frame.f_globals.get('__name__')}:{line}" for frame, line in frames]
    return next((place for place in reversed(places) if place.startswith(_OURS)), "")


def cleaned(text: str) -> str:
    """Return a message on one line, without secrets, as long as a line of the log may be."""
    line = " ".join(without_secrets(text).split())
    return line if len(line) <= _LONGEST else line[:_LONGEST] + "…"


def _words(error: BaseException) -> str:
    if isinstance(error, ChatError):
        return error.detail
    if isinstance(error, OSError):  # not the file's name, nor what a library made of it
        return errno.errorcode.get(error.errno or 0, "")
    return str(error) if type(error) in _SPEAKING else ""
