"""Writes a conversation as a program of its own, so that a test may trace, starve or kill it."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from hfchat_gui.conversation.draft import Draft
from hfchat_gui.conversation.errors import StorageFailed
from hfchat_gui.conversation.message import AttachedText, ReplyState
from hfchat_gui.store.conversations import ConversationStore
from hfchat_gui.store.database import Database
from hfchat_gui.store.drafts import DraftStore
from tests.store.samples import details, question, reply

ROOT = Path(__file__).parents[2]


def command(what: str, folder: Path) -> Sequence[str]:
    """The command that does `what` (a function below) in this folder."""
    return [sys.executable, "-m", "tests.store.store_program", what, str(folder)]


def started(what: str, folder: Path) -> subprocess.Popen[str]:
    """Start the program, to be told and heard line by line."""
    pipe = subprocess.PIPE
    return subprocess.Popen(command(what, folder), cwd=ROOT, stdin=pipe, stdout=pipe, text=True)


def said(what: str, folder: Path) -> list[str]:
    """Run the program to its end and return the lines that it wrote."""
    done = subprocess.run(
        command(what, folder), cwd=ROOT, capture_output=True, text=True, timeout=50, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def say(text: str) -> None:
    """Write a line at once."""
    os.write(1, text.encode() + b"\n")


async def grow(store: ConversationStore) -> None:
    """Save a turn, then journal a reply word by word for ever."""
    await store.save_turn(details(leaf="q1"), [question()])
    text = ""
    for number in range(1_000_000):
        text += f"{number} "
        await store.journal("c1", replace(reply(text), thinking=f"t{number}"))
        say(str(number))
        await asyncio.sleep(0)


async def grow_when_told(store: ConversationStore) -> None:
    """Save a turn, then journal one more word for each line read."""
    await store.save_turn(details(leaf="q1"), [question()])
    for number, _ in enumerate(sys.stdin):
        await store.journal("c1", reply("word " * number))
        say(str(number))


async def save_and_stay(store: ConversationStore) -> None:
    """Save a turn and stay open."""
    await store.save_turn(details(leaf="q1"), [question()])
    say("saved")
    await asyncio.sleep(3600)


async def bin_and_stay(store: ConversationStore) -> None:
    """Put a turn and a whole chat into the bin, keep a draft, and stay open."""
    answer = reply("Because.", state=ReplyState.COMPLETE)
    await store.save_turn(details(leaf="a1"), [question(), answer])
    await store.save_turn(details("c2", leaf="q1"), [question()])
    await store.bin_turns(details(leaf="q1"), ["a1"])
    await store.bin_conversation("c2")
    draft = Draft("half a", (AttachedText("a.txt", "x = 1\n"),))
    await DraftStore(store._database).keep("c1", draft)
    say("kept")
    await asyncio.sleep(3600)


async def save_three(store: ConversationStore) -> None:
    """Save three turns with a mark before and after each, and journal one growth."""
    await store.save_details(details())
    for number in range(3):
        say(f"begin {number}")
        await store.save_turn(details(), [question(str(number), f"q{number}")])
        say(f"end {number}")
    say("begin journal")
    await store.journal("c1", reply("x"))
    say("end journal")


async def knock(store: ConversationStore) -> None:
    """Save a turn as somebody who may not write there."""
    if os.geteuid() == 0:
        os.setuid(65534)
    for call in (store.save_turn(details(), [question()]), store.summaries()):
        try:
            say(str(await call))
        except StorageFailed as error:
            say(error.user_text)


async def fill_and_stay(store: ConversationStore) -> None:
    """Save a turn, fill the disk, fail to save another, and stay."""
    await store.save_turn(details(), [question()])
    disk = Path(sys.argv[2]).parent
    (disk / "ballast").write_bytes(bytes(os.statvfs(disk).f_bavail * 4096))
    try:
        await store.save_turn(details("c2"), [question("x" * 300_000)])
    except StorageFailed as error:
        say(error.user_text)
    await asyncio.sleep(3600)


async def starve(store: ConversationStore) -> None:
    """Save turns while no file may grow, and again when they may."""
    await store.save_turn(details("before"), [question("kept")])
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    _, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    for _ in range(2):
        try:
            await store.save_turn(details("during"), [question("x" * 1_000_000)])
        except StorageFailed as error:
            say(error.user_text)
    resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
    await store.save_turn(details("during"), [question("x" * 1_000_000)])
    say(str(sorted(row.id for row in await store.summaries())))


async def _main() -> None:
    database = Database(Path(sys.argv[2]))
    await globals()[sys.argv[1]](ConversationStore(database))
    await database.aclose()


if __name__ == "__main__":
    asyncio.run(_main())
