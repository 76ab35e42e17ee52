"""What of a turn is folded open: the one state of a drawn turn that is not in its message."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class Folds:
    """All is closed at first; `attached` holds the places of the attached texts that are open."""

    thinking: bool = False
    details: bool = False
    attached: set[int] = field(default_factory=set)
