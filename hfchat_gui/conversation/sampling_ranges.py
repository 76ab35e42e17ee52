"""Which numbers make sense as sampling options: one table for whoever reads one from a person."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

LARGEST = 2**63 - 1
"""The largest whole number that a server or a database can be counted on to read."""


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from `least` to `most`, both among them; only whole ones where it `is_whole`."""

    least: float
    most: float = LARGEST
    is_whole: bool = False

    def holds(self, value: object) -> bool:
        """Whether this is such a number."""
        if isinstance(value, bool) or not isinstance(value, int if self.is_whole else int | float):
            return False
        return self.least <= value <= self.most

    @property
    def words(self) -> str:
        """What is needed, within a sentence."""
        what = "a whole number" if self.is_whole else "a number"
        return f"{what} from {self.least:g} " + (
            "up" if self.most == LARGEST else f"to {self.most:g}"
        )


RANGES: Mapping[str, Range] = MappingProxyType(
    {
        "max_tokens": Range(1, is_whole=True),
        "temperature": Range(0, 2),
        "top_p": Range(0.001, 1),  # servers refuse 0, which would leave no word
        "top_k": Range(1, is_whole=True),
        "min_p": Range(0, 1),
        "seed": Range(0, is_whole=True),
        "frequency_penalty": Range(-2, 2),
        "presence_penalty": Range(-2, 2),
        "repetition_penalty": Range(0.01, 10),
    }
)
"""By the name that the option has in `SamplingOptions`."""
