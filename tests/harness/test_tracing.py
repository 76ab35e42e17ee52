"""A trace names files and sockets, and tells what came first, across threads."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.helpers.http_server import Answer, ScriptedServer
from tests.helpers.tracing import needs_strace, read_events, trace

pytestmark = needs_strace

_SYNC_THEN_SEND = """
import os, socket, sys, threading
file = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)
os.write(file, b"a > b\\n")
thread = threading.Thread(target=os.fdatasync, args=(file,))
thread.start()
thread.join()
with socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as client:
    client.sendall(b"GET /traced HTTP/1.1\\r\\n\\r\\n")
    client.recv(100)
"""


def test_a_sync_in_a_thread_comes_before_the_first_byte_sent(tmp_path: Path) -> None:
    file = tmp_path / "turn"
    with ScriptedServer() as server:
        server.on("GET", "/traced", Answer.text("ok"))
        command = [sys.executable, "-c", _SYNC_THEN_SEND, str(file), str(server.port)]
        events, done = trace(command, tmp_path / "log")
    assert done.returncode == 0
    (sync,) = [e for e in events if e.name == "fdatasync" and e.path == str(file)]
    sends = [e for e in events if f"->127.0.0.1:{server.port}" in e.path]
    assert sync.result == 0
    assert sends[0].name == "sendto"
    assert "GET /traced" in sends[0].arguments
    assert sync.ended <= sends[0].began


def test_a_call_that_another_thread_interrupts_is_put_together(tmp_path: Path) -> None:
    log = tmp_path / "log"
    log.write_text(
        "11 100.000001 fdatasync(7</data/chat.db> <unfinished ...>\n"
        '12 100.000002 sendto(9<TCP:[1.1.1.1:1->2.2.2.2:2]>, "GET", 3, 0, NULL, 0) = 3 <0.000005>\n'
        "11 100.500000 <... fdatasync resumed>) = 0 <0.499990>\n"
        "12 100.600000 +++ exited with 0 +++\n"
    )
    send, sync = read_events(log)
    assert (send.name, send.path, send.result) == ("sendto", "TCP:[1.1.1.1:1->2.2.2.2:2]", 3)
    assert (sync.name, sync.path, sync.pid, sync.result) == ("fdatasync", "/data/chat.db", 11, 0)
    assert sync.began < send.began < sync.ended
