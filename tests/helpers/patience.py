"""How long tests wait, on a busy machine, for what takes an idle one less than a second."""

from __future__ import annotations

SOON = 10.0
"""Seconds. Only where what is broken never comes, or takes a good deal longer than this."""
