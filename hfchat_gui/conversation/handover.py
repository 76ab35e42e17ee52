"""What a second start hands over to the window that runs already: one line, read with care."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from hfchat_gui.conversation.characters import whole_characters

LONGEST = 8 * 1024 * 1024
"""The longest line in bytes; a longer one is not read to its end."""

READ = b"read\n"
"""What the running window answers once it has the line."""

GIVEN = b"given\n"
"""What the second start says to that, and only then the window acts.

A window that was busy for long reads the line when nobody waits any more: the second start has
opened a window of its own by then, and acting as well would do everything twice.
"""


@dataclass(frozen=True, slots=True)
class Handover:
    """The wishes of a second start. `draft` is put into the message field and never sent.

    `activation` is the desktop's permission to raise a window (`XDG_ACTIVATION_TOKEN` of the
    second start), "" for none.
    """

    draft: str = ""
    model: str = ""
    endpoint: str = ""
    activation: str = ""

    def as_line(self) -> bytes:
        """Return the line that `from_line` reads."""
        return json.dumps(asdict(self)).encode() + b"\n"

    @classmethod
    def from_line(cls, line: bytes) -> Handover | None:
        """Read a line; None for anything else. What a later version says beside is passed over."""
        try:
            data = json.loads(line)
        except (ValueError, RecursionError):
            return None
        if not isinstance(data, dict):
            return None
        names = ("draft", "model", "endpoint", "activation")
        values = {name: data.get(name, "") for name in names}
        if not all(isinstance(value, str) for value in values.values()):
            return None
        values = {name: whole_characters(value) for name, value in values.items()}
        token = values["activation"]
        if not (token.isascii() and token.isprintable()):  # no environment could hold it
            values["activation"] = ""
        return cls(**values)
