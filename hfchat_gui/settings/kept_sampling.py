"""How answers are drawn in new chats, as it stands in the file of choices."""

from __future__ import annotations

from typing import Any

from hfchat_gui.conversation.json_options import UnusableJson, checked_extra, checked_object
from hfchat_gui.conversation.request import EFFORTS, SamplingOptions
from hfchat_gui.conversation.sampling_ranges import RANGES
from hfchat_gui.conversation.stop_texts import usable_stops


def sampling_as_data(sampling: SamplingOptions) -> dict[str, Any]:
    """Return the options as plain data, without those that are left to the server."""
    values = {name: getattr(sampling, name) for name in (*RANGES, *_TEXTS)}
    values["stop"] = list(sampling.stop)
    return {name: value for name, value in values.items() if value not in (None, "", [])}


def sampling_in(data: object) -> SamplingOptions:
    """Return the options that the data holds; what makes no sense there is left to the server."""
    kept = data if isinstance(data, dict) else {}
    numbers = {name: kept[name] for name, limits in RANGES.items() if limits.holds(kept.get(name))}
    stop = kept.get("stop")
    stops = stop if isinstance(stop, list) else []
    effort = kept.get("reasoning_effort")
    return SamplingOptions(
        **numbers,
        stop=usable_stops(stops),
        reasoning_effort=effort if effort in EFFORTS else "",
        response_format=_json(kept.get("response_format"), is_extra=False),
        extra=_json(kept.get("extra"), is_extra=True),
    )


_TEXTS = ("reasoning_effort", "response_format", "extra")


def _json(value: object, *, is_extra: bool) -> str:
    if not isinstance(value, str):
        return ""
    try:
        return checked_extra(value) if is_extra else checked_object(value)
    except UnusableJson:
        return ""
