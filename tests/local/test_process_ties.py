"""The child leaves no core file, hides its memory and keeps its reports apart from chatter."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from tests.local.gguf_files import ROOT


def printed_by(code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=environment, check=True
    )


def test_no_core_is_dumped() -> None:
    code = """
import ctypes, resource
from hfchat_gui.local.process_ties import forbid_core_dumps
forbid_core_dumps()
print(resource.getrlimit(resource.RLIMIT_CORE), ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
"""
    assert printed_by(code).stdout == "(0, 0) 0\n"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can tie processes this way")
def test_the_kernel_is_told_to_end_it_with_its_parent() -> None:
    code = """
import ctypes
from hfchat_gui.local.process_ties import tie_to_parent
tie_to_parent()
wanted = ctypes.c_int()
ctypes.CDLL(None).prctl(2, ctypes.byref(wanted), 0, 0, 0)
print(wanted.value)
"""
    assert printed_by(code).stdout == "9\n"


def test_what_is_printed_does_not_reach_the_reports() -> None:
    code = """
import os
from hfchat_gui.local.process_ties import take_output_aside
reports = take_output_aside()
print("chatter", flush=True)
os.system("echo more chatter")
os.write(reports, b"report")
"""
    done = printed_by(code)
    assert done.stdout == "report"
    assert done.stderr == "chatter\nmore chatter\n"
