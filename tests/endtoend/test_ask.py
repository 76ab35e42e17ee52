"""`hfchat ask` as a person or a script uses it, against real servers on loopback."""

from __future__ import annotations

import base64
import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from hfchat_gui.conversation import errors
from hfchat_gui.conversation.errors import ChatError
from tests.endtoend.program import ask, command, surroundings
from tests.helpers.answers import Answer, HangUp, Hold, Pause
from tests.helpers.chat_stream import DONE, chat_chunk, chat_events
from tests.helpers.http_server import ScriptedServer, refused_address
from tests.helpers.patience import SOON

CHAT = "/v1/chat/completions"
MODELS = Answer.json({"object": "list", "data": [{"id": "first"}, {"id": "second"}]})
KINDS = {
    value.kind
    for value in vars(errors).values()
    if isinstance(value, type) and issubclass(value, ChatError) and value is not ChatError
}


def serving(server: ScriptedServer, *answers: Answer) -> str:
    """Let the server list two models and answer the chat route with these."""
    server.on("GET", "/v1/models", MODELS)
    server.on("POST", CHAT, *answers)
    return server.url


def sent_to(server: ScriptedServer) -> list[dict[str, object]]:
    """The chat requests that the server got."""
    return [json.loads(r.body) for r in server.requests if r.path == CHAT]


def test_the_answer_is_printed_as_it_is_and_the_request_says_what_was_asked() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Grüß ", "Gott.", usage=(3, 2))))
        options = ["--max-tokens", "9", "--temperature", "0", "--seed", "7", "--system", "Kurz."]
        outcome = ask("--endpoint", url, "--model", "second", *options, "Sag was")
        assert (outcome.code, outcome.stdout, outcome.stderr) == (0, "Grüß Gott.\n", "")
        [body] = sent_to(server)
        assert body["model"] == "second"
        assert body["messages"] == [
            {"role": "system", "content": "Kurz."},
            {"role": "user", "content": "Sag was"},
        ]
        assert (body["max_tokens"], body["temperature"], body["seed"]) == (9, 0, 7)


def test_without_a_model_the_first_one_that_the_address_lists_is_asked() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        assert ask("--endpoint", url, "-", stdin="Hello\n").stdout == "Hi\n"
        assert sent_to(server)[0]["model"] == "first"


def test_json_is_one_object_a_line_with_the_end_last() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi", usage=(3, 1))))
        outcome = ask("--endpoint", url, "--json", "Hello")
        lines = [json.loads(line) for line in outcome.stdout.splitlines()]
        assert {"type": "text", "text": "Hi"} in lines
        end = lines[-1]
        assert (end["type"], end["finish_reason"], end["error"]) == ("finished", "stop", None)
        assert end["usage"]["total_tokens"] == 4
        assert end["route"]["wire"] == "chat_completions"


@pytest.mark.parametrize(
    ("reason", "options", "code", "words"),
    [
        ("length", [], 1, "length"),
        ("length", ["--max-tokens", "9"], 0, ""),
        ("content_filter", ["--max-tokens", "9"], 1, "filter"),
        ("insufficient_system_resource", [], 1, "insufficient_system_resource"),
        ("abort", [], 1, "abort"),
        ("eos_token", [], 0, ""),
        ("tool_calls", [], 0, ""),
    ],
)
def test_an_answer_that_is_cut_short_is_no_success(
    reason: str, options: list[str], code: int, words: str
) -> None:
    with ScriptedServer() as server:
        answer = Answer.stream([chat_chunk("so far"), chat_chunk(finish_reason=reason), DONE])
        outcome = ask("--endpoint", serving(server, answer), *options, "Hello")
        assert (outcome.code, outcome.stdout) == (code, "so far\n")
        assert outcome.stderr.count("\n") == code
        assert words in outcome.stderr


def test_nothing_is_kept_unless_asked_for(tmp_path: Path) -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        assert ask("--endpoint", url, "Hello", HFCHAT_HOME=str(tmp_path / "home")).code == 0
        assert not list(tmp_path.rglob("*.sqlite*"))
        assert not list(tmp_path.rglob("*.db"))
        kept = ask("--endpoint", url, "--save", "Hello", HFCHAT_HOME=str(tmp_path / "home"))
        assert kept.code == 0
        assert any(b"Hello" in f.read_bytes() for f in tmp_path.rglob("*") if f.is_file())


