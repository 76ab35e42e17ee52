"""The engine loads on first use, is free soon after Stop, and comes back after a crash."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import time
from pathlib import Path

import pytest

from hfchat_gui.conversation.errors import (
    ChatError,
    EngineFailed,
    ModelFileDamaged,
    ModelFileMissing,
    NotEnoughMemory,
)
from hfchat_gui.conversation.reply_events import ReplyWaiting, WaitReason
from hfchat_gui.local.child import worker_command
from hfchat_gui.local.engine import FREE_WHILE_READING, FREE_WHILE_WRITING, Engine
from tests.helpers.patience import SOON
from tests.helpers.running import Run
from tests.local.conftest import Room, get_ready
from tests.local.gguf_files import STARTER
from tests.local.wire import LONG_TEXT, STORY, At, freeze, is_alive

WRITING = b'"delta":{"content":"'
READING = b'"prompt_progress"'


def unexpected(error: BaseException) -> None:
    raise AssertionError from error


async def failure(engine: Engine) -> ChatError:
    with pytest.raises(ChatError) as caught:
        await get_ready(engine)
    await engine.aclose()
    return caught.value


def test_loading_shows_its_progress_and_then_answers(run: Run) -> None:
    async def load() -> list[ReplyWaiting]:
        engine = Engine(STARTER, unexpected)
        assert engine.pid is None
        seen = [waiting async for waiting in engine.prepare()]
        assert engine.is_up
        answer = await asyncio.to_thread(At.engine(engine).chat, "What is 2+2?")
        assert "4" in answer["choices"][0]["message"]["content"]
        await engine.aclose()
        return seen

    seen = run(load())
    assert {waiting.reason for waiting in seen} == {WaitReason.LOADING_MODEL}
    fractions = [waiting.fraction for waiting in seen if waiting.fraction is not None]
    assert fractions == sorted(fractions)
    assert seen[-1].fraction is None  # read whole; how far llama.cpp is, it does not tell


def test_a_running_engine_needs_no_preparation(room: Room) -> None:
    async def again() -> list[ReplyWaiting]:
        return [waiting async for waiting in room.engine.prepare()]

    assert room.run(again()) == []


def test_many_who_ask_at_once_share_one_start(run: Run) -> None:
    async def load() -> None:
        engine = Engine(STARTER, unexpected)
        await asyncio.gather(*(get_ready(engine) for _ in range(3)))
        assert engine.is_up
        await engine.aclose()

    run(load())


def test_who_stops_waiting_does_not_stop_the_start(run: Run) -> None:
    async def load() -> None:
        engine = Engine(STARTER, unexpected)
        waiting = engine.prepare()
        await anext(waiting)
        await waiting.aclose()
        while (first := engine.pid) is None:  # noqa: ASYNC110 - there is no event for it
            await asyncio.sleep(0.01)
        await get_ready(engine)
        assert engine.pid == first
        await engine.aclose()

    run(load())


@pytest.mark.parametrize("when", ["at once", "while loading", "when up"])
def test_closing_ends_the_child_soon(run: Run, when: str) -> None:
    async def close() -> float:
        engine = Engine(STARTER, unexpected)
        if when == "when up":
            await get_ready(engine)
        if when == "while loading":
            async for waiting in engine.prepare():
                if waiting.fraction is not None:
                    break
        pid, began = engine.pid, time.monotonic()
        await engine.aclose()
        assert pid is None or not is_alive(pid)
        with pytest.raises(EngineFailed):
            _ = engine.address
        return time.monotonic() - began

    assert run(close()) < SOON


def test_stop_while_writing_frees_the_engine_and_keeps_the_child(room: Room) -> None:
    async def stop() -> tuple[float, bool]:
        await get_ready(room.engine)
        stream = await asyncio.to_thread(lambda: room.at.open_stream(STORY, until=WRITING))
        pid = room.engine.pid
        stream.close()
        began = time.monotonic()
        room.engine.settle_after_stop(writing=True)
        room.engine.settle_after_stop(writing=True)  # a second Stop changes nothing
        await room.engine.settled()
        return time.monotonic() - began, room.engine.pid == pid

    # On a busy machine a token can take so long that the child is replaced: as it should be.
    for _ in range(8):
        taken, kept = room.run(stop())
        assert taken < FREE_WHILE_WRITING + SOON
        if kept:
            break
    else:
        pytest.fail("the child was replaced each time")
    room.run(get_ready(room.engine))


def test_stop_while_reading_frees_the_engine_or_replaces_the_child(room: Room) -> None:
    async def stop() -> float:
        stream = await asyncio.to_thread(lambda: room.at.open_stream(LONG_TEXT, until=READING))
        stream.close()
        began = time.monotonic()
        room.engine.settle_after_stop(writing=False)
        await room.engine.settled()
        taken = time.monotonic() - began
        await get_ready(room.engine)
        return taken

    assert room.run(stop()) < FREE_WHILE_READING + SOON


def test_an_engine_that_goes_on_computing_is_replaced(room: Room) -> None:
    async def stop() -> None:
        stream = await asyncio.to_thread(lambda: room.at.open_stream(STORY, until=WRITING))
        with stream:  # stays open: for the engine nothing has been stopped
            pid = room.engine.pid
            room.engine.settle_after_stop(writing=True)
            await get_ready(room.engine)
            assert room.engine.pid != pid
        answer = await asyncio.to_thread(room.at.chat, "Hello")
        assert answer["choices"]

    room.run(stop())


def test_an_engine_that_hangs_is_replaced(room: Room) -> None:
    async def stop() -> None:
        pid = room.engine.pid
        assert pid is not None
        freeze(pid)
        room.engine.settle_after_stop(writing=True)
        await get_ready(room.engine)
        assert room.engine.pid != pid

    room.run(stop())


def test_an_engine_that_answers_another_reply_is_left_alone(room: Room) -> None:
    async def stop() -> None:
        pid = room.engine.pid
        stream = await asyncio.to_thread(lambda: room.at.open_stream(STORY, until=WRITING))
        with stream, room.engine.answering():
            assert room.engine.is_answering
            room.engine.settle_after_stop(writing=True)
            await room.engine.settled()
            assert room.engine.pid == pid
        assert not room.engine.is_answering

    room.run(stop())


def test_a_crash_is_named_and_the_next_use_starts_again(room: Room) -> None:
    async def crash() -> None:
        assert await room.engine.cause() is None
        pid = room.engine.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        cause = await room.engine.cause()
        assert cause is not None
        assert "SIGKILL" in cause.user_text
        assert not room.engine.is_up
        room.engine.settle_after_stop(writing=True)
        await get_ready(room.engine)
        assert room.engine.pid != pid

    room.run(crash())


def test_a_crash_while_it_settles_is_no_fault_of_ours(room: Room) -> None:
    async def crash() -> None:
        pid = room.engine.pid
        assert pid is not None
        freeze(pid)
        room.engine.settle_after_stop(writing=True)
        await asyncio.sleep(0)
        os.kill(pid, signal.SIGKILL)
        await get_ready(room.engine)
        assert room.engine.is_up

    room.run(crash())


def test_an_engine_never_started_has_no_cause(run: Run) -> None:
    assert run(Engine(STARTER, unexpected).cause()) is None


def test_a_missing_file_and_half_a_file_are_told_before_a_child_starts(
    run: Run, tmp_path: Path
) -> None:
    half = tmp_path / "half.gguf"
    half.write_bytes(STARTER.read_bytes()[: 2**20])
    for path, kind in ((tmp_path / "gone.gguf", ModelFileMissing), (half, ModelFileDamaged)):
        engine = Engine(path, unexpected)
        assert isinstance(run(failure(engine)), kind)


def test_a_file_that_only_llama_can_refuse_is_told_in_its_words(run: Run, tmp_path: Path) -> None:
    data = STARTER.read_bytes()
    renamed, unknown = tmp_path / "renamed.gguf", tmp_path / "unknown.gguf"
    renamed.write_bytes(data.replace(b"token_embd.weight", b"tokxn_embd.weight", 1))
    unknown.write_bytes(data.replace(b"\x05\0\0\0\0\0\0\0llama", b"\x05\0\0\0\0\0\0\0zzzzz", 1))
    damage = run(failure(Engine(renamed, unexpected)))
    assert isinstance(damage, ModelFileDamaged)
    assert "token_embd.weight" in damage.detail
    kind = run(failure(Engine(unknown, unexpected)))
    assert isinstance(kind, EngineFailed)
    assert "does not know the kind of model" in kind.user_text


def test_a_failed_start_is_tried_anew(run: Run, tmp_path: Path) -> None:
    async def twice() -> None:
        engine = Engine(tmp_path / "late.gguf", unexpected)
        with pytest.raises(ModelFileMissing):
            await get_ready(engine)
        (tmp_path / "late.gguf").symlink_to(STARTER)
        await get_ready(engine)
        await engine.aclose()

    run(twice())


def test_a_program_that_does_not_run_is_told(run: Run, tmp_path: Path) -> None:
    engine = Engine(STARTER, unexpected, command=[str(tmp_path / "no-program")])
    error = run(failure(engine))
    assert isinstance(error, EngineFailed)
    assert "Install HF Chat again" in error.user_text


def test_a_library_that_the_engine_lacks_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = "libgomp.so.1: cannot open shared object file: No such file or directory"
    (tmp_path / "xllamacpp.py").write_text(f"raise ImportError({words!r})")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    error = run(failure(Engine(STARTER, unexpected)))
    assert isinstance(error, EngineFailed)
    assert "Install the package that brings libgomp.so.1" in error.user_text


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_an_engine_without_memory_says_so(run: Run) -> None:
    limited = ["/bin/sh", "-c", 'ulimit -v 400000; exec "$@"', "sh", *worker_command()]
    assert isinstance(run(failure(Engine(STARTER, unexpected, command=limited))), NotEnoughMemory)
