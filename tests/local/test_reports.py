"""Reports cross the pipe as one line each and arrive as they were."""

from __future__ import annotations

import pytest

from hfchat_gui.local.reports import Failed, Loading, Ready, Report, Settled, from_line, to_line


@pytest.mark.parametrize(
    "report",
    [
        Loading(),
        Loading(0.25),
        Ready(4711),
        Failed("two\nlines and “quotes”"),
        Settled(free=True, seconds=0.02),
    ],
)
def test_a_report_arrives_as_it_was(report: Report) -> None:
    line = to_line(report)
    assert line.count(b"\n") == 1
    assert from_line(line) == report