def test_save_beside_another_owner_sends_nothing(tmp_path: Path) -> None:
    hold = Hold()
    with ScriptedServer() as server:
        url = serving(server, Answer.stream([chat_chunk("so far"), hold]))
        home = str(tmp_path)
        first = subprocess.Popen(
            command("ask", "--endpoint", url, "--save", "one"),
            env=surroundings(HFCHAT_HOME=home),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        try:
            server.wait_for_request(2)
            second = ask("--endpoint", url, "--save", "--json", "two", HFCHAT_HOME=home)
        finally:
            first.kill()
            first.communicate()
        assert second.code == 1
        assert json.loads(second.stdout.splitlines()[-1])["error"]["kind"] == "in_use"
        assert second.stderr.count("\n") == 1
        assert len(sent_to(server)) == 1


IN_AN_HOUR = {"Retry-After": "3600"}  # so long is not waited for
FAULTS: dict[str, tuple[Answer, str]] = {
    "401": (Answer.json({"error": "Invalid credentials"}, 401), "sign_in"),
    "404 model": (
        Answer.json({"error": {"message": "The model `first` does not exist"}}, 404),
        "model",
    ),
    "429": (Answer.json({"error": "Too many"}, 429, headers=IN_AN_HOUR), "rate_limited"),
    "500": (Answer.json({"error": "boom"}, 500), "server"),
    "503": (Answer.json({"error": "overloaded"}, 503, headers=IN_AN_HOUR), "busy"),
    "html": (Answer.html("<html><body><h1>It works</h1></body></html>"), "not_a_chat_server"),
    "nothing said": (Answer.stream(chat_events()), "empty"),
    "cut": (
        Answer.stream([chat_chunk("so far")], complete=False).then(Pause(0.5), HangUp(reset=True)),
        "interrupted",
    ),
    "error in the stream": (
        Answer.stream([chat_chunk("so far"), b'data: {"error": {"message": "CUDA"}}\n\n']),
        "server",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_one_line_with_its_cause_and_exit_code_1(fault: str) -> None:
    answer, kind = FAULTS[fault]
    with ScriptedServer() as server:
        outcome = ask("--endpoint", serving(server, answer), "--json", "Hello")
    end = json.loads(outcome.stdout.splitlines()[-1])
    assert (outcome.code, end["error"]["kind"]) == (1, kind)
    assert kind in KINDS
    assert outcome.stderr == f"hfchat: {end['error']['message']}\n"
    assert "Traceback" not in outcome.stderr
    assert "kept" not in outcome.stderr  # without --save nothing is
    assert ("so far" in outcome.stdout) == ("so far" in str(answer))


def test_a_refused_connection_and_a_bad_address_are_one_line() -> None:
    with refused_address() as url:
        outcome = ask("--endpoint", url, "Hello")
    assert (outcome.code, outcome.stderr.count("\n"), outcome.stdout) == (1, 1, "")
    outcome = ask("--endpoint", "http://[bad", "Hello")
    assert (outcome.code, outcome.stderr.count("\n")) == (1, 1)


def test_hugging_face_without_a_token_says_so_and_sends_nothing() -> None:
    outcome = ask("--model", "org/model", "--json", "Hello")
    assert outcome.code == 1
    assert json.loads(outcome.stdout.splitlines()[-1])["error"]["kind"] == "sign_in"


def test_a_key_goes_to_its_address_and_shows_nowhere() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.json({"error": "no planted-key-123"}, 401))
        outcome = ask("--endpoint", url, "Hello", HFCHAT_API_KEY="planted-key-123")
        chat = [request for request in server.requests if request.path == CHAT]
        assert chat[0].header("authorization") == "Bearer planted-key-123"
    assert "planted-key-123" not in outcome.stdout + outcome.stderr


def test_a_password_in_the_address_goes_before_the_key_of_the_environment() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        typed = url.replace("http://", "http://me:planted-word@")
        outcome = ask("--endpoint", typed, "Hello", HFCHAT_API_KEY="planted-key-123")
        chat = [request for request in server.requests if request.path == CHAT]
        basic = base64.b64encode(b"me:planted-word").decode()
        assert chat[0].header("authorization") == f"Basic {basic}"
    assert "are this server's key" in outcome.stderr
    assert "It is used for this run only." in outcome.stderr


def test_a_found_token_never_goes_to_a_typed_address() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        assert ask("--endpoint", url, "Hello", HF_TOKEN="hf_" + "a" * 34).code == 0
        assert not any(request.header("authorization") for request in server.requests)


def test_an_empty_prompt_is_wrong_usage() -> None:
    assert ask(" ").code == 2
    assert ask("-", stdin="").code == 2


@pytest.fixture
def heard_sigint() -> Iterator[None]:
    """Undo what a shell does to a test run in the background: all below it ignore SIGINT."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_it_soon_and_keeps_what_was_printed(
    number: signal.Signals, code: int, heard_sigint: None
) -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream([chat_chunk("so far"), Hold()]))
        process = subprocess.Popen(
            command("ask", "--endpoint", url, "--json", "Hello"),
            env=surroundings(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        while "so far" not in process.stdout.readline():
            pass
        process.send_signal(number)
        rest, complaint = process.communicate(timeout=SOON)
        assert process.returncode == code
        assert json.loads(rest.splitlines()[-1])["error"]["kind"] == "interrupted"
        assert "Traceback" not in complaint
        server.wait_for_disconnect()


def test_a_reader_that_leaves_early_is_no_fault() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events(*["line\n"] * 2000), pause=0.001))
        with subprocess.Popen(
            command("ask", "--endpoint", url, "Hello"),
            env=surroundings(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdout.readline()
            process.stdout.close()
            complaint = process.stderr.read()
            assert process.wait(30) != 0
        assert b"Traceback" not in complaint
        assert b"Exception" not in complaint


def test_ask_never_imports_qt() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        code = (
            "import sys; sys.argv[1:] = ['ask', '--endpoint', sys.argv[1], 'Hi']\n"
            "from hfchat_gui.__main__ import main\n"
            "code = main()\n"
            "print([name for name in sys.modules if 'PySide' in name or 'qasync' in name])\n"
            "sys.exit(code)"
        )
        run = subprocess.run(
            [command()[0], "-c", code, url],
            env=surroundings(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.returncode, run.stdout) == (0, "Hi\n[]\n"), run.stderr
    assert os.environ.get("HF_TOKEN") is None


def test_missing_standard_streams_are_one_line_and_no_traceback() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        start = " ".join(command("ask", "--endpoint", url))
        for words, code in (
            (f"{start} - <&-", 2),
            (f"{start} Hi >&-", 1),
            (f"{start} Hi >/dev/full", 1),
            (f"{start} Hi 2>&-", 0),
        ):
            done = subprocess.run(
                ["sh", "-c", words], env=surroundings(), capture_output=True, text=True, check=False
            )
            assert (done.returncode, "Traceback" in done.stderr) == (code, False), words
            assert done.stderr.count("\n") == (0 if code == 0 else 1), words


def test_a_save_that_fails_at_the_end_is_no_success(tmp_path: Path) -> None:
    hold = Hold()
    with ScriptedServer() as server:
        url = serving(server, Answer.stream([chat_chunk("so far"), hold, *chat_events("!")]))
        process = subprocess.Popen(
            command("ask", "--endpoint", url, "--save", "Hello"),
            env=surroundings(HFCHAT_HOME=str(tmp_path / "home")),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.read(6) == "so far"
        (tmp_path / "home" / "data").rename(tmp_path / "gone")
        hold.release()
        _, complaint = process.communicate(timeout=60)
        assert process.returncode == 1
        assert complaint.count("\n") == 1


def test_a_key_that_cannot_be_sent_is_told_before_anything_is_sent() -> None:
    with ScriptedServer() as server:
        url = serving(server, Answer.stream(chat_events("Hi")))
        outcome = ask("--endpoint", url, "--json", "Hello", HFCHAT_API_KEY="planted key\nX: y")
        assert server.requests == []
    assert outcome.code == 1
    assert json.loads(outcome.stdout)["error"]["kind"] == "token"
    assert "HFCHAT_API_KEY" in outcome.stderr
    assert "planted" not in outcome.stdout + outcome.stderr
