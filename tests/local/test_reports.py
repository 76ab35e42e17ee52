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


@pytest.mark.parametrize(
    "line",
    [
        *(
            b"ggml: a GPU was found\n",
            b"\n",
            b"5\n",
            b"[]\n",
            b"{}\n",
            b"\xff\n",
            b'{"report": []}',
        ),
        *(b'{"report": "Gone"}\n', b'{"report": "Ready"}\n', b'{"report": "Ready", "x": 1}\n'),
    ],
)
def test_a_line_that_something_else_printed_is_no_report(line: bytes) -> None:
    assert from_line(line) is None
